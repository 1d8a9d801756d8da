// The row store for `npm run bench -- results`. It is in a worker, as in the app, so that garbage collection of the baseline's objects does
// not count as its time.
import { type RowOrder, RowSorter } from '../../src/core/entities/order/rowOrder.ts';
import { EntityStore } from '../../src/core/entities/store/entityStore.ts';
import { exportCsv } from '../../src/core/entities/views/exportCsv.ts';
import { RowSearch } from '../../src/core/entities/views/searchRows.ts';
import { schemeById } from '../../src/core/keys/schemeRegistry.ts';
import { type RowFilter, RowQueries, type RowQuery } from '../../src/core/rows/rowQuery.ts';
import { RunRows } from '../../src/core/rows/runRows.ts';
import { isoToTicks } from '../../src/core/time/ticks.ts';
import { timeOf } from './timing.ts';
import { PAGE_ROWS, wadPage } from './wadPages.ts';

let queries: RowQueries | undefined;
let store: EntityStore | undefined;
let run: RunRows | undefined;

function held(): { readonly store: EntityStore; readonly queries: RowQueries } {
  if (store === undefined || queries === undefined) throw new Error('Call load first.');
  return { store, queries };
}

/** Fills the store and packs its rows, which the app does while nobody waits. */
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
  run = new RunRows(schemeById);
  const spec = { runId: 1, schemeId: scheme.entry.id, queries: [{ index: 0, label: 'all' }] };
  run.hold(spec, scheme, store);
}

interface TimedRows {
  readonly ms: number;
  /** Numbers of the listed rows, in the order of the list. */
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

/** Sorts by a column. The first call builds the order. */
function sort(name: string, isDescending: boolean): TimedRows {
  return select({ order: 'arrival', sort: [{ name, isDescending }] });
}

/** Filters by a range of numbers. */
function filter(name: string, from: number, to: number, order: RowOrder): TimedRows {
  return select({
    order,
    filters: [{ kind: 'range', as: 'number', name, from: String(from), to: String(to) }],
  });
}

/** Searches all columns for a text, to the end. */
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

/** The parts of the page that show a selection, with the requests of the app for them. */
const DRAWN: Readonly<
  Record<string, (rows: RunRows, filters: readonly RowFilter[]) => Generator<unknown, unknown, undefined>>
> = {
  histogram: (rows, filters) => rows.series({ buckets: 150, window: WINDOW, filters }),
  map: (rows, filters) => rows.matrix({ window: WINDOW, columns: 300, by: 'group', filters }),
  'count chart': (rows, filters) =>
    rows.chart({ ...SERIES, value: { kind: 'rows' }, statistic: 'count', filters }),
  p95: (rows, filters) => rows.chart({ ...SERIES, value: DURATION, statistic: 'p95', filters }),
  distinct: (rows, filters) => rows.chart({ ...SERIES, value: DURATION, statistic: 'distinct', filters }),
  'groups of two columns': (rows, filters) =>
    rows.groups({
      by: [{ name: 'RoleInstance' }, { name: 'EventId' }],
      errors: { property: 'Level', texts: ['2'] },
      statistics: [],
      window: WINDOW,
      filters,
    }),
  list: (rows, filters) => rows.view({ order: 'time-asc', filters, from: 0, to: 64, columns: ['Level'] }),
};
const DURATION = { kind: 'property', name: 'DurationMs' } as const;
const WINDOW = { from: isoToTicks('2026-11-20T00:00:00Z'), to: isoToTicks('2026-11-20T06:00:00Z') };
const SERIES = {
  kind: 'series',
  window: WINDOW,
  buckets: { most: 300 },
  split: { by: 'prefix' },
  top: 7,
} as const;

/** Draws a selection that has just changed. Returns the time, and how many rows the histogram counts. */
function drawn(what: string, filters: readonly RowFilter[]): { readonly ms: number; readonly rows: number } {
  if (run === undefined) throw new Error('Call load first.');
  const rows = run;
  const ms = timeOf(() => {
    for (const _ of DRAWN[what]?.(rows, filters) ?? []);
  });
  const totals = ended(rows.series({ buckets: 150, window: WINDOW, filters })).totals;
  return { ms, rows: totals.reduce((sum, count) => sum + count, 0) };
}

function ended<T>(steps: Generator<unknown, T, undefined>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const jobs = { load, sort, filter, search, memory, csv, drawn };
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
