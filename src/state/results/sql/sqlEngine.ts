import { typeColumns } from '../../../core/rows/sqlTable.ts';
import { countText } from '../../../core/words.ts';
import type { ExportReceipt } from '../../../workers/rowStoreProtocol.ts';
import type { SqlCalls, SqlFault } from '../../../workers/sql/sqlProtocol.ts';
import { createWorkerCalls, type WorkerCalls, type WorkerLike } from '../../../workers/workerCalls.ts';
import { createStore } from '../../base/store.ts';
import type { ResultsStore } from '../resultsStore.ts';
import { type SqlTableName, tableNames } from './tableNames.ts';

/** Limits of what is loaded into DuckDB, whose worker can use 4 GB at most. */
const MOST_ROWS = 1_000_000;
const MOST_BYTES = 400_000_000;
/**
 * The bytes of all rows are estimated from the first slice. Rows are refused early only if the estimate exceeds the limit by this factor.
 */
const SURE = 1.25;

/** A table whose rows are in DuckDB. */
export interface LoadedTable extends Pick<ExportReceipt, 'rows' | 'bytes' | 'lossyRows'> {
  readonly table: string;
  readonly columns: NonNullable<ExportReceipt['table']>['columns'];
  /** Columns of GUIDs whose type is UUID; others stay text. */
  readonly uuids: readonly string[];
  /** Columns that were left out, because the table has too many or not all were wanted. */
  readonly left: readonly string[];
  /** Columns `<name>@type` that queries have named. */
  readonly types: readonly string[];
  /** Changes with the rows of the result: rows of another version are loaded again. */
  readonly version: string;
}

export interface SqlState {
  /** Why SQL is off here; undefined: it works, or has not been tried yet. */
  readonly off?: string | undefined;
  /** What the worker is doing, for the status line; undefined: nothing. */
  readonly work?: string | undefined;
  /** The last error. `text`: the query that failed; empty if loading rows failed. */
  readonly fault?: (LoadFault & { readonly text: string }) | undefined;
  /** Loaded tables, by the number of their result. */
  readonly loaded: ReadonlyMap<number, LoadedTable>;
  readonly functions: readonly string[];
  /** Bytes of the worker; undefined: none is running. */
  readonly memory?: number | undefined;
}

interface LoadFault extends SqlFault {
  /** The number of the result whose rows may fit with fewer columns. */
  readonly tooWide?: number;
}

export type SqlWorkerCalls = WorkerCalls<SqlCalls>;

const CANCEL_MS = 1000;

const WORDS = { name: 'SQL', nextStep: 'The rows are safe: run the query again.' };

/** The worker with DuckDB, and the results whose rows are in it. */
export class SqlEngine {
  readonly store = createStore<SqlState>({ loaded: new Map(), functions: [] });
  private readonly results: ResultsStore;
  private readonly startWorker: () => WorkerLike;
  stopped = Promise.resolve();
  private worker: { readonly calls: SqlWorkerCalls; readonly end: () => void } | undefined;

  constructor(results: ResultsStore, startWorker: () => WorkerLike) {
    this.results = results;
    this.startWorker = startWorker;
    results.subscribe(() => this.endIfUnused());
    this.store.subscribe(() => this.endIfUnused());
  }

  /** Ends the worker once it is idle and every result whose rows are in it is closed. */
  private endIfUnused(): void {
    const { loaded, work } = this.store.get();
    if (this.worker === undefined || work !== undefined) return;
    if (!this.results.get().all.some(({ id }) => loaded.has(id))) this.free();
  }

  set(change: Partial<SqlState>): void {
    this.store.update((state) => ({ ...state, ...change }));
  }

  /** Ends the worker, which frees its memory. */
  free(): void {
    const ended = this.worker;
    this.worker = undefined;
    ended?.calls.die('SQL was ended.');
    ended?.end();
    this.set({ loaded: new Map(), memory: undefined });
  }

  /**
   * Ends the worker if it does not answer within a second because a long step blocks it; the next query then loads the rows again. That
   * query must wait for `stopped`, or it would use the worker that is about to end.
   */
  endIfStuck(): void {
    const { worker } = this;
    this.set({ work: 'Stopping' });
    this.stopped = new Promise((resolve) => {
      const timer = setTimeout(() => {
        if (this.worker === worker) this.free();
        resolve();
      }, CANCEL_MS);
      worker?.calls.call('memory', undefined).then(
        () => {
          clearTimeout(timer);
          resolve();
        },
        () => undefined,
      );
    });
  }

  /** Starts the worker, unless it is running. */
  async ready(signal: AbortSignal): Promise<SqlWorkerCalls> {
    if (this.worker !== undefined) return this.worker.calls;
    this.set({ work: 'Starting SQL (first time: 8 MB download)' });
    const started = this.startWorker();
    const calls = createWorkerCalls<SqlCalls>(started, WORDS, { put: 'input' }, () => this.free());
    this.worker = { calls, end: () => started.terminate() };
    try {
      this.set({ functions: await calls.call('start', undefined), off: undefined });
      return calls;
    } catch (error) {
      this.free();
      if (!signal.aborted) this.set({ off: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  }

  /** Drops the tables of results that were closed. */
  async dropClosed(calls: SqlWorkerCalls): Promise<void> {
    const open = new Set(this.results.get().all.map(({ id }) => id));
    for (const id of this.store.get().loaded.keys()) if (!open.has(id)) await this.drop(calls, id);
  }

  private async drop(calls: SqlWorkerCalls, id: number): Promise<void> {
    const loaded = new Map(this.store.get().loaded);
    const known = loaded.get(id);
    if (known !== undefined) await calls.call('drop', known.table);
    loaded.delete(id);
    this.set({ loaded });
  }

  /** Loads the rows of a result if it is still open. */
  async loadOpen(
    calls: SqlWorkerCalls,
    id: number,
    signal: AbortSignal,
    properties: readonly string[] | undefined,
  ): Promise<LoadFault | undefined> {
    const own = tableNames(this.results.get()).find(({ result }) => result.id === id);
    return own && this.load(calls, own, [own], signal, properties);
  }

  /** Drops the tables that are not in `kept`, if there is no room for `rows` more rows. Answers with what the others hold. */
  private async makeRoom(calls: SqlWorkerCalls, rows: number, kept: readonly SqlTableName[]) {
    const sum = (of: 'rows' | 'bytes'): number =>
      [...this.store.get().loaded.values()].reduce((all, table) => all + table[of], 0);
    if (rows + sum('rows') > MOST_ROWS)
      for (const id of this.store.get().loaded.keys())
        if (!kept.some(({ result }) => result.id === id)) await this.drop(calls, id);
    return { rows: sum('rows'), bytes: sum('bytes') };
  }

  /**
   * Loads the rows of a result, unless they are loaded; answers with why they do not fit. `kept`: the tables that must stay loaded.
   * `properties`: which columns; undefined: all, or those already loaded.
   */
  private async load(
    calls: SqlWorkerCalls,
    { table, result: { id, name, run } }: SqlTableName,
    kept: readonly SqlTableName[],
    signal: AbortSignal,
    properties?: readonly string[],
  ): Promise<LoadFault | undefined> {
    const version = `${run.runId} ${run.dataVersion}`;
    const known = this.store.get().loaded.get(id);
    if (known?.version === version && known.table === table && properties === undefined) return undefined;
    await this.drop(calls, id);
    const source = this.results.get().all.find((one) => one.id === id)?.services.rows;
    if (source === undefined) return undefined;
    const held = await this.makeRoom(calls, run.rows, kept);
    const rows = run.rows + held.rows;
    let { bytes } = held;
    if (rows > MOST_ROWS)
      return {
        words: `SQL can hold ${countText(MOST_ROWS)} rows, and this needs ${countText(rows)}: close a result, or narrow its query.`,
      };
    let isFirst = true;
    let taken: Promise<undefined> | undefined;
    let tooWide: LoadFault | undefined;
    let rowsRead = 0;
    const put = async (slice: Uint8Array<ArrayBuffer>): Promise<void> => {
      const needed = bytes + (slice.length * run.rows) / Math.max(1, rowsRead);
      bytes += slice.length;
      if (bytes > MOST_BYTES || (isFirst && needed > MOST_BYTES * SURE)) {
        const all = isFirst ? `about ${countText(Math.round(needed / 1e6))} MB, more than` : 'more than';
        const words = `The rows need ${all} the ${countText(MOST_BYTES / 1e6)} MB that SQL can hold: load fewer columns, or close a result.`;
        tooWide = { words, tooWide: id };
        throw new Error(words);
      }
      // DuckDB takes a slice while the next one is made.
      await taken;
      taken = calls.call('put', { table, slice, isFirst });
      taken.catch(() => undefined);
      isFirst = false;
    };
    try {
      const { table: made = { columns: [], left: [] }, ...receipt } = await source.exportRows(
        { format: 'sql', properties },
        {
          signal,
          onChunk: put,
          onProgress: ({ rowsDone }) => {
            rowsRead = rowsDone;
            this.set({ work: `Reading "${name}": ${countText(rowsDone)} of ${countText(run.rows)} rows` });
          },
        },
      );
      await taken;
      const guids = made.columns.flatMap((column) => (column.type === 'Edm.Guid' ? [column.name] : []));
      const uuids = await calls.call('seal', { table, guids });
      this.setLoaded(id, { ...receipt, ...made, uuids, types: [], table, version });
      return undefined;
    } catch (error) {
      await calls.call('drop', table).catch(() => undefined);
      if (tooWide !== undefined) return tooWide;
      throw error;
    }
  }

  /** Loads what a query needs: these results, their second names, and the columns `<name>@type` that it names. */
  async loadFor(
    calls: SqlWorkerCalls,
    from: readonly SqlTableName[],
    isNamed: (name: string) => boolean,
    signal: AbortSignal,
  ): Promise<LoadFault | undefined> {
    for (const each of from) {
      const fault = await this.load(calls, each, from, signal);
      if (fault !== undefined) return fault;
      await this.addTypes(calls, each.result.id, isNamed);
      for (const name of each.aliases) await calls.call('alias', { name, table: each.table });
    }
    return undefined;
  }

  private async addTypes(
    calls: SqlWorkerCalls,
    id: number,
    isNamed: (name: string) => boolean,
  ): Promise<void> {
    const table = this.store.get().loaded.get(id);
    if (table === undefined) return;
    const types = [...table.types];
    for (const column of typeColumns(table.columns)) {
      if (!isNamed(column.name) || types.includes(column.name)) continue;
      await calls.call('addTypes', { table: table.table, column });
      types.push(column.name);
    }
    this.setLoaded(id, { ...table, types });
  }

  private setLoaded(id: number, table: LoadedTable): void {
    this.set({ loaded: new Map(this.store.get().loaded).set(id, table) });
  }
}
