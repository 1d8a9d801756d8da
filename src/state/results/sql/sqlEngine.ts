import { countText } from '../../../core/words.ts';
import type { ExportReceipt } from '../../../workers/rowStoreProtocol.ts';
import type { SqlCalls, SqlFault } from '../../../workers/sql/sqlProtocol.ts';
import { createWorkerCalls, type WorkerCalls, type WorkerLike } from '../../../workers/workerCalls.ts';
import { createStore } from '../../base/store.ts';
import type { ResultsStore } from '../resultsStore.ts';
import type { SqlTableName } from './tableNames.ts';

/** Limits of what is loaded into DuckDB, whose worker can use 4 GB at most. */
const MOST_ROWS = 1_000_000;
const MOST_BYTES = 400_000_000;

/** A table whose rows are in DuckDB. */
export interface LoadedTable extends Pick<ExportReceipt, 'rows' | 'bytes' | 'lossyRows'> {
  readonly table: string;
  readonly columns: NonNullable<ExportReceipt['table']>['columns'];
  /** Columns that were left out because the table has too many. */
  readonly left: readonly string[];
  /** Changes with the rows of the result: rows of another version are loaded again. */
  readonly version: string;
}

export interface SqlState {
  /** Why SQL is off here; undefined: it works, or has not been tried yet. */
  readonly off?: string | undefined;
  /** What the worker is doing, for the status line; undefined: nothing. */
  readonly work?: string | undefined;
  /** The last error. `text`: the query that failed; empty if loading rows failed. */
  readonly fault?: (SqlFault & { readonly text: string }) | undefined;
  /** By the number of the result. */
  readonly loaded: ReadonlyMap<number, LoadedTable>;
  readonly functions: readonly string[];
  /** Bytes of the worker; undefined: none is running. */
  readonly memory?: number | undefined;
}

export type SqlWorkerCalls = WorkerCalls<SqlCalls>;

const CANCEL_MS = 1000;

/** Occurs in the message of a fault if loading fewer columns would avoid it. */
export const FEWER = 'fewer columns';
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
   * Ends the worker if it does not answer within a second, because a long step blocks it: the next query loads the rows again. That
   * one has to wait for `stopped`, or it would end with the worker.
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
    const calls = createWorkerCalls<SqlCalls>(started, WORDS, () => this.free());
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

  /** Loads the rows of a result, unless they are loaded. `properties`: which columns; undefined: all, or those already loaded. */
  async load(
    calls: SqlWorkerCalls,
    { table, result: { id, name, run } }: SqlTableName,
    signal: AbortSignal,
    properties?: readonly string[],
  ): Promise<void> {
    const version = `${run.runId} ${run.dataVersion}`;
    const known = this.store.get().loaded.get(id);
    if (known?.version === version && known.table === table && properties === undefined) return;
    await this.drop(calls, id);
    const source = this.results.get().all.find((one) => one.id === id)?.services.rows;
    if (source === undefined) return;
    let [rows, bytes] = [run.rows, 0];
    for (const other of this.store.get().loaded.values()) {
      rows += other.rows;
      bytes += other.bytes;
    }
    if (rows > MOST_ROWS)
      throw new Error(
        `SQL can hold ${countText(MOST_ROWS)} rows, and this needs ${countText(rows)}: close a result, or narrow its query.`,
      );
    let isFirst = true;
    const put = async (slice: Uint8Array<ArrayBuffer>): Promise<void> => {
      bytes += slice.length;
      if (bytes > MOST_BYTES)
        throw new Error(
          `The rows take more than the ${countText(MOST_BYTES / 1e6)} MB that SQL can hold: close a result, or load ${FEWER}.`,
        );
      await calls.call('put', { table, slice, isFirst }, [slice.buffer]);
      isFirst = false;
    };
    try {
      const { table: made = { columns: [], left: [] }, ...receipt } = await source.exportRows(
        put,
        { format: 'sql', properties },
        signal,
        ({ rowsDone }) =>
          this.set({ work: `Reading "${name}": ${countText(rowsDone)} of ${countText(run.rows)} rows` }),
      );
      const guids = made.columns.flatMap((column) => (column.type === 'Edm.Guid' ? [column.name] : []));
      await calls.call('seal', { table, guids });
      const loaded = { ...receipt, ...made, table, version };
      this.set({ loaded: new Map(this.store.get().loaded).set(id, loaded) });
    } catch (error) {
      await calls.call('drop', table).catch(() => undefined);
      throw error;
    }
  }
}
