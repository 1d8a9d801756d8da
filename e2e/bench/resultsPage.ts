// For `npm run bench -- results`: compares the row store with arrays of objects in a real browser. The objects are in the page, the store
// is in a worker.
import type { RowOrder } from '../../src/core/entities/order/rowOrder.ts';
import type { ResultsJobs } from './resultsWorker.ts';
import { type Timed, timeOf, heapBytes } from './timing.ts';
import { PAGE_ROWS, type WadEntity, wadEntities } from './wadPages.ts';

const worker = new Worker(new URL('./resultsWorker.ts', import.meta.url), { type: 'module' });

type Answer = { readonly answer: unknown } | { readonly fault: string };

/** Asks the worker. Only one question at a time is possible. */
function ask<Job extends keyof ResultsJobs>(
  job: Job,
  ...inputs: Parameters<ResultsJobs[Job]>
): Promise<ReturnType<ResultsJobs[Job]>> {
  return new Promise((resolve, reject) => {
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<Answer>) => {
        if ('fault' in data) reject(new Error(data.fault));
        else resolve(data.answer as ReturnType<ResultsJobs[Job]>);
      },
      { once: true },
    );
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
    worker.postMessage({ job, inputs });
  });
}

let entities: readonly WadEntity[] = [];

/** Fills the store and the array of objects with the same rows. Returns the memory of the objects in bytes. */
async function load(rows: number): Promise<number> {
  const before = heapBytes();
  entities = await wadEntities(Math.ceil(rows / PAGE_ROWS));
  const objectBytes = heapBytes() - before;
  await ask('load', rows);
  return objectBytes;
}

const bestOf = (times: readonly number[]): number => Math.min(...times);

type Key = 'timestamp' | 'Message' | 'RoleInstance';

/** Sorts by a column. The first (cold) call builds the order; the second (warm) one reverses it. */
async function sort(column: string, key: Key): Promise<Timed & { readonly coldMs: number }> {
  const { ms: coldMs, rows } = await ask('sort', column, false);
  let sorted: readonly WadEntity[] = [];
  const baselineMs = bestOf(
    [0, 1].map(() =>
      timeOf(() => {
        sorted = [...entities].sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0));
      }),
    ),
  );
  const wrong = sorted.findIndex((entity, at) => entity !== entities[rows[at] as number]);
  const ours: number[] = [];
  for (const isDescending of [true, false, true, false])
    ours.push((await ask('sort', column, isDescending)).ms);
  return {
    coldMs,
    oursMs: bestOf(ours),
    baselineMs,
    faults: wrong < 0 ? [] : [`the row at ${wrong} differs`],
  };
}

/** Filters by a range of numbers, in an order that exists already, as when the user types a bound. */
async function filter(order: RowOrder): Promise<Timed> {
  await ask('filter', 'DurationMs', 50, 1050, order);
  const faults: string[] = [];
  const ours: number[] = [];
  const theirs: number[] = [];
  for (const from of [100, 200, 300, 400, 500]) {
    const { ms, rows } = await ask('filter', 'DurationMs', from, from + 1000, order);
    ours.push(ms);
    let kept: WadEntity[] = [];
    theirs.push(
      timeOf(() => {
        kept = entities.filter(({ DurationMs }) => DurationMs >= from && DurationMs <= from + 1000);
      }),
    );
    if (kept.length !== rows.length) faults.push(`${rows.length} rows, not ${kept.length}`);
  }
  return { oursMs: bestOf(ours), baselineMs: bestOf(theirs), faults };
}

/** Searches all columns for a text, twice: the first time, the data for searching must still be built. */
async function search(text: string): Promise<{ readonly ms: number; readonly faults: readonly string[] }> {
  const found = [await ask('search', text), await ask('search', text)];
  const wanted = entities.filter((entity) =>
    [entity.Message, entity.RoleInstance, entity.rowKey].some((value) =>
      value.toLowerCase().includes(text.toLowerCase()),
    ),
  ).length;
  const faults = found
    .filter(({ rows }) => rows !== wanted)
    .map(({ rows }) => `${rows} rows found, not ${wanted}`);
  return { ms: Math.max(...found.map(({ ms }) => ms)), faults };
}

const memory = (): ReturnType<typeof ask<'memory'>> => ask('memory');

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

/** Writes all objects as CSV by joining strings. Returns the number of bytes. */
function joinedCsv(): number {
  const encoder = new TextEncoder();
  const names = TYPES.flatMap(([name]) => [name, `${name}@type`]);
  let bytes = encoder.encode(`${['PartitionKey', 'RowKey', 'Timestamp', ...names].join(',')}\r\n`).length;
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
    bytes += encoder.encode(`${lines.join('\r\n')}\r\n`).length;
  }
  return bytes;
}

/** Writes all rows as CSV, once from bytes in the store and once by joining strings, both in pieces. */
async function csv(): Promise<Timed> {
  let joined = 0;
  let bytes = 0;
  const theirs: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    theirs.push(
      timeOf(() => {
        joined = joinedCsv();
      }),
    );
    const written = await ask('csv');
    own.push(written.ms);
    bytes = written.bytes;
  }
  const faults = bytes === joined ? [] : [`${bytes} bytes, not ${joined}`];
  return { oursMs: bestOf(own), baselineMs: bestOf(theirs), faults };
}

/** Steps of a drag, in minutes of the first day. */
const DRAG = Array.from({ length: 20 }, (_, step) => ({ from: 60, to: 70 + step * 10 }));

/** Drags a selection over time, or over time and prefixes. `oursMs` is the time within which 95 % of the steps were drawn. */
async function drag(what: string, isBox: boolean): Promise<Timed> {
  const ours: number[] = [];
  const theirs: number[] = [];
  const faults: string[] = [];
  const texts = Array.from({ length: 40 }, (_, prefix) => String(prefix + 20));
  const iso = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 0, minute)).toISOString();
  for (const { from, to } of [...DRAG.slice(0, 1), ...DRAG]) {
    const { ms, rows } = await ask('drawn', what, [
      { name: 'Time', fact: 'time', kind: 'range', as: 'instant', from: iso(from), to: iso(to) },
      ...(isBox
        ? [{ name: 'Prefix', fact: 'prefix', kind: 'one-of', type: 'Edm.String', texts } as const]
        : []),
    ]);
    ours.push(ms);
    let count = 0;
    theirs.push(
      timeOf(() => {
        // Without fractions of a second, which would disturb the comparison of texts.
        const [first, end] = [iso(from).slice(0, 19), iso(to).slice(0, 19)];
        const bars = new Map<string, number>();
        for (const { timestamp, partitionKey } of entities) {
          const prefix = Number(partitionKey.slice(0, 19));
          if (timestamp < first || timestamp >= end || (isBox && (prefix < 20 || prefix >= 60))) continue;
          const bar = timestamp.slice(0, 16);
          bars.set(bar, (bars.get(bar) ?? 0) + 1);
          count += 1;
        }
      }),
    );
    if (count !== rows) faults.push(`${rows} rows, not ${count}`);
  }
  // The first step is left out, because it builds what the following ones use.
  const steps = ours.slice(1).toSorted((a, b) => a - b);
  return { oursMs: steps[Math.ceil(0.95 * steps.length) - 1] ?? 0, baselineMs: bestOf(theirs), faults };
}

Object.assign(globalThis, { keyscopeBench: { load, sort, filter, search, memory, csv, drag } });
