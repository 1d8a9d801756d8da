import { withoutAbsentTables } from '../../core/plan/absentTables.ts';
import { completenessState } from '../../core/plan/completeness.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { SasKeys } from '../../core/plan/sasReach.ts';
import type { TablesEnv } from '../../tables/base/env.ts';
import { nextBudget, type ReadAmount } from '../../tables/progress/runBudget.ts';
import { createRunControl, type RunControl, type RunPause } from '../../tables/pacing/pause.ts';
import type {
  GuardOutcome,
  PageSink,
  QueryProgress,
  RequestRecord,
  RunEvent,
  RunOutcome,
} from '../../tables/progress/runTypes.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { Activity } from '../base/activity.ts';
import { anomaliesOf, runFacts } from './runFacts.ts';
import { sumOf } from './queryTotals.ts';
import { runSpec } from './runSpec.ts';
import type { QueryForm } from './queryForm.ts';
import { loadRunEngine } from './runEngine.ts';
import { unaskedGuard, waitingQuery } from './unread.ts';
import { createStore } from '../base/store.ts';
import { readersOf, type Session } from '../connection/session.ts';
import { type RunState, type QueryRunStore, IDLE_RUN } from './runState.ts';

/**
 * A run stops there, and at this much more each time it is continued. About 435 bytes per row in the worker (all
 * columns).
 */
const DEFAULT_BUDGET: ReadAmount = { rows: 1_000_000, bytes: 768 * 1024 * 1024 };

export interface QueryRunDeps {
  readonly env: TablesEnv;
  readonly rows: RowStoreClient;
  readonly activity: Activity;
  readonly nextFrame: (draw: () => void) => void;
  readonly budget?: ReadAmount;
  /** The stored retry settings, read when a run begins. */
  readonly retry?: () => unknown;
}

/** What a run collects between two frames. */
interface Collected {
  readonly plan: QueryPlan;
  readonly progress: QueryProgress[];
  readonly guards: GuardOutcome[];
  readonly requests: RequestRecord[];
  readonly startedAtMs: number;
  readonly startedAtUnixMs: number;
  /** The keys that the SAS reached when the run began. */
  readonly sasKeys: SasKeys | undefined;
  /** Requests of the earlier parts of a resumed run. */
  readonly requestsBefore: readonly RequestRecord[];
  /** Duration of the earlier parts of a resumed run. */
  readonly elapsedBeforeMs: number;
  dataVersion: number;
  outcome: RunOutcome | undefined;
  crash: string | undefined;
  /** The worker that held its rows died. */
  readonly isLost: boolean;
  pause: RunPause | undefined;
  unpause: () => void;
}

export function createQueryRun(deps: QueryRunDeps): QueryRunStore {
  const store = createStore<RunState>(IDLE_RUN);
  let abort: AbortController | undefined;
  let current: Collected | undefined;
  /** Ends the wait for a picture that is asked for; undefined: none is. */
  let painted: (() => void) | undefined;

  const publish = (): void => {
    const end = painted;
    painted = undefined;
    if (current !== undefined) store.set(snapshot(current, store.get(), deps.env));
    end?.();
  };
  const publishSoon = (): void => {
    if (painted !== undefined) return;
    const mine = deps.activity.begin();
    painted = mine;
    deps.nextFrame(() => {
      if (painted === mine) publish();
    });
  };

  const begin = ({ plan, session, form }: Asked, resumed: Resumed | undefined): void => {
    abort?.abort();
    const mine = new AbortController();
    abort = mine;
    const before = store.get();
    const runId = resumed === undefined ? before.runId + 1 : before.runId;
    const collected = collect(plan, session, before, resumed, deps.env);
    current = collected;
    store.set({
      ...snapshot(collected, before, deps.env),
      runId,
      endpoint: session.connection.endpoint.url,
      scope: scopeOf(session),
      form,
    });
    const isCurrent = (): boolean => current === collected;
    const own = createRunControl();
    const pauses = watchPauses(deps.activity, collected, own);
    void readAll({
      deps,
      collected,
      session,
      runId,
      resumed,
      signal: mine.signal,
      isCurrent,
      publishSoon,
      control: own,
      onPause: pauses.onPause,
    })
      .catch((caught: unknown) => {
        collected.crash = caught instanceof Error ? caught.message : 'The run ended by an unknown fault.';
      })
      .finally(() => {
        pauses.end();
        if (isCurrent()) publish();
      });
  };

  // All rows died with their worker: none counts any more, and the run cannot continue.
  deps.rows.onLost((words) => {
    abort?.abort();
    current &&= withoutRows(current, words, deps.env);
    publish();
  });

  const canResume = (session: Session): boolean => {
    const { phase, plan, scope } = store.get();
    return phase === 'ended' && plan !== undefined && current?.isLost === false && scope === scopeOf(session);
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    canResume,
    start: (plan, session, form) => begin({ plan: existing(plan, session), session, form }, undefined),
    resume: (session) => {
      const { plan, progress, guards, form } = store.get();
      if (plan !== undefined && form !== undefined && canResume(session))
        begin({ plan, session, form }, { progress, guards });
    },
    cancel: () => abort?.abort(),
    unpause: () => current?.unpause(),
  };
}

interface Pauses {
  readonly onPause: (pause: RunPause | undefined) => void;
  readonly end: () => void;
}

/** While a run waits for the user or the network, it does not count as busy. */
function watchPauses(activity: Activity, run: Collected, control: RunControl): Pauses {
  let end: (() => void) | undefined = activity.begin();
  const setBusy = (isBusy: boolean): void => {
    if (isBusy) end ??= activity.begin();
    else {
      end?.();
      end = undefined;
    }
  };
  run.unpause = () => {
    if (run.pause === undefined) return;
    // Busy from now on, not only once the outage check is answered.
    setBusy(true);
    control.resume();
  };
  return {
    onPause: (pause) => {
      run.pause = pause;
      setBusy(pause === undefined);
    },
    end: () => {
      run.pause = undefined;
      setBusy(false);
    },
  };
}

interface Asked {
  readonly plan: QueryPlan;
  readonly session: Session;
  readonly form: QueryForm;
}

/** What an earlier part of the run has read and checked. */
type Resumed = Pick<RunState, 'progress' | 'guards'>;

interface ReadAll {
  readonly deps: QueryRunDeps;
  readonly collected: Collected;
  readonly session: Session;
  readonly runId: number;
  readonly resumed: Resumed | undefined;
  readonly signal: AbortSignal;
  readonly isCurrent: () => boolean;
  readonly publishSoon: () => void;
  readonly control: RunControl;
  readonly onPause: (pause: RunPause | undefined) => void;
}

async function readAll(run: ReadAll): Promise<void> {
  const { deps, collected, session, runId, resumed } = run;
  const { plan } = collected;
  if (resumed === undefined) {
    await deps.rows.begin(runSpec(runId, plan));
    collected.dataVersion += 1;
  }
  const sink: PageSink = async (queryIndex, page, place) => {
    const receipt = await deps.rows.append(runId, queryIndex, page.body, place);
    if (!receipt.ok) return receipt;
    if (receipt.value.rows > 0) collected.dataVersion += 1;
    return receipt;
  };
  const onEvent = (event: RunEvent): void => {
    if (event.kind === 'query') collected.progress[event.query.index] = event.query;
    else if (event.kind === 'guard') collected.guards[event.guard.index] = event.guard;
    else if (event.kind === 'pause') run.onPause(event.pause);
    else collected.requests[event.request.id] = event.request;
    if (run.isCurrent()) run.publishSoon();
  };
  const { runQueries, retryPolicyFrom } = await loadRunEngine();
  collected.outcome = await runQueries({
    queries: plan.queries,
    guards: plan.guards,
    ...readersOf(session),
    lanes: session.connection.lanes,
    sink,
    env: deps.env,
    signal: run.signal,
    control: run.control,
    retryPolicy: retryPolicyFrom(deps.retry?.()),
    budget: nextBudget(deps.budget ?? DEFAULT_BUDGET, {
      rows: sumOf(resumed?.progress ?? [], (query) => query.rows),
      bytes: sumOf(resumed?.progress ?? [], (query) => query.bytes),
    }),
    onEvent,
    ...(resumed !== undefined && { resume: resumed.progress, resumeGuards: resumed.guards }),
  });
}

function collect(
  plan: QueryPlan,
  { connection }: Session,
  before: RunState,
  resumed: Resumed | undefined,
  env: TablesEnv,
): Collected {
  return {
    plan,
    progress: resumed === undefined ? plan.queries.map(waitingQuery) : [...resumed.progress],
    guards: resumed === undefined ? plan.guards.map(unaskedGuard) : [...resumed.guards],
    requests: [],
    startedAtMs: env.monotonicMs(),
    startedAtUnixMs: env.nowMs(),
    sasKeys: connection.facts.keyRange,
    requestsBefore: resumed === undefined ? [] : before.requests,
    elapsedBeforeMs: resumed === undefined ? 0 : before.elapsedMs,
    dataVersion: before.dataVersion,
    outcome: undefined,
    crash: undefined,
    isLost: false,
    pause: undefined,
    unpause: () => undefined,
  };
}

/** The state of a run whose rows are lost: nothing read, but with its request log and the reason. */
function withoutRows(run: Collected, words: string, env: TablesEnv): Collected {
  return {
    ...run,
    progress: run.plan.queries.map(waitingQuery),
    guards: run.plan.guards.map(unaskedGuard),
    requests: [],
    // As they are now, not as of the last frame.
    requestsBefore: [...run.requestsBefore, ...(run.outcome?.requests ?? run.requests)],
    elapsedBeforeMs: elapsedMs(run, env),
    dataVersion: run.dataVersion + 1,
    outcome: undefined,
    crash: words,
    isLost: true,
    pause: undefined,
  };
}

/** Duration of all parts of a run; a run with lost rows ended when they were lost. */
function elapsedMs({ elapsedBeforeMs, outcome, startedAtMs, isLost }: Collected, env: TablesEnv): number {
  if (isLost) return elapsedBeforeMs;
  return elapsedBeforeMs + (outcome?.elapsedMs ?? env.monotonicMs() - startedAtMs);
}

function snapshot(run: Collected, before: RunState, env: TablesEnv): RunState {
  const { outcome, crash, plan } = run;
  const ended = outcome !== undefined || crash !== undefined;
  const progress = outcome?.queries ?? [...run.progress];
  const guards = outcome?.guards ?? [...run.guards];
  return {
    phase: ended ? 'ended' : 'running',
    runId: before.runId,
    plan,
    ...subjectOf(before),
    progress,
    guards,
    requests: [...run.requestsBefore, ...(outcome?.requests ?? run.requests)],
    rows: sumOf(progress, (query) => query.rows),
    bytes: sumOf(progress, (query) => query.bytes),
    retries: sumOf(progress, (query) => query.retries),
    elapsedMs: elapsedMs(run, env),
    dataVersion: run.dataVersion,
    anomalies: anomaliesOf(progress),
    completeness: completenessState(
      runFacts(plan, {
        progress,
        guards,
        outcome,
        crash,
        isLost: run.isLost,
        startedAtUnixMs: run.startedAtUnixMs,
        ...(run.sasKeys !== undefined && { sasKeys: run.sasKeys }),
      }),
    ),
    ...(crash !== undefined && { crash }),
    ...(run.pause !== undefined && { pause: run.pause }),
  };
}

/** What is known from the start of a run. */
function subjectOf({ endpoint, scope, form }: RunState): Pick<RunState, 'endpoint' | 'scope' | 'form'> {
  return {
    ...(endpoint !== undefined && { endpoint }),
    ...(scope !== undefined && { scope }),
    ...(form !== undefined && { form }),
  };
}

function existing(plan: QueryPlan, { tables }: Session): QueryPlan {
  return tables === undefined ? plan : withoutAbsentTables(plan, tables);
}

function scopeOf({ connection }: Session): string {
  return JSON.stringify([connection.endpoint.url, connection.tableName, connection.facts.keyRange]);
}
