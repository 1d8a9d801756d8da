import type { Interval } from '../../time/interval.ts';
import {
  AFTER_WINDOW,
  BEFORE_WINDOW,
  BucketFinder,
  isBefore,
  joinTicks,
  type TimeBuckets,
  timeBuckets,
} from '../order/timeBuckets.ts';
import { countByKey, type TimeChoice, type TimeColumn, type TimedRows } from '../order/timeColumn.ts';

/** More points would make recharts stall. */
export const MAX_SERIES_POINTS = 600;
const DEFAULT_TOP = 8;

/** Rows outside the window or without a time. The view shows their number beside the counts. */
export interface OutsideCounts {
  readonly before: number;
  readonly after: number;
  readonly withoutTime: number;
}

interface SeriesGroup {
  readonly label: string;
  /** Rows per bucket. */
  readonly counts: Uint32Array;
  readonly total: number;
  /** True for the group that combines all smaller ones. */
  readonly others: boolean;
}

/** Rows per bucket of time. Bucket i is [from + i * bucketTicks, from + (i + 1) * bucketTicks). */
export interface TimeSeries extends TimeBuckets {
  readonly totals: Uint32Array;
  /** Largest groups of the whole store first, the combined one last; empty if only the total was requested. */
  readonly groups: readonly SeriesGroup[];
  readonly outside: OutsideCounts;
  /** Rows per bucket whose property has one of the values that were named. */
  readonly marked?: Uint32Array;
}

export interface SeriesRequest {
  /** Undefined: from the first to the last row's time. */
  readonly window?: Interval;
  /** Maximum number of buckets, 1 to 600. */
  readonly buckets: number;
  readonly by: 'total' | 'group' | 'query';
  /** Groups shown separately; the rest are combined. Default 8. */
  readonly top?: number;
  readonly time?: TimeChoice;
  /** Counts also, by bucket, the rows with one of these values, such as those of errors. */
  readonly mark?: { readonly property: string; readonly texts: readonly string[] };
}

/** The smallest window that holds every row with a time; undefined if there is none. */
function windowOfRows(times: TimeColumn, rowCount: number): { from: bigint; to: bigint } | undefined {
  let first = -1;
  let last = -1;
  const { seconds, fraction } = times;
  const before = (a: number, b: number) =>
    isBefore(seconds[a] as number, fraction[a] as number, seconds[b] as number, fraction[b] as number);
  for (let row = 0; row < rowCount; row++) {
    if (Number.isNaN(seconds[row])) continue;
    if (first < 0 || before(row, first)) first = row;
    if (last < 0 || before(last, row)) last = row;
  }
  if (first < 0) return undefined;
  const ticksOf = (row: number) => joinTicks(seconds[row] as number, fraction[row] as number);
  return { from: ticksOf(first), to: ticksOf(last) + 1n };
}

/** The line of each key: the largest keys have their own, all others share the last. */
interface Lines {
  readonly lineOfKey: Uint32Array;
  readonly labels: readonly string[];
  /** Keys that share the last line; 0: every key has its own. */
  readonly shared: number;
}

function linesOf(sizes: Uint32Array, top: number, labelOf: (key: number) => string): Lines {
  const keys = [...sizes.keys()]
    .filter((key) => (sizes[key] as number) > 0)
    .sort((a, b) => (sizes[b] as number) - (sizes[a] as number) || a - b);
  const own = keys.slice(0, top);
  const shared = keys.length - own.length;
  const lineOfKey = new Uint32Array(sizes.length).fill(own.length);
  for (const [line, key] of own.entries()) lineOfKey[key] = line;
  const labels = own.map(labelOf);
  return { lineOfKey, labels: shared > 0 ? [...labels, `${shared} others`] : labels, shared };
}

/** Counts rows by line and bucket, and those outside the window. */
class Tally {
  readonly totals: Uint32Array;
  readonly counts: readonly Uint32Array[];
  before = 0;
  after = 0;
  withoutTime = 0;
  /** Undefined: nobody named values. */
  readonly marked: Uint32Array | undefined;

  constructor(bucketCount: number, lines: number, hasMark: boolean) {
    this.totals = new Uint32Array(bucketCount);
    this.marked = hasMark ? new Uint32Array(bucketCount) : undefined;
    this.counts = Array.from({ length: lines }, () => new Uint32Array(bucketCount));
  }

  mark(bucket: number): void {
    const { marked } = this;
    if (marked !== undefined && bucket >= 0) marked[bucket] = (marked[bucket] as number) + 1;
  }

  add(bucket: number, line: number): void {
    if (bucket === BEFORE_WINDOW) this.before++;
    else if (bucket === AFTER_WINDOW) this.after++;
    else {
      this.totals[bucket] = (this.totals[bucket] as number) + 1;
      const counts = this.counts[line];
      if (counts !== undefined) counts[bucket] = (counts[bucket] as number) + 1;
    }
  }
}

function sum(counts: Uint32Array): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

const NO_LINES: Lines = { lineOfKey: new Uint32Array(0), labels: [], shared: 0 };

export interface SeriesNames {
  /** Names planned queries, for `by: 'query'`. */
  readonly queryLabel?: (queryIndex: number) => string;
  /** Whether a row has a value of `mark`. */
  readonly isMarked?: ((row: number) => boolean) | undefined;
}

/** Names the keys that rows are grouped by. */
function labelsOf(
  { groupLabels }: TimedRows,
  by: SeriesRequest['by'],
  queryLabel: (queryIndex: number) => string,
): (key: number) => string {
  return by === 'group' ? (key) => groupLabels[key] ?? '' : queryLabel;
}

/** Counts rows over time. */
export function timeSeries(
  rows: TimedRows,
  request: SeriesRequest,
  { queryLabel = String, isMarked }: SeriesNames = {},
): TimeSeries {
  const times = rows.times(request.time ?? 'event');
  const window = request.window ?? windowOfRows(times, rows.rowCount) ?? { from: 0n, to: 0n };
  const buckets = timeBuckets(window, Math.min(MAX_SERIES_POINTS, request.buckets));
  const finder = new BucketFinder(window, buckets);
  const keys = request.by === 'group' ? rows.groups : rows.queryIndexes;
  const labelOf = labelsOf(rows, request.by, queryLabel);
  const top = Math.max(0, request.top ?? DEFAULT_TOP);
  const lines = request.by === 'total' ? NO_LINES : linesOf(countByKey(keys, rows.rowCount), top, labelOf);
  const tally = new Tally(buckets.bucketCount, lines.labels.length, isMarked !== undefined);
  for (let row = 0; row < rows.rowCount; row++) {
    const seconds = times.seconds[row] as number;
    if (Number.isNaN(seconds)) tally.withoutTime++;
    else {
      const line = lines.lineOfKey[keys[row] as number] ?? -1;
      const bucket = finder.find(seconds, times.fraction[row] as number);
      tally.add(bucket, line);
      if (isMarked?.(row) === true) tally.mark(bucket);
    }
  }
  const { before, after, withoutTime, marked } = tally;
  const groups = tally.counts.map((counts, line) => ({
    label: lines.labels[line] ?? '',
    counts,
    total: sum(counts),
    others: lines.shared > 0 && line === lines.labels.length - 1,
  }));
  return {
    ...buckets,
    totals: tally.totals,
    groups,
    outside: { before, after, withoutTime },
    ...(marked !== undefined && { marked }),
  };
}
