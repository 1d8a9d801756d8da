/*
 * What is usual beside a stretch: medians, of very many stretches of the same counts.
 */
import { middleOf } from './statistics.ts';

/** Columns on either side that tell the usual rate, at least. */
const LEAST_SIDE = 8;
/** Up to so many values insertion sorts faster than the engine's own call. */
const FEW = 24;

/** Medians of many parts of the same counts, without an array for each: `room` holds the longest part. */
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

/** Columns on either side of a stretch that tell its usual rate. */
export function sideOf(width: number): number {
  return Math.max(LEAST_SIDE, 2 * width);
}

/**
 * The usual rate beside stretches: the busier side counts, so that a rising morning is no burst. What lies after one stretch lies
 * before another: medians are kept until stretches of another width are asked for.
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
