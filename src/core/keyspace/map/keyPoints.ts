import { splitTicks } from '../../entities/order/timeBuckets.ts';

/*
 * Keys as two numbers each, group and time, which is all that the map needs: a million of them re-bin in a few
 * milliseconds, so every zoom frame counts them anew.
 */

/** Keys to count. Arrays may be longer than `count`. */
export interface KeyPoints {
  readonly count: number;
  /** Ticks of offset 0. */
  readonly baseTicks: bigint;
  /**
   * Ticks since baseTicks; NaN: no time. Exact within 28.5 years of the base (2^53 ticks), beyond that lossy by a few
   * ticks.
   */
  readonly offsets: Float64Array;
  /** Group number of each key: an index into whatever labels the caller keeps. */
  readonly groups: Uint32Array;
}

/** Group that is in no matrix row. */
export const NO_ROW = 0xffffffff;

/** How points become cells. */
export interface Binning {
  /** Start of column 0 in ticks. */
  readonly from: bigint;
  /** Above 0. */
  readonly bucketTicks: bigint;
  readonly columnCount: number;
  readonly rowCount: number;
  /** Matrix row of each group, or NO_ROW (out of sight). */
  readonly rowOfGroup: Uint32Array;
}

/** Points counted, and those that lie in no cell: never lost. */
export interface BinnedPoints {
  /** Row-major, rowCount x columnCount. */
  readonly counts: Uint32Array;
  /** Of visible rows, before column 0, after the last column, and without time. */
  readonly before: number;
  readonly after: number;
  readonly withoutTime: number;
  /** Of groups that are in no row. */
  readonly hidden: number;
}

const TICKS_PER_SECOND = 10_000_000;

/** Offsets of times given as whole seconds and ticks within the second, for entries [from, to); the rest of `into` stays. */
export function fillOffsets(
  times: { readonly seconds: Float64Array; readonly fraction: Uint32Array },
  baseTicks: bigint,
  range: { readonly from: number; readonly to: number },
  into: Float64Array,
): void {
  const { seconds, fraction } = times;
  const base = splitTicks(baseTicks);
  for (let at = range.from; at < range.to; at++) {
    into[at] =
      ((seconds[at] as number) - base.seconds) * TICKS_PER_SECOND +
      ((fraction[at] as number) - base.fraction);
  }
}

/**
 * Counts points [range.from, range.to) into cells (undefined: all). `into`: counts to add to, of the same binning.
 * Exact: an offset divided by the bucket floors right for every quotient below 2^53.
 */
export function binPoints(
  points: KeyPoints,
  binning: Binning,
  range: { readonly from: number; readonly to: number } = { from: 0, to: points.count },
  into: Uint32Array = new Uint32Array(binning.rowCount * binning.columnCount),
): BinnedPoints {
  const { offsets, groups, baseTicks } = points;
  const { columnCount, rowOfGroup } = binning;
  const shift = Number(binning.from - baseTicks);
  const width = Number(binning.bucketTicks);
  const end = width * columnCount;
  let before = 0;
  let after = 0;
  let withoutTime = 0;
  let hidden = 0;
  for (let at = range.from; at < range.to; at++) {
    const row = rowOfGroup[groups[at] as number] ?? NO_ROW;
    const distance = (offsets[at] as number) - shift;
    if (row === NO_ROW) hidden++;
    else if (distance >= 0 && distance < end) {
      const cell = row * columnCount + Math.trunc(distance / width);
      into[cell] = (into[cell] as number) + 1;
    } else if (distance < 0) before++;
    else if (distance >= end) after++;
    else withoutTime++;
  }
  return { counts: into, before, after, withoutTime, hidden };
}
