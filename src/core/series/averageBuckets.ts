import type { Interval } from '../time/ticks.ts';
import type { ComparedPoint } from './comparePoints.ts';

/**
 * The average of the points in each of `count` equal parts of a window; NaN for a part without points, which
 * is not zero. Points that are not finite numbers are left out.
 */
export function averageBuckets(
  points: readonly ComparedPoint[],
  { from, to }: Interval,
  count: number,
): Float64Array {
  const sums = new Float64Array(count);
  const counts = new Uint32Array(count);
  const span = to - from;
  for (const { ticks, text } of points) {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || ticks < from || ticks >= to) continue;
    const bucket = Number(((ticks - from) * BigInt(count)) / span);
    sums[bucket] = (sums[bucket] as number) + value;
    counts[bucket] = (counts[bucket] as number) + 1;
  }
  return sums.map((sum, bucket) => (counts[bucket] === 0 ? Number.NaN : sum / (counts[bucket] as number)));
}
