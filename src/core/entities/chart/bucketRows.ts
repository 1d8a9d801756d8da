import {
  AFTER_WINDOW,
  BEFORE_WINDOW,
  BucketFinder,
  bucketsOfWidth,
  spanSteps,
  type TimeBuckets,
  timeBuckets,
} from '../order/timeBuckets.ts';
import type { RowMask, TimeColumn } from '../order/timeColumn.ts';
import type { BucketChoice, ChartWindow, RowsOutside } from './chartTypes.ts';
import { STEP } from './numberColumn.ts';

/** More points would slow the chart down. */
const MOST_POINTS = 600;

/** The bucket of each row. */
export interface BucketedRows {
  readonly buckets: TimeBuckets;
  readonly isWidened: boolean;
  /** By row: its bucket; below 0: none. */
  readonly bucketOf: Int16Array;
  /** Rows that have a bucket. */
  readonly inside: number;
  readonly outside: RowsOutside;
  /** Seconds of each bucket that are in the window. */
  readonly seconds: Float64Array;
}

const NOWHERE = -3;

/**
 * Puts rows into buckets of time.
 * @yields after a few thousand rows
 */
export function* bucketRows(
  times: TimeColumn,
  rowCount: number,
  window: ChartWindow,
  choice: BucketChoice,
  mask?: RowMask,
): Generator<undefined, BucketedRows, undefined> {
  const whole = window ?? (yield* spanSteps(times, rowCount)) ?? { from: 0n, to: 0n };
  const { buckets, isWidened } = bucketsFor(whole, choice);
  const finder = new BucketFinder(whole, buckets);
  const bucketOf = new Int16Array(rowCount).fill(NOWHERE);
  const outside = { before: 0, after: 0, withoutTime: 0 };
  let inside = 0;
  for (let row = 0; row < rowCount; row++) {
    if (mask === undefined || mask[row] === 1) {
      const seconds = times.secondsAt(row);
      const bucket = Number.isNaN(seconds) ? NOWHERE : finder.find(seconds, times.fractionAt(row));
      bucketOf[row] = bucket;
      if (bucket >= 0) inside++;
      else if (bucket === BEFORE_WINDOW) outside.before++;
      else if (bucket === AFTER_WINDOW) outside.after++;
      else outside.withoutTime++;
    }
    if (row % STEP === STEP - 1) yield undefined;
  }
  // Rows do not tell how much of the first and the last bucket was read, so both count as whole.
  const seconds = coveredSeconds(buckets, window);
  return { buckets, isWidened, bucketOf, inside, outside, seconds };
}

function bucketsFor(
  window: { readonly from: bigint; readonly to: bigint },
  choice: BucketChoice,
): { readonly buckets: TimeBuckets; readonly isWidened: boolean } {
  if ('most' in choice)
    return { buckets: timeBuckets(window, Math.min(MOST_POINTS, choice.most)), isWidened: false };
  const buckets = bucketsOfWidth(window, choice.ticks, MOST_POINTS);
  return { buckets, isWidened: buckets.bucketCount > 0 && buckets.bucketTicks !== choice.ticks };
}

function coveredSeconds({ from, bucketTicks, bucketCount }: TimeBuckets, window: ChartWindow): Float64Array {
  const seconds = new Float64Array(bucketCount);
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    let start = from + BigInt(bucket) * bucketTicks;
    let end = start + bucketTicks;
    if (window !== undefined) {
      if (start < window.from) start = window.from;
      if (end > window.to) end = window.to;
    }
    seconds[bucket] = Number(end - start) / 1e7;
  }
  return seconds;
}
