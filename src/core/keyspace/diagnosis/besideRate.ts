/*
 * Finds the usual rate beside a range of columns, as a median. The rules ask this for very many ranges of the same counts, so
 * results are reused.
 */
import { middleOf } from './statistics.ts';

/** The usual rate is measured over at least this many columns on each side. */
const LEAST_SIDE = 8;
/** Up to this many values, insertion sort is faster than the built-in sort. */
const FEW = 24;

/** Returns a function for medians of ranges of `counts`. All ranges share one scratch array; `room` is the longest range. */
function mediansOf(counts: ArrayLike<number>, room: number): (from: number, to: number) => number {
  const scratch = new Float64Array(room);
  return (from, to) => {
    const part = scratch.subarray(0, Math.max(0, to - from));
    for (let at = 0; at < part.length; at++) {
      const value = counts[from + at] as number;
      if (part.length > FEW) {
        part[at] = value;
        continue;
      }
      let place = at;
      while (place > 0 && (part[place - 1] as number) > value) {
        part[place] = part[place - 1] as number;
        place--;
      }
      part[place] = value;
    }
    return middleOf(part.length > FEW ? part.sort() : part);
  };
}

/** Number of columns on each side that tell the usual rate of a range this wide. */
export function sideOf(width: number): number {
  return Math.max(LEAST_SIDE, 2 * width);
}

/**
 * Returns a function for the usual rate beside a range of columns. The busier side counts, so that a rising morning is no burst.
 * The side after one range is the side before another, so medians are cached until a range of another width is queried.
 */
export function besideOf(counts: ArrayLike<number>): (from: number, to: number) => number {
  const middle = mediansOf(counts, Math.max(LEAST_SIDE, counts.length));
  const byEnd = new Float64Array(counts.length + 1);
  let keptSide = 0;
  const upTo = (end: number, side: number) => {
    const known = byEnd[end] as number;
    if (!Number.isNaN(known)) return known;
    const value = middle(Math.max(0, end - side), end);
    byEnd[end] = value;
    return value;
  };
  return (from, to) => {
    const side = sideOf(to - from);
    if (side !== keptSide) {
      byEnd.fill(Number.NaN);
      keptSide = side;
    }
    const after = to + side <= counts.length ? upTo(to + side, side) : middle(to, counts.length);
    return Math.max(upTo(from, side), after);
  };
}
