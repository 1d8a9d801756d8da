/*
 * Where a stretch begins and ends: at the columns where the counts change (`sharpened`), and whether they change at once, as in an
 * outage, or slowly, as in a night (`isSharp`). A stretch without rows begins and ends at its rows instead, where their times are known.
 */
import type { Stretch, Usual } from './usual.ts';

/** The place from `low` to `high` that best divides columns of one rate from those of another, by the likelihood of Poisson counts. */
function bestEdge(
  counts: ArrayLike<number>,
  low: number,
  high: number,
  before: number,
  after: number,
): number {
  let [best, most, sum] = [low, 0, 0];
  for (let at = low; at < high; at++) {
    sum += (counts[at] as number) * Math.log(before / after) - (before - after);
    if (sum > most) [best, most] = [at + 1, sum];
  }
  return best;
}

/**
 * Moves both edges, which must be whole columns, to where the counts change, by at most the width of the stretch. `outside`:
 * rows per column outside it.
 */
export function sharpened({ counts, written }: Usual, { from, to }: Stretch, outside: number): Stretch {
  const width = to - from;
  // Half a row more, so that a rate of zero has a logarithm.
  const [inner, outer] = [(written(from, to) + 0.5) / width, outside + 0.5 / width];
  const middle = from + (width >> 1);
  return {
    from: bestEdge(counts, Math.max(0, from - width), middle, outer, inner),
    to: bestEdge(counts, middle + 1, Math.min(counts.length, to + width), inner, outer),
  };
}

/**
 * At a sharp edge, the rate changes from one band of columns to the next by at least this share of the whole difference (of
 * logarithms).
 */
const LEAST_STEP = 0.7;
/** That step must also be at least this many times the usual step elsewhere. */
const LEAST_DEVIATIONS = 4;
const MOST_BAND = 12;

/**
 * Whether the rate changes at once at both edges, from `outside` rows per column to those of the stretch. Where the map ends
 * too close to an edge to tell, the edge counts as sharp.
 */
export function isSharp({ written, columns }: Usual, { from, to }: Stretch, outside: number): boolean {
  const band = Math.min(MOST_BAND, Math.max(1, Math.round((to - from) / 6)));
  const ln = (rows: number) => Math.log(rows + 0.5);
  const stepOf = (one: number, other: number) =>
    Math.abs(ln(written(one, one + band)) - ln(written(other, other + band)));
  const elsewhere = Array.from({ length: Math.max(0, columns - 2 * band) }, (_, at) => at).filter(
    (at) => Math.abs(at + band - from) > band && Math.abs(at + band - to) > band,
  );
  // 68.3 % of normal values are within one standard deviation, so this quantile of the steps estimates it. The variance that
  // chance adds is known, and is subtracted.
  const steps = elsewhere.map((at) => stepOf(at, at + band)).toSorted((a, b) => a - b);
  const ofChance = (2 * columns) / Math.max(1, written(0, columns) * band);
  const usualStep = Math.sqrt(Math.max(0, (steps[Math.floor(steps.length * 0.683)] ?? 0) ** 2 - ofChance));
  const least = Math.max(
    LEAST_STEP * Math.abs(ln(written(from, to) * (band / (to - from))) - ln(outside * band)),
    LEAST_DEVIATIONS * usualStep,
  );
  // Part of the column just outside an edge may belong to the stretch, so it is skipped. The band inside begins at the edge or
  // one column further in.
  const isEdge = (beyond: number, ...inside: readonly number[]) =>
    beyond < 0 ||
    beyond + band > columns ||
    inside.some((at) => at >= from && at + band <= to && stepOf(at, beyond) >= least);
  return isEdge(from - 1 - band, from, from + 1) && isEdge(to + 1, to - band, to - 1 - band);
}

/**
 * How many parts a level, and the time on either side of it, are divided into. In every part the rate must stay on its side of
 * the middle.
 */
const PARTS = 8;

/** Whether the rate is high in all parts of a long stretch and low everywhere else: a lasting level, not a daily peak. */
export function isSteady({ columns, written }: Usual, { from, to }: Stretch): boolean {
  const count = written(from, to);
  const outside = (written(0, columns) - count) / (columns - (to - from));
  const middle = Math.sqrt((count / (to - from)) * outside);
  const ratesIn = (first: number, last: number): readonly number[] => {
    const width = Math.max(1, Math.ceil((last - first) / PARTS));
    const parts = Math.max(0, Math.floor((last - first) / width));
    return Array.from(
      { length: parts },
      (_, at) => written(first + at * width, first + (at + 1) * width) / width,
    );
  };
  const beside = [...ratesIn(0, from - 1), ...ratesIn(to + 1, columns)].toSorted((a, b) => a - b);
  const quiet = beside[beside.length >> 2] ?? 0;
  const isLow = quiet * middle >= outside ** 2 && beside.every((rate) => rate < middle);
  return isLow && ratesIn(from + 1, to - 1).every((rate) => rate > middle);
}
