import type { ColumnChoice } from '../../../core/rows/columnChoice.ts';
import type { SqlFault } from '../../../workers/sql/sqlProtocol.ts';
import type { WorkerLike } from '../../../workers/workerCalls.ts';
import type { Activity } from '../../base/activity.ts';
import type { ReadableStore } from '../../base/store.ts';
import { answerColumns, readAnswer } from '../answerResult.ts';
import type { ResultsStore } from '../resultsStore.ts';
import type { OpenResult, ResultsState } from '../resultTabs.ts';
import { SqlEngine, type SqlState, type SqlWorkerCalls } from './sqlEngine.ts';
import { type SqlTableName, sourceOf, tableNames } from './tableNames.ts';

/** SQL over the open results, by DuckDB in a worker of its own. */
export interface SqlStore extends ReadableStore<SqlState> {
  /** Starts DuckDB and loads the rows of a result, so that its columns are known. `properties`: which columns; undefined: all. */
  readonly prepare: (id: number, properties?: readonly string[]) => void;
  /** Shows the answer as a result. */
  readonly run: (text: string) => void;
  readonly cancel: () => void;
  /** Ends the worker, which frees its memory. */
  readonly free: () => void;
}

export interface SqlDeps {
  readonly results: ResultsStore;
  readonly startSqlWorker: () => WorkerLike;
  readonly activity: Activity;
  readonly nowMs: () => number;
}

/** Tests whether a query names something. Case does not matter, and names inside string literals and comments do not count. */
function namedIn(text: string): (name: string) => boolean {
  const names = text.matchAll(/'(?:[^']|'')*'|--.*|\/\*[^]*?\*\/|"((?:[^"]|"")*)"|([a-z_]\w*)/gi);
  const found = new Set(Array.from(names, ([, quoted, plain]) => (quoted ?? plain ?? '').toLowerCase()));
  return (name) => found.has(name.toLowerCase());
}

/** Shows an answer in the order of its query, and closes the last answer about the same result, unless the user named it or the query reads it. */
function replaceBefore(
  results: ResultsStore,
  all: readonly OpenResult[],
  source: number,
  from: readonly SqlTableName[],
  columns: ColumnChoice,
): void {
  const isRead = (id: number): boolean => from.some(({ result }) => result.id === id);
  const before = all.findLast(
    ({ id, answer, givenName }) => answer?.source === source && givenName === undefined && !isRead(id),
  );
  if (before !== undefined) results.close(before.id);
  const { run, rowList } = results.get().inSight.services;
  const shown = run.get();
  if (shown.phase !== 'idle') rowList.restore(shown.runId, { order: 'arrival', columns });
}

/** Adds the names of the tables that a query can use to a fault that is about them. */
function withTables({ words, isAboutTables, ...at }: SqlFault, shown: ResultsState): SqlFault {
  const names = tableNames(shown).flatMap(({ table, aliases }) => [...aliases, table]);
  return { ...at, words: isAboutTables ? `${words} Tables: ${names.join(', ')}.` : words };
}

/** Runs a query and shows its answer as a result. */
async function showAnswer(
  { results, nowMs }: Pick<SqlDeps, 'results' | 'nowMs'>,
  engine: SqlEngine,
  text: string,
  calls: SqlWorkerCalls,
  signal: AbortSignal,
): Promise<SqlFault | undefined> {
  const isNamed = namedIn(text);
  const shown = results.get();
  const source = sourceOf(shown);
  // Words of the text may also be aliases. They decide only if DuckDB cannot tell.
  const names = await calls.call('names', text);
  const isRead = (table: string): boolean => names?.includes(table.toLowerCase()) ?? isNamed(table);
  const from = tableNames(shown).filter(({ table, aliases }) => [table, ...aliases].some(isRead));
  const fault = await engine.loadFor(calls, from, isNamed, signal);
  if (fault !== undefined) return fault;
  engine.set({ work: 'Running' });
  const started = await calls.call('query', text, { signal });
  if (!started.ok) return withTables(started.fault, shown);
  const ran = source.services.run.get();
  const words = await results.takeRows(
    readAnswer(
      {
        sql: text,
        source: source.id,
        from: from.map(({ result }) => result),
        form: source.services.query.get(),
        schemeId: ran.phase === 'idle' ? '' : ran.plan.request.schemeId,
      },
      started,
      (most, onChunk) => calls.call('rows', most, { signal, onChunk }),
      nowMs,
    ),
  );
  if (words !== undefined) return { words };
  replaceBefore(results, shown.all, source.id, from, answerColumns(started.columns));
  return undefined;
}

const made = new WeakMap<ResultsStore, SqlStore>();

/** The store of SQL over these results; the same one each time. */
export function sqlOf(deps: SqlDeps): SqlStore {
  const sql = made.get(deps.results) ?? createSql(deps);
  made.set(deps.results, sql);
  return sql;
}

function createSql(deps: SqlDeps): SqlStore {
  const { results, startSqlWorker, activity } = deps;
  const engine = new SqlEngine(results, startSqlWorker);
  let stop: AbortController | undefined;
  /** Whether rows are loaded without a query. */
  let isPreparing = false;
  /** A query that waits until they are. */
  let next: string | undefined;

  /** Runs one piece of work at a time, and shows its error. */
  const working = async (
    text: string,
    work: (calls: SqlWorkerCalls, signal: AbortSignal) => Promise<SqlFault | undefined>,
  ): Promise<void> => {
    if (stop !== undefined) {
      if (isPreparing && text !== '') next = text;
      return;
    }
    const own = new AbortController();
    stop = own;
    isPreparing = text === '';
    engine.set({ fault: undefined, work: 'Running' });
    try {
      const calls = await engine.ready(own.signal);
      await engine.dropClosed(calls);
      const fault = await work(calls, own.signal);
      engine.set({ fault: fault && { ...fault, text }, memory: await calls.call('memory', undefined) });
    } catch (error) {
      if (!own.signal.aborted && engine.store.get().off === undefined)
        engine.set({ fault: { words: error instanceof Error ? error.message : String(error), text } });
    } finally {
      if (own.signal.aborted) await engine.stopped;
      stop = undefined;
      engine.set({ work: undefined });
      if (next !== undefined) run(next);
    }
  };

  const run = (text: string): void => {
    next = undefined;
    void activity.track(working(text, (calls, signal) => showAnswer(deps, engine, text, calls, signal)));
  };

  return {
    get: engine.store.get,
    subscribe: engine.store.subscribe,
    prepare: (id, properties) =>
      void activity.track(working('', (calls, signal) => engine.loadOpen(calls, id, signal, properties))),
    run,
    cancel: () => {
      next = undefined;
      if (stop?.signal.aborted === false) engine.endIfStuck();
      stop?.abort(new Error('Cancelled.'));
    },
    free: () => engine.free(),
  };
}
