import { completenessText } from '../../core/plan/completenessText.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import { isoToTicks } from '../../core/time/ticks.ts';
import { createLanes } from '../../tables/pacing/lanes.ts';
import { LATENCY_MS } from '../../tables/run/runRig.fixture.ts';
import { createFakeService, type FakeFault } from '../../tables/connection/tableService.fixture.ts';
import { createVirtualClock } from '../../tables/base/virtualClock.fixture.ts';
import { entityAt, rowStorePair, TEST_SCHEME_ID } from '../../workers/rowStorePair.fixture.ts';
import { createActivity } from '../base/activity.ts';
import { EMPTY_FORM } from './queryForm.ts';
import { createLateEngine, createQueryRun, type LateEngine } from './queryRun.ts';
import { loadKeyPages } from './questions.ts';
import type { RunState } from './runState.ts';
import type { CredentialFacts } from '../../tables/sas/credentialFacts.ts';
import type { Session } from '../connection/session.ts';

const ENGINE = createLateEngine();
await ENGINE.load();

// Files load in real time, which a virtual clock does not wait for, so load them before it starts.
await loadKeyPages();

/** Seconds since the year 1 at the start of 2026-11-20, the day of the window. */
const FIRST_SECOND = 63_930_729_600;

/** Rows of one prefix, one a second. */
function rowsOf(prefix: number, count: number) {
  return Array.from({ length: count }, (_, row) =>
    entityAt(String(prefix), FIRST_SECOND + row, String(row).padStart(4, '0')),
  ) as { PartitionKey: string; RowKey: string }[];
}

interface RigOptions {
  readonly prefixes: number;
  readonly rowsEach: number;
  readonly script?: (filter: string, request: number) => FakeFault | undefined;
  readonly hidesTokens?: boolean | undefined;
  readonly outside?: boolean;
  readonly budgetRows?: number;
  /** The stored retry settings. */
  readonly retry?: () => unknown;
  /** The time between two frames; default: the next turn of the event loop. */
  readonly frameMs?: number;
  /** Default: an engine that is loaded already. */
  readonly engine?: LateEngine;
}

/** A run store over a scripted service and a real row store, on a virtual clock. */
export function rig(options: RigOptions) {
  const clock = createVirtualClock();
  const plan: QueryPlan = {
    request: {
      tableName: 'Orders',
      schemeId: TEST_SCHEME_ID,
      volume: 10,
      unprefixed: false,
      window: { from: isoToTicks('2026-11-20T00:00:00Z'), to: isoToTicks('2026-11-20T01:00:00Z') },
    },
    queries: Array.from({ length: options.prefixes }, (_, index) => ({
      index,
      label: `prefix ${index}`,
      prefix: index,
      tableName: 'Orders',
      range: { partition: {}, exact: true },
      filter: `q${index}`,
      queryClass: 'partition range' as const,
    })),
    guards: [{ index: 0, position: 'above', tableName: 'Orders', filter: 'g', label: 'above prefix 9' }],
    queryClass: 'partition range',
    notes: [],
  };
  const service = createFakeService({
    env: clock.env,
    rows: new Map([
      ...plan.queries.map(({ index, filter }) => [filter ?? '', rowsOf(index, options.rowsEach)] as const),
      ['g', options.outside === true ? rowsOf(10, 1) : []],
    ]),
    pageRows: 10,
    latencyMs: LATENCY_MS,
    script: options.script,
    hidesTokens: options.hidesTokens,
  });
  const { client, worker } = rowStorePair();
  const activity = createActivity((done) => setImmediate(done));
  const store = createQueryRun({
    engine: options.engine ?? ENGINE,
    env: clock.env,
    rows: client,
    activity,
    nextFrame: (draw) => {
      if (options.frameMs === undefined) setImmediate(draw);
      else clock.env.setTimer(draw, options.frameMs);
    },
    retry: options.retry,
    ...(options.budgetRows !== undefined && { budget: { rows: options.budgetRows, bytes: 1e12 } }),
  });
  const get = (): RunState => {
    const run = store.get();
    if (run.phase === 'idle') throw new Error('No run was started.');
    return run;
  };
  const run = { ...store, get };
  const session = {
    connection: {
      reader: service.reader,
      lanes: createLanes(),
      endpoint: { url: 'https://a.example/' },
      facts: {},
    },
    transport: 'automatic',
    warnings: [],
  } as unknown as Session;
  const ended = () => clock.run(activity.idle());
  return {
    clock,
    plan,
    service,
    client,
    worker: { crash: (message: string) => worker.crash(message) },
    activity,
    run,
    session,
    ended,
    /** Starts the plan and waits for its end. */
    read: (more: Partial<QueryPlan> = {}, own: Partial<Session> = {}) => {
      run.start({ ...plan, ...more }, { ...session, ...own }, EMPTY_FORM);
      return ended();
    },
    resume: () => {
      run.resume(session);
      return ended();
    },
    /** The session, whose credential reaches only these keys. */
    reaching: (keyRange: CredentialFacts['keyRange']): Partial<Session> => {
      const { connection } = session;
      return { connection: { ...connection, facts: { ...connection.facts, keyRange } } };
    },
    /** The state of the store, which may be that of no run. */
    idle: store.get,
  };
}

/** The completeness text as the user reads it. */
export const textOf = (run: ReturnType<typeof rig>['run']): string =>
  completenessText(run.get().completeness);

/** Whether the result can be continued. */
export const resumable = (run: ReturnType<typeof rig>['run']): boolean => {
  const { completeness } = run.get();
  return 'resumable' in completeness && completeness.resumable;
};
