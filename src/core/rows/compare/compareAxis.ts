import { type TimeBuckets, timeBuckets } from '../../entities/order/timeBuckets.ts';
import type { TickSpan } from '../../keys/base/scheme.ts';

/** Buckets of the same width for two results: bucket i of one is compared with bucket i of the other. */
export interface CompareAxis {
  readonly first: TimeBuckets;
  readonly second: TimeBuckets;
  /** How many buckets, from the first on, the window of a result covers; the rest is outside its query. */
  readonly firstCovers: number;
  readonly secondCovers: number;
}

const MOST_BUCKETS = 120;

/** Both windows from their starts on, over the longer of the two lengths. Their starts are exact: none is moved to a full minute. */
export function compareAxis(first: TickSpan, second: TickSpan): CompareAxis {
  const [one, two] = [first.to - first.from, second.to - second.from];
  const longest = one > two ? one : two;
  const { bucketTicks, bucketCount } = timeBuckets({ from: 0n, to: longest }, MOST_BUCKETS);
  const covers = (length: bigint): number =>
    length === longest ? bucketCount : Number(length / bucketTicks);
  return {
    first: { from: first.from, bucketTicks, bucketCount },
    second: { from: second.from, bucketTicks, bucketCount },
    firstCovers: covers(one),
    secondCovers: covers(two),
  };
}

/** Counts as a line; no values outside the window of the result. */
export function countLine(counts: Uint32Array, covers: number): Float64Array {
  return Float64Array.from(counts, (count, bucket) => (bucket < covers ? count : Number.NaN));
}

/** A part of the axis, in buckets. */
export interface AxisPart {
  readonly from: number;
  readonly to: number;
}

/** Positions of time spans on a result's axis; parts outside are left out. */
export function partsOnAxis(
  spans: readonly TickSpan[],
  { from: start, bucketTicks, bucketCount }: TimeBuckets,
): readonly AxisPart[] {
  const place = (ticks: bigint): number =>
    Math.min(bucketCount, Math.max(0, Number(ticks - start) / Number(bucketTicks)));
  return spans
    .map(({ from, to }) => ({ from: place(from), to: place(to) }))
    .filter(({ from, to }) => to > from);
}

/**
 * Removes the values of a line in the buckets that a part overlaps, because unread buckets have no number.
 */
export function withoutParts(line: Float64Array, parts: readonly AxisPart[]): Float64Array {
  return line.map((value, bucket) =>
    parts.some(({ from, to }) => from < bucket + 1 && to > bucket) ? Number.NaN : value,
  );
}

/** By bucket: how many more rows the second has; no value where one of them has none. */
export function differenceLine(first: Float64Array, second: Float64Array): Float64Array {
  return first.map((count, bucket) => (second[bucket] ?? Number.NaN) - count);
}
