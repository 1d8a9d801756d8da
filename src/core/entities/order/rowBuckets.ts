import { inBlocks } from '../../inBlocks.ts';
import type { TimeBuckets } from './timeBuckets.ts';
import { AFTER_WINDOW, BEFORE_WINDOW, BucketFinder } from './timeBuckets.ts';
import type { RowMask, TimeColumn } from './timeColumn.ts';
import type { Steps } from '../../steps.ts';

/** In place of a bucket, like BEFORE_WINDOW and AFTER_WINDOW: the row has no time. */
export const NO_TIME = -3;
type Window = Readonly<Record<'from' | 'to', bigint>>;

/**
 * The bucket of each row, or BEFORE_WINDOW, AFTER_WINDOW or NO_TIME. Do not change the result: it may be kept for the next call.
 * @yields after a few thousand rows
 */
export function* rowBuckets(
  times: TimeColumn,
  rowCount: number,
  window: Window,
  buckets: TimeBuckets,
): Steps<Int16Array> {
  const key = [rowCount, window.from, window.to, buckets.from, buckets.bucketTicks].join(' ');
  const known = times.kept?.get(key);
  if (known !== undefined) return known;
  const finder = new BucketFinder(window, buckets);
  const bucketOf = new Int16Array(rowCount);
  yield* inBlocks(rowCount, (from, to) => findBuckets(times, finder, bucketOf, from, to));
  times.kept?.add(key, bucketOf);
  return bucketOf;
}

function findBuckets(
  { secondsAt, fractionAt }: TimeColumn,
  finder: BucketFinder,
  bucketOf: Int16Array,
  from: number,
  to: number,
): void {
  for (let row = from; row < to; row++) {
    const seconds = secondsAt(row);
    bucketOf[row] = Number.isNaN(seconds) ? NO_TIME : finder.find(seconds, fractionAt(row));
  }
}

/** Rows that no bucket holds. */
export interface RowsOutside {
  readonly before: number;
  readonly after: number;
  readonly withoutTime: number;
}

/** How many of the selected rows are in each bucket, before and after the window, and without a time. */
export function countBuckets(bucketOf: Int16Array, bucketCount: number, mask: RowMask) {
  // Rows outside of the buckets are counted in front: bucket -3 is at index 0.
  const counts = new Uint32Array(bucketCount - NO_TIME);
  for (let row = 0; row < bucketOf.length; row++) {
    if (mask !== undefined && mask[row] !== 1) continue;
    const at = (bucketOf[row] as number) - NO_TIME;
    counts[at] = (counts[at] as number) + 1;
  }
  const outsideAt = (bucket: number): number => counts[bucket - NO_TIME] as number;
  return {
    totals: counts.slice(-NO_TIME),
    outside: {
      before: outsideAt(BEFORE_WINDOW),
      after: outsideAt(AFTER_WINDOW),
      withoutTime: outsideAt(NO_TIME),
    },
  };
}
