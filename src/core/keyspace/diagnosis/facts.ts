import { TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import { isDigits } from '../../keys/base/digits.ts';
import type { KeyspaceFacts, LagFacts } from './finding.ts';
import { upperOutliers } from './statistics.ts';
import type { TimedKeys } from './pauses.ts';
import { FUTURE_TOLERANCE_TICKS } from './view.ts';

const LATE_SECONDS = 3600;

/**
 * Measures how long after the time in their key rows were stored (Timestamp), both in whole seconds since year 1, NaN if a row has none.
 * Undefined if no row has both times. O(n log n).
 */
export function lagFacts(keys: Float64Array, arrivals: ArrayLike<number>): LagFacts | undefined {
  const lags = new Float64Array(keys.length);
  let rows = 0;
  let lateRows = 0;
  let lateFrom = Number.POSITIVE_INFINITY;
  let lateTo = Number.NEGATIVE_INFINITY;
  for (const [at, key] of keys.entries()) {
    const lag = (arrivals[at] as number) - key;
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

/** Counts, for each group, the rows whose key time is more than 5 min after now. O(rows). */
export function futureFacts(
  { count, baseTicks, offsets, groups }: TimedKeys,
  nowTicks: bigint,
): NonNullable<KeyspaceFacts['future']> {
  const limit = Number(nowTicks - baseTicks + FUTURE_TOLERANCE_TICKS);
  const found = new Map<number, { rows: number; latest: number }>();
  for (let at = 0; at < count; at++) {
    const offset = offsets[at] as number;
    if (!(offset > limit)) continue;
    const group = groups[at] as number;
    const { rows, latest } = found.get(group) ?? { rows: 0, latest: offset };
    found.set(group, { rows: rows + 1, latest: Math.max(latest, offset) });
  }
  return Array.from(found, ([row, { rows, latest }]) => ({
    row,
    rows,
    latestTicks: baseTicks + BigInt(latest),
  }));
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
