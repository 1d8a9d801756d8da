import { type CountPicture, LISTED_PARTITIONS } from '../../core/keyspace/count/countPicture.ts';
import { keyBounds } from '../../core/keyspace/count/keyBounds.ts';
import { type KeptCount, rangesLeft } from '../../core/keyspace/count/keptCount.ts';
import { MOST_PARTITIONS } from '../../core/keyspace/count/keyCounts.ts';
import type { TableKeyRange } from '../../core/keys/base/scheme.ts';
import { noneScheme } from '../../core/keys/schemes/none.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import { rangeQuery } from '../../core/plan/rangeSplit.ts';
import { faultText } from '../../core/result.ts';
import { faultOf } from '../../tables/base/tableError.ts';
import { createKeyspaceClient, type KeyspaceClient } from '../../workers/keyspaceClient.ts';
import type { CountRequest } from '../../workers/keyspaceProtocol.ts';
import type { WorkerLike } from '../../workers/workerCalls.ts';
import type { Activity } from '../base/activity.ts';
import { createLatest } from '../base/latest.ts';
import type { SavedTemplate } from '../base/savedTemplates.ts';
import { createStore, type ReadableStore } from '../base/store.ts';
import { keysOfSession, type Session } from '../connection/session.ts';
import type { RequestRecord } from '../../tables/progress/runTypes.ts';
import type { AskedTable, AskTable } from '../run/questions.ts';
import type { QueryRunDeps } from '../run/queryRun.ts';
import { EMPTY_FORM } from '../run/queryForm.ts';
import type { QueryRunStore, RunState } from '../run/runState.ts';
import { createKeeping, type Keeper } from './countKeeping.ts';

/** A count of all rows of a table. */
export type CountState =
  | { readonly kind: 'none' }
  /** The table is being divided into ranges, with so many requests up to now. */
  | { readonly kind: 'dividing'; readonly tableName: string; readonly requestsBefore: number }
  | { readonly kind: 'failed'; readonly tableName: string; readonly why: string }
  | {
      readonly kind: 'counting';
      readonly tableName: string;
      /** Only what a query matches is counted, not the whole table. */
      readonly isOfQuery: boolean;
      readonly run: RunState;
      /** Requests that divided the table, and those before a reload of the page; `run.requests` does not include them. */
      readonly requestsBefore: number;
      /** Undefined before the first page. */
      readonly picture: CountPicture | undefined;
      /** The count is kept in this browser. */
      readonly isKept: boolean;
      /** The browser could not store the count. */
      readonly isRefused: boolean;
    };

export interface KeyspaceCount extends ReadableStore<CountState> {
  /** Counts a table from its beginning; replaces the previous count. `withBytes`: reads whole rows, and counts their bytes too. */
  readonly start: (session: Session, tableName: string, withBytes: boolean) => void;
  /** Counts what a query matches; replaces the previous count. No row may match two of its queries. */
  readonly startQuery: QueryRunStore['start'];
  /** Stops reading; the counts remain. */
  readonly pause: () => void;
  /** Continues a paused or failed count; a waiting count retries at once. */
  readonly goOn: (session: Session) => void;
  readonly canGoOn: (session: Session) => boolean;
  /** The counts with up to `MOST_PARTITIONS` partitions. */
  readonly partitions: () => Promise<CountPicture>;
  /** Keeps this count in this browser from now on, so that it can continue after a page reload. */
  readonly keep: () => void;
  /** The kept count, if the session can read the same keys; undefined: none, or the browser has no IndexedDB. */
  readonly kept: (session: Session) => Promise<KeptCount | undefined>;
  readonly startKept: (session: Session, kept: KeptCount) => void;
  readonly forget: () => void;
}

interface Deps {
  readonly activity: Activity;
  readonly askTable: AskTable;
  readonly startWorker: () => WorkerLike;
  readonly templates: () => readonly SavedTemplate[];
  /** Creates a run that hands its pages to `rows`. */
  readonly createRun: (rows: QueryRunDeps['rows']) => QueryRunStore;
  readonly loadKeeper: () => Promise<Keeper>;
  readonly nowMs: () => number;
}

const KEYS = ['PartitionKey', 'RowKey'] as const;

function planOf(tableName: string, ranges: readonly TableKeyRange[], withBytes: boolean): QueryPlan {
  const queryClass = ranges.length > 1 ? 'partition range' : 'table scan';
  const select = withBytes ? undefined : KEYS;
  return {
    request: { tableName, schemeId: noneScheme.id, volume: 1, unprefixed: false, select },
    queries: ranges.map((range, index) => ({
      index,
      label: `range ${index + 1}`,
      tableName,
      range,
      filter: rangeQuery(range, undefined)?.filter,
      select,
      queryClass,
    })),
    guards: [],
    queryClass,
    notes: [],
  };
}

/** A sink for the pages of a run: counts their rows, then drops them. */
function countedRows(worker: () => KeyspaceClient, request: () => CountRequest): QueryRunDeps['rows'] {
  return {
    begin: () => worker().beginCount(request()),
    append: (_run, query, body, slot) => worker().countPage({ body, part: `${query} ${slot?.order ?? 0}` }),
    extend: () => Promise.reject(new Error('A count cannot be followed.')),
    onLost: () => () => undefined,
  };
}

/** One count from its beginning, also if it is paused meanwhile. */
interface Begun extends Pick<CountRequest, 'from' | 'withBytes'> {
  readonly isOfQuery: boolean;
  requestsBefore: number;
  /** The last run of the count before this one: it may still end while this one divides its table. */
  readonly earlierRun?: number | undefined;
}

/** The run, the worker that counts its pages, and the store with the state of both. */
function createCounter({ activity, startWorker, templates, createRun, loadKeeper, nowMs }: Deps) {
  const store = createStore<CountState>({ kind: 'none' });
  let client: KeyspaceClient | undefined;
  let begun: Begun = { withBytes: false, isOfQuery: false, requestsBefore: 0 };
  const ownRun = () => {
    const now = run.get();
    return now.phase === 'idle' || now.runId === begun.earlierRun ? undefined : now;
  };
  const worker = (): KeyspaceClient => (client ??= createKeyspaceClient(startWorker()));
  const run = createRun(
    countedRows(worker, () => ({
      tableName: tableOf(store.get()),
      templates: templates(),
      from: begun.from,
      withBytes: begun.withBytes,
    })),
  );
  const keeping = createKeeping(
    run,
    () => worker().countState(),
    loadKeeper,
    { onRefused: () => publish(), requestsBefore: () => begun.requestsBefore },
    { activity, nowMs },
  );
  const pictures = createLatest(
    ({ isOver }: { readonly begun: Begun; readonly version: number; readonly isOver: boolean }) =>
      worker().countPicture({ isOver, most: LISTED_PARTITIONS }),
    activity,
  );
  const publish = (): void => {
    const now = ownRun();
    const was = store.get();
    if (now === undefined || was.kind === 'none' || was.kind === 'failed') return;
    const { tableName } = was;
    const { isOfQuery, requestsBefore } = begun;
    const { question, answer } = pictures.get();
    const picture = question?.begun === begun ? answer : undefined;
    const [isKept, isRefused] = [keeping.isOn(), keeping.isRefused()];
    store.set({
      kind: 'counting',
      tableName,
      isOfQuery,
      run: now,
      requestsBefore,
      picture,
      isKept,
      isRefused,
    });
  };
  run.subscribe(() => {
    const now = ownRun();
    if (now === undefined) return;
    const isOver = now.completeness.state === 'complete';
    keeping.tick();
    if (now.dataVersion > 0) pictures.ask({ begun, version: now.dataVersion * 2 + (isOver ? 1 : 0), isOver });
    publish();
  });
  pictures.subscribe(publish);
  return {
    store,
    run,
    worker,
    keeping,
    publish,
    noteRequests: (sent: number): void => {
      begun.requestsBefore = sent;
      const was = store.get();
      if (was.kind === 'dividing') store.set({ ...was, requestsBefore: sent });
    },
    /** Ends the current count; the next run continues the counts of `next`, or starts from zero. */
    anew: (tableName: string, next: Omit<Begun, 'earlierRun'>): void => {
      begun = { ...next, earlierRun: ownRun()?.runId ?? begun.earlierRun };
      run.cancel();
      client?.dispose();
      client = undefined;
      store.set({ kind: 'dividing', tableName, requestsBefore: begun.requestsBefore });
    },
  };
}

export function createKeyspaceCount(deps: Deps): KeyspaceCount {
  const { activity, askTable, loadKeeper } = deps;
  const { store, run, worker, keeping, publish, noteRequests, anew } = createCounter(deps);
  let current = new AbortController();
  const divide = async (
    session: Session,
    tableName: string,
    withBytes: boolean,
    signal: AbortSignal,
  ): Promise<void> => {
    const note = (sent: number): void => void (signal.aborted || noteRequests(sent));
    let sent = 0;
    const onAsk = (): void => note(++sent);
    // Includes retries, unlike the number of questions.
    const onRequests = (all: readonly RequestRecord[]): void => note(all.length);
    const ranges = await rangesOf(askTable, { session, tableName, signal, onRequests }, onAsk);
    if (signal.aborted) return;
    if (typeof ranges === 'string') store.set({ kind: 'failed', tableName, why: ranges });
    else run.start(planOf(tableName, ranges, withBytes), session, { ...EMPTY_FORM, table: tableName });
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    start: (session, tableName, withBytes) => {
      current.abort();
      current = new AbortController();
      keeping.off();
      anew(tableName, { withBytes, isOfQuery: false, requestsBefore: 0 });
      void activity.track(divide(session, tableName, withBytes, current.signal));
    },
    startQuery: (plan, session, form) => {
      const { tableName } = plan.request;
      current.abort();
      keeping.off();
      anew(tableName, { withBytes: false, isOfQuery: true, requestsBefore: 0 });
      const queries = plan.queries.map((query) => ({ ...query, select: KEYS }));
      run.start({ ...plan, request: { ...plan.request, select: KEYS }, queries }, session, form);
    },
    pause: () => {
      current.abort();
      if (store.get().kind === 'dividing') store.set({ kind: 'none' });
      run.cancel();
    },
    goOn: (session) => {
      const now = run.get();
      if (now.phase === 'running') run.unpause();
      else run.resume(session);
    },
    canGoOn: run.canResume,
    partitions: () => worker().countPicture({ isOver: true, most: MOST_PARTITIONS }),
    keep: () => {
      keeping.on();
      publish();
    },
    kept: async (session) => {
      const kept = await loadKeeper()
        .then(({ readCount }) => readCount())
        .catch(() => undefined);
      return kept?.scope === keysOfSession(session) ? kept : undefined;
    },
    startKept: (session, kept) => {
      const { tableName, withBytes } = kept.counts;
      current.abort();
      anew(tableName, { withBytes, from: kept.counts, isOfQuery: false, requestsBefore: kept.requests ?? 0 });
      keeping.on();
      run.start(planOf(tableName, rangesLeft(kept), withBytes), session, { ...EMPTY_FORM, table: tableName });
    },
    forget: () => {
      keeping.off();
      publish();
      void activity.track(
        loadKeeper()
          .then(({ forgetCount }) => forgetCount())
          .catch(() => undefined),
      );
    },
  };
}

/** The ranges of a table, or as text why it could not be divided. */
async function rangesOf(
  askTable: AskTable,
  asked: AskedTable,
  onAsk: () => void,
): Promise<readonly TableKeyRange[] | string> {
  try {
    return await askTable(asked, (firstKey) =>
      keyBounds((filter) => {
        onAsk();
        return firstKey(filter);
      }),
    );
  } catch (caught) {
    const fault = faultOf(caught);
    return fault === undefined ? 'The table could not be divided into ranges.' : faultText(fault);
  }
}

function tableOf(state: CountState): string {
  return state.kind === 'none' ? '' : state.tableName;
}
