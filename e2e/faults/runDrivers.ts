// Two ways to start a seeded run: through the page's state, like the query view; or with the engine alone, where nobody watches.
import type { OddRows } from '../../src/core/plan/anomalyWords.ts';
import { completenessState, type Completeness } from '../../src/core/plan/completeness.ts';
import type { QueryPlan } from '../../src/core/plan/queryPlan.ts';
import { createActivity } from '../../src/state/base/activity.ts';
import { EMPTY_FORM } from '../../src/state/run/queryForm.ts';
import { createLateEngine, createQueryRun } from '../../src/state/run/queryRun.ts';
import { anomaliesOf, runFacts } from '../../src/state/run/runFacts.ts';
import { runSpec } from '../../src/state/run/runSpec.ts';
import type { Connection } from '../../src/tables/connection/connectionTypes.ts';
import type { TablesEnv } from '../../src/tables/base/clock.ts';
import type { PageReader } from '../../src/tables/wire/pageReader.ts';
import { runQueries } from '../../src/tables/run/runQueries.ts';
import type { Lanes } from '../../src/tables/pacing/lanes.ts';
import { createRunControl, type RunPause } from '../../src/tables/pacing/pause.ts';
import type {
  GuardOutcome,
  PageSink,
  QueryProgress,
  RequestRecord,
} from '../../src/tables/progress/runTypes.ts';
import type { RowStoreClient } from '../../src/workers/rowStoreClient.ts';
import { BESIDE } from './worldRows.ts';
import { RUN_EPOCH_MS, type VirtualTime } from './virtualTime.ts';
import { type Session, type TransportChoice, readersOf } from '../../src/state/connection/session.ts';

/** A part of the engine that does something wrong, which the laws must notice. */
export interface PlantedFault {
  readonly reader?: (reader: PageReader, lanes: Lanes) => PageReader;
  readonly sink?: (sink: PageSink) => PageSink;
}

/** What the page shows of a finished run. */
export interface Shown {
  readonly completeness: Completeness;
  readonly queries: readonly QueryProgress[];
  readonly guards: readonly GuardOutcome[];
  /** The log of requests since the first Run. */
  readonly requests: readonly RequestRecord[];
  readonly rows: number;
  readonly bytes: number;
  readonly retries: number;
  readonly anomalies: OddRows;
}

export interface RunDriver {
  /** Presses Run or Continue; resolves when the run has ended. */
  readonly run: (goesOn: boolean, budgetRows: number) => Promise<Shown>;
  readonly cancel: () => void;
  /** Resumes a paused run. */
  readonly unpause: () => void;
}

export interface DriverDeps {
  readonly plan: QueryPlan;
  readonly connection: Connection;
  readonly transport: TransportChoice;
  readonly env: TablesEnv;
  readonly rows: RowStoreClient;
  readonly time: VirtualTime;
  readonly planted: PlantedFault;
  readonly onPause: (pause: RunPause | undefined) => void;
}

const NO_LIMIT = { rows: 1e9, bytes: 1e12 };
const FRAME_MS = 16;

/** The session of the query view, with the planted fault. */
function sessionOf({ connection, transport, planted }: DriverDeps): Session {
  const { reader, sdk, secondary, lanes } = connection;
  const change = (inner: PageReader): PageReader => planted.reader?.(inner, lanes) ?? inner;
  const others = {
    reader: change(reader),
    sdk: change(sdk),
    ...(secondary === undefined
      ? {}
      : { secondary: { ...secondary, reader: change(secondary.reader), sdk: change(secondary.sdk) } }),
  };
  // The facts change when the SAS is renewed, so they are read through the prototype and not copied.
  const own = Object.assign(Object.create(connection) as Connection, others);
  const tables = { names: [BESIDE], complete: false, exposure: 'unknown' } as const;
  return { connection: own, warnings: [], transport, tables };
}

function sinkOf({ rows, planted }: DriverDeps, runId: () => number): PageSink {
  const sink: PageSink = (queryIndex, { body }, slot) => rows.append(runId(), queryIndex, body, slot);
  return planted.sink?.(sink) ?? sink;
}

const ENGINE = createLateEngine();
await ENGINE.load();

/** Runs through `state/queryRun`, with occasional frames. */
export function stateDriver(deps: DriverDeps): RunDriver {
  const { plan, env, rows, time, planted } = deps;
  const nextFrame = (draw: () => void): void => void time.arrive(draw, FRAME_MS);
  const session = sessionOf(deps);
  let budgetRows = NO_LIMIT.rows;
  const store = createQueryRun({
    engine: ENGINE,
    env,
    rows:
      planted.sink === undefined
        ? rows
        : { ...rows, append: (id, index, body, slot) => appended(deps, id, index, body, slot) },
    activity: createActivity(nextFrame),
    nextFrame,
    budget: {
      get rows() {
        return budgetRows;
      },
      bytes: NO_LIMIT.bytes,
    },
  });
  store.subscribe(() => {
    const run = store.get();
    deps.onPause(run.phase === 'running' ? run.pause : undefined);
  });
  return {
    cancel: store.cancel,
    unpause: store.unpause,
    run: (goesOn, most) =>
      new Promise((resolve) => {
        budgetRows = most;
        if (goesOn && store.canResume(session)) store.resume(session);
        else store.start(plan, session, EMPTY_FORM);
        const look = (): void => {
          const run = store.get();
          if (run.phase !== 'ended') return;
          letGo();
          resolve({ ...run, queries: run.progress });
        };
        const letGo = store.subscribe(look);
      }),
  };
}

/** Passes a page to the row store, through a sink that may have a planted fault. */
async function appended(
  deps: DriverDeps,
  runId: number,
  queryIndex: number,
  body: Uint8Array<ArrayBuffer>,
  slot: Parameters<RowStoreClient['append']>[3],
): ReturnType<RowStoreClient['append']> {
  const timing = { startedAtMs: 0, headersAtMs: 0, endedAtMs: 0 };
  const sink = sinkOf(deps, () => runId);
  const receipt = await sink(queryIndex, { body, headersExposed: true, timing }, slot ?? { order: 0 });
  return receipt as Awaited<ReturnType<RowStoreClient['append']>>;
}

/** Runs the engine alone. If nobody watches, `control` is undefined. */
export function engineDriver(deps: DriverDeps, isWatched: boolean): RunDriver {
  const { plan, env, rows, onPause, connection } = deps;
  const control = createRunControl();
  let stop = new AbortController();
  let before: Shown | undefined;
  return {
    cancel: () => stop.abort(),
    unpause: control.resume,
    run: async (goesOn, budgetRows) => {
      stop = new AbortController();
      if (!goesOn) await rows.begin(runSpec(1, plan));
      const { keyRange: sasKeys } = connection.facts;
      const outcome = await runQueries({
        queries: plan.queries,
        guards: plan.guards,
        ...readersOf(sessionOf(deps)),
        lanes: connection.lanes,
        ...(connection.facts.canListTables ? { otherTables: [BESIDE] } : {}),
        sink: sinkOf(deps, () => 1),
        env,
        signal: stop.signal,
        budget: { ...NO_LIMIT, rows: budgetRows },
        onEvent: (event) => {
          if (event.kind === 'pause') onPause(event.pause);
        },
        ...(isWatched ? { control } : {}),
        ...(goesOn && before !== undefined ? { resume: before.queries, resumeGuards: before.guards } : {}),
      });
      const { queries, guards } = outcome;
      const end = { kind: 'finished', outcome } as const;
      const startedAtUnixMs = RUN_EPOCH_MS;
      const soFar = { startedAtUnixMs, progress: queries, guards, end, ...(sasKeys && { sasKeys }) };
      before = {
        ...outcome,
        requests: [...(before?.requests ?? []), ...outcome.requests],
        anomalies: anomaliesOf(queries),
        completeness: completenessState(runFacts(plan, soFar)),
      };
      return before;
    },
  };
}
