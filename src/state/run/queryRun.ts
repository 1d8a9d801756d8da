import { withoutAbsentTables } from '../../core/plan/absentTables.ts';
import type { OtherTables } from '../../core/plan/continuationWords.ts';
import { completenessState } from '../../core/plan/completeness.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { SasKeys } from '../../core/plan/sasReach.ts';
import type { TablesEnv } from '../../tables/base/env.ts';
import { runQueries } from '../../tables/run/runQueries.ts';
import { nextBudget, type ReadAmount, RUN_BUDGET } from '../../tables/progress/runBudget.ts';
import { createRunControl, type RunControl, type RunPause } from '../../tables/pacing/pause.ts';
import type {
  GuardOutcome,
  PageSink,
  QueryProgress,
  RequestRecord,
  RunEvent,
  RunOutcome,
} from '../../tables/progress/runTypes.ts';
import type { CredentialFacts } from '../../tables/sas/credentialFacts.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { Activity } from '../base/activity.ts';
import { anomaliesOf, type RunEnd, runFacts } from './runFacts.ts';
import { runSpec } from './runSpec.ts';
import { waitingQuery } from '../../tables/progress/queryState.ts';
import { sumOf, waitingCheck } from '../../tables/progress/runLog.ts';
import { createStore, type Store } from '../base/store.ts';
import { retryPolicyFrom } from '../connection/retrySettings.ts';
import { keysOfSession, readersOf, type Session } from '../connection/session.ts';
import { type LongPause, NO_RUN, type QueryRunStore, type RunState, type RunSubject } from './runState.ts';

export interface QueryRunDeps {
  readonly env: TablesEnv;
  readonly rows: RowStoreClient;
  readonly activity: Activity;
  readonly nextFrame: (draw: () => void) => void;
  readonly budget?: ReadAmount;
  /** What the other open results hold; default nothing. */
  readonly heldByOthers?: () => ReadAmount;
  /** Numbers the runs of all results; default: from 1. */
  readonly nextRunId?: () => number;
  /** The stored retry settings, read when a run begins. */
  readonly retry?: () => unknown;
}

/** What a run collects between two frames. */
interface Collected {
  readonly subject: RunSubject;
  readonly progress: QueryProgress[];
  readonly guards: GuardOutcome[];
  readonly requests: RequestRecord[];
  readonly startedAtMs: number;
  readonly startedAtUnixMs: number;
  /** The keys that the SAS reached when the run began. */
  readonly sasKeys: SasKeys | undefined;
  readonly otherTables: OtherTables;
  /** Requests of the earlier parts of a resumed run, and those beside it before its end. */
  requestsBefore: readonly RequestRecord[];
  /** Requests beside the run, after it. */
  requestsAfter: readonly RequestRecord[];
  /** Duration of the earlier parts of a resumed run. */
  readonly elapsedBeforeMs: number;
  dataVersion: number;
  end: RunEnd | undefined;
  pause: LongPause | undefined;
  trouble: RunPause['fault'] | undefined;
  unpause: () => void;
}

export function createQueryRun(deps: QueryRunDeps): QueryRunStore {
  const store = createStore<ReturnType<QueryRunStore['get']>>(NO_RUN);
  let abort: AbortController | undefined;
  let current: Collected | undefined;
  /** Ends the activity of the frame that is scheduled; undefined: none is. */
  let painted: (() => void) | undefined;

  const publish = (): void => {
    const end = painted;
    painted = undefined;
    if (current !== undefined) store.set(snapshot(current, deps.env));
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

  const begin = (subject: RunSubject, session: Session, resumed: RunState | undefined): void => {
    abort?.abort();
    const mine = new AbortController();
    abort = mine;
    // From the first moment on, an answer about the rows before is of another version.
    const version = (current?.dataVersion ?? 0) + (resumed === undefined ? 1 : 0);
    const collected = collect(subject, session, version, resumed, deps.env);
    current = collected;
    store.set(snapshot(collected, deps.env));
    const isCurrent = (): boolean => current === collected;
    const own = createRunControl();
    const pauses = watchPauses(deps.activity, collected, own);
    void readAll({
      deps,
      collected,
      session,
      resumed,
      signal: mine.signal,
      isCurrent,
      publishSoon,
      control: own,
      onPause: pauses.onPause,
    })
      .catch((caught: unknown) => {
        const words = caught instanceof Error ? caught.message : 'The run ended by an unknown fault.';
        collected.end = { kind: 'crashed', words };
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

  const canResume = (session: Session): boolean =>
    isOf(store.get(), session) && current?.end?.kind !== 'lost';

  return {
    get: store.get,
    subscribe: store.subscribe,
    canResume,
    start: (plan, session, form) => {
      const runId = deps.nextRunId?.() ?? (current?.subject.runId ?? 0) + 1;
      const endpoint = session.connection.endpoint.url;
      const asked = { runId, plan: existing(plan, session), form, endpoint, scope: keysOfSession(session) };
      begin(asked, session, undefined);
    },
    resume: (session) => {
      const run = store.get();
      if (run.phase === 'ended' && current !== undefined && canResume(session))
        begin(current.subject, session, run);
    },
    cancel: () => abort?.abort(),
    list: (requests) => listBeside(store, current, requests),
    unpause: () => current?.unpause(),
  };
}

/** Whether a run has ended, and its session read what this one reads. */
function isOf(run: ReturnType<QueryRunStore['get']>, session: Session): boolean {
  return run.phase === 'ended' && run.scope === keysOfSession(session);
}

/** Lists requests with those of a run. All else stays the same object: nothing else is drawn or worked out anew. */
function listBeside(
  store: Store<ReturnType<QueryRunStore['get']>>,
  of: Collected | undefined,
  requests: readonly RequestRecord[],
): void {
  if (of === undefined) return;
  if (of.end === undefined) of.requestsBefore = [...of.requestsBefore, ...requests];
  else of.requestsAfter = [...of.requestsAfter, ...requests];
  store.update((run) => (run.phase === 'idle' ? run : { ...run, requests: [...run.requests, ...requests] }));
}

/** All others wait for the service. */
const WAITS_FOR_NO_SERVICE: ReadonlySet<RunPause['kind']> = new Set(['credential', 'offline']);

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
      run.pause = isLong(pause) ? pause : undefined;
      run.trouble = pause === undefined || WAITS_FOR_NO_SERVICE.has(pause.kind) ? undefined : pause.fault;
      setBusy(run.pause === undefined);
    },
    end: () => {
      run.pause = undefined;
      setBusy(false);
    },
  };
}

function isLong(pause: RunPause | undefined): pause is LongPause {
  return pause !== undefined && pause.kind !== 'busy';
}

interface ReadAll {
  readonly deps: QueryRunDeps;
  readonly collected: Collected;
  readonly session: Session;
  /** The earlier parts of the run. */
  readonly resumed: RunState | undefined;
  readonly signal: AbortSignal;
  readonly isCurrent: () => boolean;
  readonly publishSoon: () => void;
  readonly control: RunControl;
  readonly onPause: (pause: RunPause | undefined) => void;
}

async function readAll(run: ReadAll): Promise<void> {
  const { deps, collected, session, resumed } = run;
  const { plan, runId } = collected.subject;
  if (resumed === undefined) {
    await deps.rows.begin(runSpec(runId, plan));
    collected.dataVersion += 1;
  }
  const sink: PageSink = async (queryIndex, page, slot) => {
    const receipt = await deps.rows.append(runId, queryIndex, page.body, slot);
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
  const outcome = await runQueries({
    queries: plan.queries,
    guards: plan.guards,
    ...readersOf(session),
    tokensWereHidden: session.headersExposed === false,
    ...tablesToAsk(session),
    lanes: session.connection.lanes,
    sink,
    env: deps.env,
    signal: run.signal,
    control: run.control,
    retryPolicy: retryPolicyFrom(deps.retry?.()),
    budget: nextBudget(
      deps.budget ?? RUN_BUDGET,
      {
        rows: sumOf(resumed?.progress ?? [], (query) => query.rows),
        bytes: sumOf(resumed?.progress ?? [], (query) => query.bytes),
      },
      deps.heldByOthers?.(),
    ),
    onEvent,
    ...(resumed !== undefined && { resume: resumed.progress, resumeGuards: resumed.guards }),
  });
  collected.end = { kind: 'finished', outcome };
}

function collect(
  subject: RunSubject,
  { connection }: Session,
  dataVersion: number,
  resumed: RunState | undefined,
  env: TablesEnv,
): Collected {
  const { plan } = subject;
  return {
    subject,
    progress: [...(resumed?.progress ?? plan.queries.map(waitingQuery))],
    guards: [...(resumed?.guards ?? plan.guards.map(waitingCheck))],
    requests: [],
    startedAtMs: env.monotonicMs(),
    startedAtUnixMs: env.nowMs(),
    sasKeys: connection.facts.keyRange,
    otherTables: whichOthers(connection.facts),
    requestsBefore: resumed?.requests ?? [],
    requestsAfter: [],
    elapsedBeforeMs: resumed?.elapsedMs ?? 0,
    dataVersion,
    end: undefined,
    pause: undefined,
    trouble: undefined,
    unpause: () => undefined,
  };
}

/** The state of a run whose rows are lost: nothing read, but with its request log and the reason. */
function withoutRows(run: Collected, words: string, env: TablesEnv): Collected {
  const { plan } = run.subject;
  return {
    ...run,
    progress: plan.queries.map(waitingQuery),
    guards: plan.guards.map(waitingCheck),
    requests: [],
    // As they are now, not as of the last frame.
    requestsBefore: [...run.requestsBefore, ...(outcomeOf(run)?.requests ?? run.requests)],
    elapsedBeforeMs: elapsedMs(run, env),
    dataVersion: run.dataVersion + 1,
    end: { kind: 'lost', words },
    pause: undefined,
  };
}

function outcomeOf({ end }: Collected): RunOutcome | undefined {
  return end?.kind === 'finished' ? end.outcome : undefined;
}

/** Duration of all parts of a run; a run with lost rows ended when they were lost. */
function elapsedMs(run: Collected, env: TablesEnv): number {
  if (run.end?.kind === 'lost') return run.elapsedBeforeMs;
  return run.elapsedBeforeMs + (outcomeOf(run)?.elapsedMs ?? env.monotonicMs() - run.startedAtMs);
}

function snapshot(run: Collected, env: TablesEnv): RunState {
  const { subject, end } = run;
  const outcome = outcomeOf(run);
  const progress = outcome?.queries ?? [...run.progress];
  const guards = outcome?.guards ?? [...run.guards];
  const sasKeys = run.sasKeys !== undefined && { sasKeys: run.sasKeys };
  const soFar = {
    ...subject,
    progress,
    guards,
    requests: [...run.requestsBefore, ...(outcome?.requests ?? run.requests), ...run.requestsAfter],
    rows: sumOf(progress, (query) => query.rows),
    bytes: sumOf(progress, (query) => query.bytes),
    retries: sumOf(progress, (query) => query.retries),
    elapsedMs: elapsedMs(run, env),
    dataVersion: run.dataVersion,
    anomalies: anomaliesOf(progress),
    ...sasKeys,
    completeness: completenessState(
      runFacts(subject.plan, {
        progress,
        guards,
        end,
        startedAtUnixMs: run.startedAtUnixMs,
        otherTables: run.otherTables,
        ...sasKeys,
      }),
    ),
  };
  if (end !== undefined) return { phase: 'ended', ...soFar };
  const { pause, trouble } = run;
  return { phase: 'running', ...soFar, pause, trouble };
}

function whichOthers({ canListTables, tableName, kind }: CredentialFacts): OtherTables {
  if (canListTables) return 'listed';
  if (kind === 'token') return 'address of one table';
  return tableName === undefined ? 'not listed' : 'SAS of one table';
}

/** A renewed credential may no longer reach what was listed. */
function tablesToAsk({ connection, tables }: Session): { readonly otherTables?: readonly string[] } {
  return connection.facts.canListTables && tables !== undefined ? { otherTables: tables.names } : {};
}

function existing(plan: QueryPlan, { tables }: Session): QueryPlan {
  return tables === undefined ? plan : withoutAbsentTables(plan, tables);
}
