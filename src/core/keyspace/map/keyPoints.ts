import { TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import { splitTicks } from '../../entities/order/timeBuckets.ts';

/*
 * Each key as two numbers, its group and its time: all that is needed to find pauses and keys in the future.
 */

/** Keys to count. The arrays may be longer than `count`. */
export interface KeyPoints {
  readonly count: number;
  /** The time of offset 0, in ticks. */
  readonly baseTicks: bigint;
  /**
   * Ticks since baseTicks; NaN means no time. Exact within 28.5 years of the base (2^53 ticks); farther away it is off by a few
   * ticks.
   */
  readonly offsets: Float64Array;
  /** Group number of each key, an index into labels that the caller keeps. */
  readonly groups: Uint32Array;
}

/** Marks a group that has no visible row. */
export const NO_ROW = 0xffffffff;

/** Converts the first `count` times (seconds, and ticks within the second) to ticks since `baseTicks`. NaN, no time, stays NaN. */
export function offsetsOf(
  { seconds, fraction }: { readonly seconds: Float64Array; readonly fraction: Uint32Array },
  baseTicks: bigint,
  count: number,
): Float64Array {
  const base = splitTicks(baseTicks);
  return Float64Array.from(
    seconds.subarray(0, count),
    (second, at) =>
      (second - base.seconds) * TICKS_PER_SECOND_F64 + ((fraction[at] as number) - base.fraction),
  );
}
