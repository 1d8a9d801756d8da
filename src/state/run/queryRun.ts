import type { TablesEnv } from '../../tables/base/clock.ts';
import { createRunControl, type RunControl, type RunPause } from '../../tables/pacing/pause.ts';
import type { runQueries } from '../../tables/run/runQueries.ts';
import { nextBudget, type ReadAmount, RUN_BUDGET } from '../../tables/progress/runBudget.ts';
import type { PageSink, RequestRecord, RunEvent } from '../../tables/progress/runTypes.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { Activity } from '../base/activity.ts';
import { createStore, type Store } from '../base/store.ts';
import { retryPolicyFrom } from '../connection/retrySettings.ts';
import { keysOfSession, readersOf, type Session } from '../connection/session.ts';
import type { Following, followRun, Picture } from './followRun.ts';
import { type FollowSeconds, heldBy, isFollowed } from './followState.ts';
import { runSpec } from './runSpec.ts';
import type { collect, Collected, existing } from './runSoFar.ts';
import { type LongPause, NO_RUN, type QueryRunStore, type RunState, type RunSubject } from './runState.ts';

export interface QueryRunDeps {
  readonly env: TablesEnv;
  readonly engine: LateEngine;
  readonly rows: Pick<RowStoreClient, 'begin' | 'append' | 'extend' | 'onLost'>;
  readonly activity: Activity;
  readonly nextFrame: (draw: () => void) => void;
  readonly budget?: ReadAmount;
  /** What the other open results hold; default: nothing. */
  readonly heldByOthers?: () => ReadAmount;
  /** Gives each run of all results its own number; default: counts from 1. */
  readonly nextRunId?: () => number;
  /** The stored retry settings, read when a run begins. */
  readonly retry?: (() => unknown) | undefined;
}

/** What reads and judges a run. */
interface RunEngine {
  readonly runQueries: typeof runQueries;
  readonly collect: typeof collect;
  readonly existing: typeof existing;
  readonly followRun: typeof followRun;
}

export interface LateEngine {
  /** Undefined until it is loaded. */
  readonly get: () => RunEngine | undefined;
  /** Rejects with a message if it cannot be loaded. Calling it again tries again. */
  readonly load: () => Promise<RunEngine>;
}

export const LOST =
  'A part of this page could not be loaded: most likely a new version was published. Reload the page; the query stays in the address.';

async function loadEngine(): Promise<RunEngine> {
  try {
    const [queries, soFar, follow] = await Promise.all([
      import('../../tables/run/runQueries.ts'),
      import('./runSoFar.ts'),
      import('./followRun.ts'),
    ]);
    return {
      runQueries: queries.runQueries,
      collect: soFar.collect,
      existing: soFar.existing,
      followRun: follow.followRun,
    };
  } catch {
    throw new Error(LOST);
  }
}

/** The engine loads with the first connection, not with the first screen. */
export function createLateEngine(load: () => Promise<RunEngine> = loadEngine): LateEngine {
  let engine: RunEngine | undefined;
  let loading: Promise<RunEngine> | undefined;
  return {
    get: () => engine,
    load: () => {
      loading ??= load().then((loaded) => (engine = loaded));
      loading.catch(() => (loading = undefined));
      return loading;
    },
  };
}

export function createQueryRun(deps: QueryRunDeps): QueryRunStore {
  const store = createStore<ReturnType<QueryRunStore['get']>>(NO_RUN);
  let abort: AbortController | undefined;
  let current: Collected | undefined;
  const picture = createPicture(deps, () => {
    if (current !== undefined) store.set(current.snapshot());
  });
  const follows = createFollows(deps, {
    isCurrent: (of) => current === of,
    picture,
  });
  const starts = createStarts(deps, (fault) => store.set({ ...NO_RUN, fault }));

  const begin = (
    engine: RunEngine,
    subject: RunSubject,
    session: Session,
    resumed: RunState | undefined,
  ): void => {
    abort?.abort();
    follows.end('');
    const mine = new AbortController();
    abort = mine;
    // Set at once, so that answers about the previous rows count as outdated.
    const version = (current?.dataVersion ?? 0) + (resumed === undefined ? 1 : 0);
    const collected = engine.collect(subject, session, version, resumed, deps.env);
    current = collected;
    store.set(collected.snapshot());
    readToEnd({
      engine,
      deps,
      collected,
      session,
      resumed,
      signal: mine.signal,
      isCurrent: () => current === collected,
      picture,
    });
  };

  // All rows died with their worker, so none counts any more and the run cannot continue.
  deps.rows.onLost((words) => {
    abort?.abort();
    follows.end(words);
    current &&= current.withoutRows(words);
    picture.now();
  });

  const canResume = (session: Session): boolean =>
    isOf(store.get(), session) && current?.end?.kind !== 'lost';

  return {
    get: store.get,
    subscribe: store.subscribe,
    canResume,
    start: (plan, session, form) =>
      starts.onceLoaded((engine) => {
        const runId = deps.nextRunId?.() ?? (current?.subject.runId ?? 0) + 1;
        const endpoint = session.connection.endpoint.url;
        const scope = keysOfSession(session);
        const asked = { runId, plan: engine.existing(plan, session), form, endpoint, scope };
        begin(engine, asked, session, undefined);
      }),
    resume: (session) =>
      starts.onceLoaded((engine) => {
        const run = store.get();
        if (run.phase === 'ended' && current !== undefined && canResume(session))
          begin(engine, current.subject, session, run);
      }),
    follow: (session, everySeconds) =>
      starts.onceLoaded((engine) => {
        if (current !== undefined && canResume(session))
          follows.begin(engine, current, session, everySeconds);
      }),
    cancel: () => {
      starts.cancel();
      abort?.abort();
      follows.end('Stopped.');
    },
    list: (requests) => listBeside(store, current, requests),
    unpause: () => current?.unpause(),
  };
}

/** Follows one result at a time. */
function createFollows(
  deps: QueryRunDeps,
  shown: { readonly isCurrent: (of: Collected) => boolean; readonly picture: Picture },
) {
  let following: Following | undefined;
  return {
    begin: (engine: RunEngine, of: Collected, session: Session, everySeconds: FollowSeconds): void => {
      const run = of.snapshot();
      if (of.end?.kind !== 'finished') return;
      if (isFollowed(run)) {
        following?.setEvery(everySeconds);
        return;
      }
      following = engine.followRun({
        deps,
        runQueries: engine.runQueries,
        existing: (plan) => engine.existing(plan, session),
        collected: of,
        readFromMs: of.end.outcome.firstReadAtMs,
        everySeconds,
        sources: sourcesOf(deps, session),
        watchPauses: (control) => watchPauses(deps.activity, of, control),
        picture: {
          now: () => shown.isCurrent(of) && shown.picture.now(),
          soon: () => shown.isCurrent(of) && shown.picture.soon(),
        },
      });
    },
    end: (why: string): void => following?.end(why),
  };
}

/** Draws at once (`now`), or in the next frame (`soon`), which draws once however often it was asked to. */
function createPicture({ activity, nextFrame }: QueryRunDeps, draw: () => void): Picture {
  /** Ends the activity of the scheduled frame; undefined: no frame is scheduled. */
  let scheduled: (() => void) | undefined;
  const now = (): void => {
    const end = scheduled;
    scheduled = undefined;
    draw();
    end?.();
  };
  return {
    now,
    soon: (): void => {
      if (scheduled !== undefined) return;
      const mine = activity.begin();
      scheduled = mine;
      nextFrame(() => {
        if (scheduled === mine) now();
      });
    },
  };
}

/**
 * Starts a run once the engine is loaded, or at once if it is. A start that is waiting is replaced by another start, and dropped by
 * `cancel`.
 */
function createStarts({ activity, engine }: QueryRunDeps, onFault: (words: string) => void) {
  let waiting: object | undefined;
  return {
    onceLoaded: (start: (engine: RunEngine) => void): void => {
      const loaded = engine.get();
      if (loaded !== undefined) {
        start(loaded);
        return;
      }
      const mine = {};
      waiting = mine;
      const end = activity.begin();
      void engine
        .load()
        .then(
          (late) => {
            if (waiting === mine) start(late);
          },
          (caught: unknown) => onFault(caught instanceof Error ? caught.message : String(caught)),
        )
        .finally(end);
    },
    cancel: (): void => {
      waiting = undefined;
    },
  };
}

/** Whether a run has ended and a session can read the same keys. */
function isOf(run: ReturnType<QueryRunStore['get']>, session: Session): boolean {
  return run.phase === 'ended' && run.scope === keysOfSession(session);
}

/** Adds requests to the list of a run. All else keeps its identity, so that nothing else is drawn or computed again. */
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

/** Every other kind of pause is a wait for the service. */
const WAITS_FOR_NO_SERVICE: ReadonlySet<RunPause['kind']> = new Set(['credential', 'offline']);

/** While a run waits for the user or the network, it does not count as busy. */
function watchPauses(activity: Activity, run: Collected, control: RunControl) {
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
    onPause: (pause: RunPause | undefined): void => {
      run.pause = isLong(pause) ? pause : undefined;
      run.trouble = pause === undefined || WAITS_FOR_NO_SERVICE.has(pause.kind) ? undefined : pause.fault;
      setBusy(run.pause === undefined);
    },
    end: (): void => {
      run.pause = undefined;
      setBusy(false);
    },
  };
}

function isLong(pause: RunPause | undefined): pause is LongPause {
  return pause !== undefined && pause.kind !== 'busy';
}

function readToEnd(run: Omit<ReadAll, 'control' | 'onPause'>): void {
  const { collected, deps, picture, isCurrent } = run;
  const control = createRunControl();
  const pauses = watchPauses(deps.activity, collected, control);
  void readAll({ ...run, control, onPause: pauses.onPause })
    .catch((caught: unknown) => {
      const words = caught instanceof Error ? caught.message : 'The run ended by an unknown fault.';
      collected.end = { kind: 'crashed', words };
    })
    .finally(() => {
      pauses.end();
      if (isCurrent()) picture.now();
    });
}

interface ReadAll {
  readonly engine: RunEngine;
  readonly deps: QueryRunDeps;
  readonly collected: Collected;
  readonly session: Session;
  /** The earlier parts of the run. */
  readonly resumed: RunState | undefined;
  readonly signal: AbortSignal;
  readonly isCurrent: () => boolean;
  readonly picture: Picture;
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
    if (run.isCurrent()) run.picture.soon();
  };
  const outcome = await run.engine.runQueries({
    queries: plan.queries,
    guards: plan.guards,
    ...sourcesOf(deps, session),
    sink,
    signal: run.signal,
    control: run.control,
    budget: nextBudget(
      deps.budget ?? RUN_BUDGET,
      resumed === undefined ? { rows: 0, bytes: 0 } : heldBy(resumed),
      deps.heldByOthers?.(),
    ),
    onEvent,
    resume: resumed?.progress,
    resumeGuards: resumed?.guards,
  });
  collected.end = { kind: 'finished', outcome };
}

function sourcesOf(deps: QueryRunDeps, session: Session) {
  return {
    ...readersOf(session),
    tokensWereHidden: session.headersExposed === false,
    otherTables: tablesToAsk(session),
    lanes: session.connection.lanes,
    env: deps.env,
    retryPolicy: retryPolicyFrom(deps.retry?.()),
  };
}

/** A renewed credential may no longer be allowed to list tables; then the earlier list is not used either. */
function tablesToAsk({ connection, tables }: Session): readonly string[] | undefined {
  return connection.facts.canListTables ? tables?.names : undefined;
}
