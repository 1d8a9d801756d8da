import type { EntityKey } from '../keys/base/entityKey.ts';
import { grouped } from '../grouped.ts';
import { comparison, stringLiteral } from '../odata/builders.ts';
import { formatFilter } from '../odata/filter.ts';
import type { FilterNode } from '../odata/filterNode.ts';
import { encodedFilterBytes, MAX_COMPARISONS } from '../odata/limits.ts';
import { keysNode } from '../plan/spans.ts';
import { countText } from '../words.ts';
import type { TableKeyRange } from '../keys/base/scheme.ts';
import type { Interval, Ticks } from '../time/ticks.ts';
import { floorTo, rowKeysOf, rowSpanTicks, type SeriesLayout } from './seriesLayout.ts';
import { isNewestFirst } from './timeKey.ts';
import { ceilDiv, larger } from '../bigints.ts';

/** Rows of one page (Query timeout and pagination). */
const PAGE_ROWS = 1000;

/** Our own limit for the encoded filter of a request that also carries a SAS; servers refuse from about 16,000 bytes. */
const MAX_FILTER_BYTES = 7000;

/** Our own limit, so that a window of years does not exhaust memory: more points than this are read as a range. */
const MAX_POINT_ROWS = 10_000;

/** How the rows of a window are read. */
export type SeriesReadKind = 'points' | 'several queries' | 'row range' | 'partition range';

export interface SeriesQueries {
  readonly kind: SeriesReadKind;
  /** One `$filter` per query. */
  readonly filters: readonly string[];
  /**
   * The keys between which each query reads: all rows of a range, but only the named rows of a union of
   * points.
   */
  readonly ranges: readonly TableKeyRange[];
  /** Rows that hold wanted points, if no points are missing. */
  readonly rows: bigint;
  /** Rows that the service returns: more than `rows` if a range is read for single points. */
  readonly rowsRead: bigint;
  readonly partitions: bigint;
  /** Requests at least: one for each query and each further 1,000 rows. The service may end any page early. */
  readonly requests: bigint;
  /** Why the window is read this way, as a sentence. */
  readonly reason: string;
}

/** What to read: the window, and the wanted distance between points if it is more than that of the layout. */
export interface SeriesWindow {
  readonly window: Interval;
  /** Distance of wanted points in ticks. Every row is read if it is at most a row's span. */
  readonly everyTicks?: bigint;
}

/** The window from its first point on, since points are at whole steps. Undefined if it holds none. */
export function fromFirstPoint(layout: SeriesLayout, asked: SeriesWindow): SeriesWindow | undefined {
  const { from, to } = asked.window;
  const floor = floorTo(layout.time, from, layout.stepTicks);
  const first = (floor < from ? floor + layout.stepTicks : from) as Ticks;
  return first < to ? { ...asked, window: { from: first, to } } : undefined;
}

/** The last instant of a window that can hold a point. */
function lastOf({ window }: SeriesWindow): bigint {
  return window.to - 1n;
}

/** The number of multiples of `step` in [floor(from), last]. */
function stepsIn(layout: SeriesLayout, asked: SeriesWindow, step: bigint): bigint {
  const from = floorTo(layout.time, asked.window.from, step);
  return (floorTo(layout.time, lastOf(asked), step) - from) / step + 1n;
}

function partitionSpan(layout: SeriesLayout): bigint | undefined {
  return layout.kind === 'basic' ? undefined : layout.partitionTicks;
}

/** Rows in the window if no points are missing. */
export function rowsIn(layout: SeriesLayout, asked: SeriesWindow): bigint {
  return stepsIn(layout, asked, rowSpanTicks(layout));
}

/** Partitions that the window touches. */
export function partitionsIn(layout: SeriesLayout, asked: SeriesWindow): bigint {
  const span = partitionSpan(layout);
  return span === undefined ? 1n : stepsIn(layout, asked, span);
}

function equal(property: string, text: string): FilterNode {
  return comparison(property, 'eq', stringLiteral(text));
}

function anyOf(nodes: readonly FilterNode[]): FilterNode {
  const [first, second, ...rest] = nodes;
  if (first === undefined) throw new RangeError('A union needs a part.');
  return second === undefined ? first : { kind: 'or', operands: [first, second, ...rest] };
}

/** The rows grouped by partition, in order of time. */
function byPartition(rows: readonly EntityKey[]): ReadonlyMap<string, readonly string[]> {
  return grouped(
    rows,
    ({ partitionKey }) => partitionKey,
    ({ rowKey }) => rowKey,
  );
}

/** A union of points: each PartitionKey once, with its RowKeys. */
function unionOf(rows: readonly EntityKey[]): FilterNode {
  return anyOf(
    [...byPartition(rows)].map(([partitionKey, rowKeys]) => ({
      kind: 'and',
      operands: [
        equal('PartitionKey', partitionKey),
        anyOf(rowKeys.map((rowKey) => equal('RowKey', rowKey))),
      ],
    })),
  );
}

/** Bytes that a row adds to a union, and that a partition adds with its first row: the comparison and what joins it to the others. */
function addedBytes({ partitionKey, rowKey }: EntityKey, isNewPartition: boolean): number {
  const joins = encodedFilterBytes(' or  and ()');
  const bytesOf = (node: FilterNode): number => encodedFilterBytes(formatFilter(node)) + joins;
  return (
    bytesOf(equal('RowKey', rowKey)) + (isNewPartition ? bytesOf(equal('PartitionKey', partitionKey)) : 0)
  );
}

/** Divides rows into queries, so that no union has more than 15 comparisons or too long a text. */
function cutToUnions(rows: readonly EntityKey[]): readonly (readonly EntityKey[])[] {
  const unions: EntityKey[][] = [];
  let current: EntityKey[] = [];
  let comparisons = 0;
  let bytes = 0;
  for (const row of rows) {
    const isNew = current.at(-1)?.partitionKey !== row.partitionKey;
    const isFull =
      comparisons + (isNew ? 2 : 1) > MAX_COMPARISONS || bytes + addedBytes(row, isNew) > MAX_FILTER_BYTES;
    if (current.length > 0 && isFull) {
      unions.push(current);
      current = [];
      comparisons = 0;
      bytes = 0;
    }
    const begins = current.length === 0 || isNew;
    comparisons += begins ? 2 : 1;
    bytes += addedBytes(row, begins);
    current.push(row);
  }
  if (current.length > 0) unions.push(current);
  return unions;
}

/** What `or` costs the service, which reads more than it returns; undefined: nothing. */
function orCost(unions: readonly (readonly EntityKey[])[]): string | undefined {
  const rows = unions.reduce((sum, union) => sum + union.length, 0);
  if (unions.every((union) => union.length === 1)) return undefined;
  const isOnePartition = unions.every((union) => byPartition(union).size === 1);
  const part = isOnePartition ? 'the whole partition' : 'the whole table';
  return `With or, the service may read ${part} to find them; ${countText(rows)} point queries read only these rows.`;
}

/** Orders the oldest and the newest row by key, which may be the reverse of time. */
function lowAndHigh(
  layout: SeriesLayout,
  oldest: EntityKey,
  newest: EntityKey,
): readonly [EntityKey, EntityKey] {
  return isNewestFirst(layout.time) ? [newest, oldest] : [oldest, newest];
}

/** The keys between two rows, both included. */
function keysBetween([low, high]: readonly [EntityKey, EntityKey], exact: boolean): TableKeyRange {
  return {
    partition: { from: low.partitionKey, to: `${high.partitionKey}\u0000` },
    row: { from: low.rowKey, to: `${high.rowKey}\u0000` },
    exact,
  };
}

/** The first wanted instant: the window's start, or the first multiple of the wanted distance in it. */
function firstWanted(layout: SeriesLayout, { window, everyTicks }: SeriesWindow): bigint {
  if (everyTicks === undefined || everyTicks <= rowSpanTicks(layout)) return window.from;
  const floor = floorTo(layout.time, window.from, everyTicks);
  const first = floor < window.from ? floor + everyTicks : floor;
  return first < window.to ? first : window.from;
}

/** Rows that hold wanted points: every row, or one for each `everyTicks`. */
function countWanted(layout: SeriesLayout, asked: SeriesWindow): bigint {
  const { everyTicks = 0n } = asked;
  if (everyTicks <= rowSpanTicks(layout)) return rowsIn(layout, asked);
  return (lastOf(asked) - firstWanted(layout, asked)) / everyTicks + 1n;
}

/** The keys of the rows that hold wanted points; undefined: there are too many to list. */
function wantedRows(layout: SeriesLayout, asked: SeriesWindow): readonly EntityKey[] | undefined {
  const count = countWanted(layout, asked);
  if (count > BigInt(MAX_POINT_ROWS)) return undefined;
  const span = rowSpanTicks(layout);
  const step = larger(asked.everyTicks ?? 0n, span);
  const first = step === span ? floorTo(layout.time, asked.window.from, span) : firstWanted(layout, asked);
  return Array.from({ length: Number(count) }, (_, at) => rowKeysOf(layout, first + BigInt(at) * step));
}

function rangeFilter(range: TableKeyRange): string {
  const node = keysNode(range);
  if (node === undefined) throw new RangeError('A range has two keys.');
  return formatFilter(node);
}

function asRange(layout: SeriesLayout, asked: SeriesWindow, wanted: bigint, why: string): SeriesQueries {
  const partitions = partitionsIn(layout, asked);
  const rowsRead = rowsIn(layout, asked);
  const ends = lowAndHigh(layout, rowKeysOf(layout, asked.window.from), rowKeysOf(layout, lastOf(asked)));
  const range = keysBetween(ends, true);
  return {
    kind: partitions === 1n ? 'row range' : 'partition range',
    filters: [rangeFilter(range)],
    ranges: [range],
    rows: wanted,
    rowsRead,
    partitions,
    requests: larger(1n, ceilDiv(rowsRead, BigInt(PAGE_ROWS))),
    reason: why,
  };
}

/**
 * The queries that read a window, `[from, to)`. A union of points while it fits into 15 comparisons and the address;
 * otherwise several such queries or one range of keys, whichever needs fewer requests, and then fewer rows. Throws
 * RangeError for a window outside the span of the keys, or an empty one.
 */
export function seriesQueries(layout: SeriesLayout, asked: SeriesWindow): SeriesQueries {
  if (asked.window.from >= asked.window.to) throw new RangeError('The window is empty.');
  const rows = wantedRows(layout, asked);
  if (rows === undefined)
    return asRange(
      layout,
      asked,
      countWanted(layout, asked),
      'Too many rows to name one by one, so one range of keys is read.',
    );
  const unions = cutToUnions(rows);
  const wanted = BigInt(rows.length);
  const points = {
    filters: unions.map((union) => formatFilter(unionOf(union))),
    ranges: unions.map((union) => {
      const [oldest] = union;
      const newest = union.at(-1);
      if (oldest === undefined || newest === undefined) throw new RangeError('A union needs a part.');
      return keysBetween(lowAndHigh(layout, oldest, newest), union.length === 1);
    }),
    rows: wanted,
    rowsRead: wanted,
    partitions: BigInt(byPartition(rows).size),
    requests: BigInt(unions.length),
  };
  const note = orCost(unions);
  const cost = note === undefined ? '' : ` ${note}`;
  if (unions.length === 1)
    return {
      ...points,
      kind: 'points',
      reason: `${countText(rows.length)} ${rows.length === 1 ? 'row, named by its keys' : 'rows, named by their keys'}: the filter fits ${MAX_COMPARISONS} comparisons and the address.${cost}`,
    };
  const comparisons = rows.length + byPartition(rows).size;
  const tooMuch =
    comparisons > MAX_COMPARISONS
      ? `takes ${countText(comparisons)} comparisons, above the limit of ${MAX_COMPARISONS}`
      : 'makes the address too long';
  const range = asRange(
    layout,
    asked,
    wanted,
    `Naming ${countText(rows.length)} rows ${tooMuch}: ${countText(unions.length)} queries. One range of keys needs fewer requests.`,
  );
  if (range.requests <= points.requests) return range;
  const inRange = `${countText(Number(range.rowsRead))} rows in ${countText(Number(range.requests))} requests`;
  return {
    ...points,
    kind: 'several queries',
    reason: `Naming ${countText(rows.length)} rows ${tooMuch}, so ${countText(unions.length)} queries share them. A range of keys would read ${inRange}.${cost}`,
  };
}
