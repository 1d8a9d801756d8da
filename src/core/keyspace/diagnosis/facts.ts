import { TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import { isDigits } from '../../keys/base/digits.ts';
import { type KeyPoints, NO_ROW } from '../map/keyPoints.ts';
import type { KeyspaceFacts, LagFacts } from './finding.ts';
import { upperOutliers } from './outliers.ts';
import { FUTURE_TOLERANCE_TICKS } from './view.ts';

const LATE_SECONDS = 3600;

/** The time of each row in whole seconds since year 1; NaN if it has none. Only the first `count` entries are used. */
interface SecondsColumn {
  readonly seconds: Float64Array;
}

/** Measures how long after the time in their key rows were stored (Timestamp). Undefined if no row has both times. O(n log n). */
export function lagFacts(keys: SecondsColumn, arrivals: SecondsColumn, count: number): LagFacts | undefined {
  const lags = new Float64Array(count);
  let rows = 0;
  let lateRows = 0;
  let lateFrom = Number.POSITIVE_INFINITY;
  let lateTo = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < count; at++) {
    const key = keys.seconds[at] as number;
    const lag = (arrivals.seconds[at] as number) - key;
    if (Number.isNaN(lag)) continue;
    lags[rows++] = lag;
    if (lag <= LATE_SECONDS) continue;
    lateRows++;
    lateFrom = Math.min(lateFrom, key);
    lateTo = Math.max(lateTo, key + 1);
  }
  if (rows === 0) return undefined;
  const sorted = lags.subarray(0, rows).sort();
  const ticks = (seconds: number) => BigInt(seconds) * BigInt(TICKS_PER_SECOND_F64);
  return {
    rows,
    medianSeconds: sorted[rows >> 1] as number,
    p99Seconds: sorted[Math.min(rows - 1, Math.floor(rows * 0.99))] ?? 0,
    maxSeconds: sorted[rows - 1] as number,
    lateRows,
    ...(lateRows === 0 ? {} : { lateFrom: ticks(lateFrom), lateTo: ticks(lateTo) }),
  };
}

/** Counts, for each matrix row, the entities whose key time is more than 5 min after now. O(points). */
export function futureFacts(
  points: KeyPoints,
  rowOfGroup: Uint32Array,
  nowTicks: bigint,
): NonNullable<KeyspaceFacts['future']> {
  const limit = Number(nowTicks - points.baseTicks + FUTURE_TOLERANCE_TICKS);
  const found = new Map<number, { rows: number; latest: number }>();
  for (let at = 0; at < points.count; at++) {
    const offset = points.offsets[at] as number;
    if (!(offset > limit)) continue;
    const row = rowOfGroup[points.groups[at] as number] ?? NO_ROW;
    if (row === NO_ROW) continue;
    const entry = found.get(row) ?? { rows: 0, latest: offset };
    entry.rows++;
    entry.latest = Math.max(entry.latest, offset);
    found.set(row, entry);
  }
  return [...found]
    .toSorted(([a], [b]) => a - b)
    .map(([row, { rows, latest }]) => ({ row, rows, latestTicks: points.baseTicks + BigInt(latest) }));
}

/**
 * Summarizes the sizes of partitions. `labels` and `sizes` hold the name and the number of entities of each, `uncounted` the entities of
 * further ones; undefined if there are no entities.
 */
export function partitionFacts(
  labels: readonly string[],
  sizes: ArrayLike<number>,
  uncounted = 0,
): KeyspaceFacts['partitions'] | undefined {
  let rows = 0;
  let count = 0;
  let largest = -1;
  for (let at = 0; at < labels.length; at++) {
    const size = sizes[at] as number;
    rows += size;
    count += size > 0 ? 1 : 0;
    if (size > (sizes[largest] ?? 0)) largest = at;
  }
  if (largest < 0) return undefined;
  const [first] = upperOutliers(Array.from(sizes).filter((size) => size > 0));
  return {
    count,
    rows,
    ...(uncounted > 0 && { uncounted }),
    largestRows: sizes[largest] as number,
    largest: labels[largest] as string,
    hot: first && { times: first.times, lnP: first.lnP },
  };
}

const TIME_DIGITS = 19;
const SEPARATOR = '__';

/**
 * Splits a RowKey of the form `time__rest` or `rest__time`. Both forms of one aggregate give the same text. Undefined for others.
 */
function twinOf(rowKey: string): { readonly text: string; readonly isTimeFirst: boolean } | undefined {
  const parts = rowKey.split(SEPARATOR);
  const [first = '', second = ''] = parts;
  const isTime = (part: string) => part.length === TIME_DIGITS && isDigits(part);
  if (parts.length < 2 || isTime(first) === isTime(second)) return undefined;
  const [time, metric] = isTime(first) ? [first, second] : [second, first];
  return { text: [time, metric, ...parts.slice(2)].join(SEPARATOR), isTimeFirst: isTime(first) };
}

/**
 * Counts aggregates that are stored under both forms of RowKey (WADMetrics). It may keep one text in memory for each such row,
 * so pass a sample if there are millions.
 */
export function twinFacts(
  keys: readonly { readonly partitionKey: string; readonly rowKey: string }[],
): NonNullable<KeyspaceFacts['twins']> {
  const seen = new Map<string, boolean>();
  let pairs = 0;
  for (const { partitionKey, rowKey } of keys) {
    const twin = twinOf(rowKey);
    if (twin === undefined) continue;
    const name = `${partitionKey}\u0000${twin.text}`;
    const other = seen.get(name);
    if (other === undefined) seen.set(name, twin.isTimeFirst);
    else if (other !== twin.isTimeFirst) {
      pairs++;
      seen.delete(name);
    }
  }
  return { pairs, rows: keys.length };
}
