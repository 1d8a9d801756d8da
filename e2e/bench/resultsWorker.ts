// The row store of `npm run bench -- results`. It is in a worker, as in the app: collecting the baseline's objects is no work of the store.
import { type RowOrder, RowSorter } from '../../src/core/entities/order/rowOrder.ts';
import { EntityStore } from '../../src/core/entities/store/entityStore.ts';
import { exportCsv } from '../../src/core/entities/views/exportCsv.ts';
import { RowSearch } from '../../src/core/entities/views/searchRows.ts';
import { schemeById } from '../../src/core/keys/schemeRegistry.ts';
import { RowQueries, type RowQuery } from '../../src/core/rows/rowQuery.ts';
import { timeOf } from './timing.ts';
import { PAGE_ROWS, wadPage } from './wadPages.ts';

let queries: RowQueries | undefined;
let store: EntityStore | undefined;

function held(): { readonly store: EntityStore; readonly queries: RowQueries } {
  if (store === undefined || queries === undefined) throw new Error('Call load first.');
  return { store, queries };
}

/** Fills the store, and packs its rows, which the app does when nobody waits. */
function load(rows: number): void {
  const scheme = schemeById('wad-prefixed');
  if (scheme === undefined) throw new Error('No scheme wad-prefixed');
  store = new EntityStore(scheme);
  const encoder = new TextEncoder();
  for (let page = 0; page * PAGE_ROWS < rows; page += 1) {
    const stored = store.appendBody(encoder.encode(wadPage(page)), 0);
    if (!stored.ok) throw new Error(stored.error.message);
  }
  for (const _ of store.pack());
  queries = new RowQueries(store, new RowSorter(store));
}

interface TimedRows {
  readonly ms: number;
  /** Numbers of the rows that were listed, in order. */
  readonly rows: Uint32Array;
}

function select(query: RowQuery): TimedRows {
  const startedAtMs = performance.now();
  const steps = held().queries.select(query);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return { ms: performance.now() - startedAtMs, rows: value.rows };
  }
}

/** Sorts by a column. The first call builds it. */
function sort(name: string, isDescending: boolean): TimedRows {
  return select({ order: 'arrival', sort: [{ name, isDescending }] });
}

/** Keeps the rows of a range of a number. */
function filter(name: string, from: number, to: number, order: RowOrder): TimedRows {
  return select({
    order,
    filters: [{ kind: 'range', as: 'number', name, from: String(from), to: String(to) }],
  });
}

/** Searches a text in all columns, to the end. */
function search(text: string): { readonly ms: number; readonly rows: number } {
  const { store: searched } = held();
  const rowSearch = new RowSearch(searched);
  const ms = timeOf(() => {
    for (const _ of rowSearch.search(text));
  });
  const rows = Uint32Array.from({ length: searched.rowCount }, (_, row) => row);
  return { ms, rows: rowSearch.positions(rows).length };
}

function memory(): { readonly storeBytes: number; readonly columnBytes: number } {
  const { store: measured, queries: built } = held();
  return { storeBytes: measured.bytesHeld, columnBytes: built.bytesHeld };
}

/** Writes all rows as CSV. */
function csv(): { readonly ms: number; readonly bytes: number } {
  const { store: written } = held();
  const rows = Uint32Array.from({ length: written.rowCount }, (_, row) => row);
  let bytes = 0;
  const ms = timeOf(() => {
    for (const piece of exportCsv(written, rows, { formulaGuard: true }).pieces) bytes += piece.bytes.length;
  });
  return { ms, bytes };
}

const jobs = { load, sort, filter, search, memory, csv };
export type ResultsJobs = typeof jobs;

interface Asked {
  readonly job: keyof ResultsJobs;
  readonly inputs: readonly unknown[];
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const job = jobs[data.job] as (...inputs: readonly unknown[]) => unknown;
  try {
    postMessage({ answer: job(...data.inputs) });
  } catch (fault) {
    postMessage({ fault: String(fault) });
  }
});
