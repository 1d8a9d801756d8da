/*
 * Judges a silence of a few columns by its depth: how many rows were expected in it, compared with how deep counts fall
 * elsewhere. Its length cannot be judged if no other column is empty, because then there are no other silences to compare it
 * with.
 */
import { lnWait } from './ownNull.ts';
import type { ColumnRange } from './rhythm.ts';
import { isSignificant, lnBelow, summing } from './statistics.ts';

/** If this many rows were expected, zero rows is no chance event of Poisson counts. */
const SURE_ROWS = 8;
/** Rates are taken to vary by at least this much (logarithm). */
const LEAST_DEPTH = 0.1;
/** With fewer other windows, depth cannot be judged. */
const LEAST_OTHERS = 12;

/** Counts per column, and how many were expected. */
export interface Expectation {
  readonly counts: ArrayLike<number>;
  /** Rows expected in columns [from, to). */
  readonly expected: (from: number, to: number) => number;
}

function depthOf(count: number, expected: number): number {
  return Math.max(LEAST_DEPTH, Math.log((expected + 0.5) / (count + 0.5)));
}

/** Runs of empty columns, some of no length. The first and the last column may be cut off, so they end a run even if they are empty. */
function silences(counts: ArrayLike<number>): readonly ColumnRange[] {
  const isEnd = (at: number) => at === 0 || at === counts.length - 1;
  const used = Array.from(counts, (count, at) => (count === 0 && !isEnd(at) ? -1 : at)).filter(
    (at) => at >= 0,
  );
  return used.slice(1).map((to, before) => ({ from: (used[before] as number) + 1, to }));
}

function sumOf(counts: ArrayLike<number>, { from, to }: ColumnRange): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += counts[at] as number;
  return sum;
}

/**
 * Upper bound of ln P that a range falls so far below what was expected. `apart` are other ranges in question: they and the
 * columns beside them do not count as usual. Returns 0 if there are other unexpected silences; then their lengths tell more
 * (`lnWait`).
 */
export function lnDepth(
  { counts, expected }: Expectation,
  range: ColumnRange,
  apart: readonly ColumnRange[] = [],
): number {
  const width = range.to - range.from;
  const count = sumOf(counts, range);
  const rows = expected(range.from, range.to);
  const lnByCount = lnBelow(count, rows);
  // Not even significant as a Poisson count, so the other windows need not be looked at.
  if (!isSignificant(lnByCount)) return lnByCount;
  const isApart = (from: number, to: number) =>
    [range, ...apart].some((other) => from < other.to + 1 && to > other.from - 1);
  const isSilence = ({ from, to }: ColumnRange) => !isApart(from, to) && expected(from, to) >= SURE_ROWS;
  if (silences(counts).some(isSilence)) return 0;
  const usual: number[] = [];
  for (let from = 1 + ((range.from - 1) % width); from + width < counts.length; from += width) {
    const window = { from, to: from + width };
    if (isApart(window.from, window.to)) continue;
    usual.push(depthOf(sumOf(counts, window), expected(window.from, window.to)));
  }
  if (usual.length < LEAST_OTHERS) return 0;
  return Math.max(lnByCount, lnWait(depthOf(count, rows), usual));
}

/**
 * Expects in each range what the quieter of its two sides has. A side is one column away, as wide as the range, at least two
 * columns.
 */
export function besideExpectation(counts: ArrayLike<number>): Expectation {
  const sum = summing(counts);
  const rate = (from: number, to: number) => {
    const [first, last] = [Math.max(0, from), Math.min(counts.length, to)];
    return last <= first ? Number.POSITIVE_INFINITY : sum(first, last) / (last - first);
  };
  const expected = (from: number, to: number) => {
    const side = Math.max(2, to - from);
    const least = Math.min(rate(from - 1 - side, from - 1), rate(to + 1, to + 1 + side));
    return Number.isFinite(least) ? least * (to - from) : 0;
  };
  return { counts, expected };
}
