// Compares the row store with arrays of objects in a page of a real browser, for `npm run bench -- results`.
import { RowSorter } from '../../src/core/entities/order/rowOrder.ts';
import { EntityStore } from '../../src/core/entities/store/entityStore.ts';
import { exportCsv } from '../../src/core/entities/views/exportCsv.ts';
import { RowSearch } from '../../src/core/entities/views/searchRows.ts';
import { schemeById } from '../../src/core/keys/schemeRegistry.ts';
import { RowQueries, type RowQuery } from '../../src/core/rows/rowQuery.ts';
import { PAGE_ROWS, type WadEntity, wadEntities, wadPage } from './wadPages.ts';

/** Milliseconds of both sides, and whether the results agree. */
interface Timed {
  readonly coldMs?: number;
  readonly oursMs: number;
  readonly baselineMs: number;
  readonly faults: readonly string[];
}

interface Loaded {
  readonly store: EntityStore;
  readonly entities: readonly WadEntity[];
  readonly queries: RowQueries;
  readonly jsonBytes: number;
}

let loaded: Loaded | undefined;

function data(): Loaded {
  if (loaded === undefined) throw new Error('Call load first.');
  return loaded;
}

interface PerformanceMemory {
  readonly usedJSHeapSize: number;
}

function heapBytes(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return (performance as Performance & { readonly memory?: PerformanceMemory }).memory?.usedJSHeapSize ?? 0;
}

interface LoadFigures {
  readonly jsonBytes: number;
  readonly objectBytes: number;
  /** Until the rows were packed, which the app does when nobody waits. */
  readonly packMs: number;
}

/** Fills the store and the array of objects with the same rows. */
async function load(rows: number): Promise<LoadFigures> {
  // Before the store: its freed memory would count as less for the objects.
  const before = heapBytes();
  const entities = await wadEntities(Math.ceil(rows / PAGE_ROWS));
  const objectBytes = heapBytes() - before;
  const scheme = schemeById('wad-prefixed');
  if (scheme === undefined) throw new Error('No scheme wad-prefixed');
  const store = new EntityStore(scheme);
  const encoder = new TextEncoder();
  let jsonBytes = 0;
  for (let page = 0; page * PAGE_ROWS < rows; page += 1) {
    const body = encoder.encode(wadPage(page));
    jsonBytes += body.length;
    const stored = store.appendBody(body, 0);
    if (!stored.ok) throw new Error(stored.error.message);
  }
  const packMs = timeOf(() => {
    for (const _ of store.pack());
  });
  loaded = { store, entities, queries: new RowQueries(store, new RowSorter(store)), jsonBytes };
  return { jsonBytes, objectBytes, packMs };
}

function timeOf(work: () => void): number {
  const startedAtMs = performance.now();
  work();
  return performance.now() - startedAtMs;
}

const bestOf = (times: readonly number[]): number => Math.min(...times);

function selected(query: RowQuery): Uint32Array {
  const steps = data().queries.select(query);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value.rows;
  }
}

type Key = 'timestamp' | 'Message' | 'RoleInstance';

/** Sorts by a column: cold builds it, warm turns the order around. */
function sort(column: string, key: Key): Timed {
  const { entities } = data();
  const query = (isDescending: boolean): RowQuery => ({
    order: 'arrival',
    sort: [{ name: column, isDescending }],
  });
  let rows: Uint32Array = new Uint32Array(0);
  const coldMs = timeOf(() => {
    rows = selected(query(false));
  });
  let sorted: readonly WadEntity[] = [];
  const baselineMs = bestOf(
    [0, 1].map(() =>
      timeOf(() => {
        sorted = [...entities].sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0));
      }),
    ),
  );
  const wrong = sorted.findIndex((entity, at) => entity !== entities[rows[at] as number]);
  const oursMs = bestOf(
    [true, false, true, false].map((isDescending) => timeOf(() => void selected(query(isDescending)))),
  );
  return { coldMs, oursMs, baselineMs, faults: wrong < 0 ? [] : [`the row at ${wrong} differs`] };
}

/** Filters by a range of a number. */
function filter(): Timed {
  const { entities } = data();
  const bounds = [100, 200, 300, 400, 500];
  const query = (from: number): RowQuery => ({
    order: 'arrival',
    filters: [
      { kind: 'range', as: 'number', name: 'DurationMs', from: String(from), to: String(from + 1000) },
    ],
  });
  const coldMs = timeOf(() => void selected(query(50)));
  const faults: string[] = [];
  const ours: number[] = [];
  const theirs: number[] = [];
  for (const from of bounds) {
    let rows: Uint32Array = new Uint32Array(0);
    ours.push(
      timeOf(() => {
        rows = selected(query(from));
      }),
    );
    let kept: WadEntity[] = [];
    theirs.push(
      timeOf(() => {
        kept = entities.filter(({ DurationMs }) => DurationMs >= from && DurationMs <= from + 1000);
      }),
    );
    if (kept.length !== rows.length) faults.push(`${rows.length} rows, not ${kept.length}`);
  }
  return { coldMs, oursMs: bestOf(ours), baselineMs: bestOf(theirs), faults };
}

/** Searches a text in all columns: until the first match, and to the end. */
function search(text: string): {
  readonly firstMs: number;
  readonly allMs: number;
  readonly faults: readonly string[];
} {
  const { store, entities } = data();
  const searched = new RowSearch(store);
  const startedAtMs = performance.now();
  let firstMs: number | undefined;
  let found = 0;
  for (const progress of searched.search(text)) {
    found = progress.found;
    if (found > 0) firstMs ??= performance.now() - startedAtMs;
  }
  const allMs = performance.now() - startedAtMs;
  const all = searched.positions(Uint32Array.from({ length: store.rowCount }, (_, row) => row)).length;
  const wanted = entities.filter((entity) =>
    [entity.Message, entity.RoleInstance, entity.rowKey].some((value) =>
      value.toLowerCase().includes(text.toLowerCase()),
    ),
  ).length;
  return {
    firstMs: firstMs ?? allMs,
    allMs,
    faults: all === wanted ? [] : [`${all} rows found, not ${wanted}`],
  };
}

function memory(): { readonly storeBytes: number; readonly columnBytes: number } {
  const { store, queries } = data();
  return { storeBytes: store.bytesHeld, columnBytes: queries.bytesHeld };
}

const quoted = (value: unknown): string => {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const TYPES: readonly (readonly [name: keyof WadEntity, type: string])[] = [
  ['EventTickCount', 'Edm.Int64'],
  ['RoleInstance', 'Edm.String'],
  ['Level', 'Edm.Int32'],
  ['EventId', 'Edm.Int32'],
  ['DurationMs', 'Edm.Double'],
  ['Message', 'Edm.String'],
];
const JOINED_ROWS = 5000;

/** Writes all rows as CSV: from bytes, and by joining strings, in pieces too. */
function csv(): Timed & { readonly bytes: number } {
  const { store, entities } = data();
  const rows = Uint32Array.from({ length: store.rowCount }, (_, row) => row);
  const encoder = new TextEncoder();
  let bytes = 0;
  const ours = (): void => {
    bytes = 0;
    for (const piece of exportCsv(store, rows, { formulaGuard: true }).pieces) bytes += piece.bytes.length;
  };
  let joined = 0;
  const baseline = (): void => {
    const names = TYPES.flatMap(([name]) => [name, `${name}@type`]);
    joined = encoder.encode(`${['PartitionKey', 'RowKey', 'Timestamp', ...names].join(',')}\r\n`).length;
    for (let from = 0; from < entities.length; from += JOINED_ROWS) {
      const lines = entities
        .slice(from, from + JOINED_ROWS)
        .map((entity) =>
          [
            quoted(entity.partitionKey),
            quoted(entity.rowKey),
            quoted(entity.timestamp),
            ...TYPES.flatMap(([name, type]) => [quoted(entity[name]), type]),
          ].join(','),
        );
      joined += encoder.encode(`${lines.join('\r\n')}\r\n`).length;
    }
  };
  const theirs: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    theirs.push(timeOf(baseline));
    own.push(timeOf(ours));
  }
  const faults = bytes === joined ? [] : [`${bytes} bytes, not ${joined}`];
  return { oursMs: bestOf(own), baselineMs: bestOf(theirs), bytes, faults };
}

Object.assign(globalThis, { keyscopeBench: { load, sort, filter, search, memory, csv } });
