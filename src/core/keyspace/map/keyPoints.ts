import { TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import { splitTicks } from '../../entities/order/timeBuckets.ts';

/*
 * Each key as two numbers, group and time, which is all the map needs. A million of them can be counted again in a few
 * milliseconds, so every zoom frame does.
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

/** How points are sorted into cells. */
export interface Binning {
  /** Start of column 0 in ticks. */
  readonly from: bigint;
  /** Above 0. */
  readonly bucketTicks: bigint;
  readonly columnCount: number;
  readonly rowCount: number;
  /** Matrix row of each group, or NO_ROW if it is not visible. */
  readonly rowOfGroup: Uint32Array;
}

/** The counted points, and how many are in no cell, so that none is lost. */
export interface BinnedPoints {
  /** Row-major, rowCount x columnCount. */
  readonly counts: Uint32Array;
  /** Points of visible rows before column 0, after the last column, and without a time. */
  readonly before: number;
  readonly after: number;
  readonly withoutTime: number;
  /** Points whose group has no visible row. */
  readonly hidden: number;
}

/** Fills entries [from, to) of `into` from times in whole seconds and ticks within the second. Other entries keep their values. */
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
      ((seconds[at] as number) - base.seconds) * TICKS_PER_SECOND_F64 +
      ((fraction[at] as number) - base.fraction);
  }
}

/**
 * Counts points [range.from, range.to), or all, into cells. `into` receives the counts if it is passed; it must have the same
 * binning. The result is exact: an offset divided by the bucket rounds down correctly for every quotient below 2^53.
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
