import { splitTicks } from '../../entities/order/timeBuckets.ts';
import { TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import type { RowPause } from './finding.ts';

/** Rows as two numbers each: its time, and its group. Only the first `count` entries are used. */
export interface TimedKeys {
  readonly count: number;
  /** The time of offset 0, in ticks. */
  readonly baseTicks: bigint;
  /**
   * Ticks since baseTicks; NaN means no time. Exact within 28.5 years of the base (2^53 ticks); farther away it is off by a few
   * ticks.
   */
  readonly offsets: Float64Array;
  readonly groups: ArrayLike<number>;
}

interface TimedGroups extends TimedKeys {
  /** A group that is not below this number is no row of the map. */
  readonly groupCount: number;
  /** The writer's rounding of times in ticks; undefined: exact. */
  readonly stepTicks?: bigint | undefined;
}

/** Converts the first `count` times (seconds, and ticks within the second) to ticks since `baseTicks`. NaN, no time, stays NaN. */
export function offsetsOf(
  { seconds, fraction }: { readonly seconds: Float64Array; readonly fraction: Uint32Array },
  baseTicks: bigint,
  count: number,
): Float64Array {
  const base = splitTicks(baseTicks);
  return seconds
    .subarray(0, count)
    .map(
      (second, at) =>
        (second - base.seconds) * TICKS_PER_SECOND_F64 + ((fraction[at] as number) - base.fraction),
    );
}

/** The time is divided into this many parts. The longest pause that begins in each is kept, so that nights do not hide those of days. */
const PARTS = 256;
/** Pauses shorter than this many times the mean time between rows, or than SHORTEST, are left out. */
const LEAST_TIMES = 3;
const SHORTEST = 2 * TICKS_PER_SECOND_F64;

/**
 * The longest times without rows, over all rows and for each row of the map. Each lasts from one tick (or one rounding step)
 * after a row to the next row. They tell where stretches begin and end, and show those narrower than a column. The time after
 * the last row counts as a pause, too; over all rows its length is 0, because the rows do not tell how long it is. O(n log n).
 */
export function longestPauses({ count, baseTicks, offsets, ...timed }: TimedGroups): readonly RowPause[] {
  const { groups, groupCount, stepTicks = 1n } = timed;
  const own = Array.from({ length: groupCount }, (): number[] => []);
  for (let at = 0; at < count; at++)
    if (!Number.isNaN(offsets[at])) own[groups[at] as number]?.push(offsets[at] as number);
  const all = offsets
    .slice(0, count)
    .filter((offset) => !Number.isNaN(offset))
    .sort();
  const [first = 0, last = 0] = [all[0], all.at(-1)];
  const pausesOf = (times: Float64Array, row?: number): readonly RowPause[] => {
    const step = Number(stepTicks);
    const least = Math.max(SHORTEST, (LEAST_TIMES * (last - first)) / times.length) + step;
    const longest = new Map<number, number>();
    const lengthAt = (at: number) => (times[at + 1] ?? last) - (times[at] as number);
    for (let at = 0; at < times.length; at++) {
      const part = Math.floor((PARTS * ((times[at] as number) - first)) / (last - first));
      const most = longest.get(part);
      if (lengthAt(at) >= (most === undefined ? least : lengthAt(most))) longest.set(part, at);
    }
    if (row === undefined) longest.set(PARTS, times.length - 1);
    return [...longest.values()].map((at) => ({
      ...(row !== undefined && { row }),
      from: baseTicks + BigInt(Math.round((times[at] as number) + step)),
      to: baseTicks + BigInt(Math.round(times[at + 1] ?? last + (row === undefined ? step : 0))),
      ...(at + 1 === times.length && { isOpen: true }),
    }));
  };
  return all.length === 0 || first === last
    ? []
    : [...pausesOf(all), ...own.flatMap((times, row) => pausesOf(Float64Array.from(times).sort(), row))];
}
