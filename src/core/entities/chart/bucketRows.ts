import { countBuckets, NO_TIME, rowBuckets, type RowsOutside } from '../order/rowBuckets.ts';
import {
  bucketsOfWidth,
  MOST_POINTS,
  spanSteps,
  type TimeBuckets,
  timeBuckets,
} from '../order/timeBuckets.ts';
import type { RowMask, TimeColumn } from '../order/timeColumn.ts';
import type { BucketChoice, ChartWindow } from './chartTypes.ts';
import type { Steps } from '../../steps.ts';

/** The bucket of each row. */
export interface BucketedRows {
  readonly buckets: TimeBuckets;
  readonly isWidened: boolean;
  /** By row: its bucket; negative if it has none or is not selected. */
  readonly bucketOf: Int16Array;
  /** How many selected rows have a bucket. */
  readonly inside: number;
  readonly outside: RowsOutside;
  /** How many seconds of each bucket are in the window. */
  readonly seconds: Float64Array;
}

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
): Steps<BucketedRows> {
  const whole = window ?? (yield* spanSteps(times, rowCount)) ?? { from: 0n, to: 0n };
  const { buckets, isWidened } = bucketsFor(whole, choice);
  const placed = yield* rowBuckets(times, rowCount, whole, buckets);
  const { totals, outside } = countBuckets(placed, buckets.bucketCount, mask);
  const inside = totals.reduce((sum, count) => sum + count, 0);
  const bucketOf = mask === undefined ? placed : onlySelected(placed, mask);
  // Without a window, nothing tells how much of the first and the last bucket was read, so both count as whole.
  const seconds = coveredSeconds(buckets, window);
  return { buckets, isWidened, bucketOf, inside, outside, seconds };
}

/** This loop is neither in a generator nor has a callback per row, so that engines compile it. */
function onlySelected(placed: Int16Array, mask: Uint8Array): Int16Array {
  const bucketOf = placed.slice();
  for (let row = 0; row < bucketOf.length; row++) if (mask[row] !== 1) bucketOf[row] = NO_TIME;
  return bucketOf;
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
