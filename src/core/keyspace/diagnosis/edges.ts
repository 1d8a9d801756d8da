/*
 * Where a stretch begins and ends: at the columns where the counts change (`sharpened`), and whether they change at once, as in an
 * outage, or slowly, as in a night (`isSharp`).
 */
import type { Sum } from './statistics.ts';
import type { Stretch } from './usual.ts';

/** The place from `low` to `high` that best divides columns of one rate from those of another, by the likelihood of Poisson counts. */
function bestEdge(
  counts: ArrayLike<number>,
  low: number,
  high: number,
  before: number,
  after: number,
): number {
  const lnRates = Math.log(before / after);
  let [best, most, sum] = [low, 0, 0];
  for (let at = low; at < high; at++) {
    sum += (counts[at] as number) * lnRates - (before - after);
    if (sum > most) [best, most] = [at + 1, sum];
  }
  return best;
}

/**
 * Moves each edge of a stretch to the column where the counts change, at most the stretch's width away. `outside`: rows per column
 * just outside.
 */
export function sharpened(counts: ArrayLike<number>, stretch: Stretch, outside: number): Stretch {
  const width = stretch.to - stretch.from;
  let count = 0;
  for (let at = stretch.from; at < stretch.to; at++) count += counts[at] as number;
  // Half a row more, so that a rate of zero has a logarithm.
  const [inner, outer] = [(count + 0.5) / width, outside + 0.5 / width];
  const middle = stretch.from + (width >> 1);
  const from = bestEdge(counts, Math.max(0, stretch.from - width), middle, outer, inner);
  const to = bestEdge(counts, middle + 1, Math.min(counts.length, stretch.to + width), inner, outer);
  return { from, to };
}

/** The step at an edge has at least this share of the whole difference (logarithm), from one band of columns to the next. */
const LEAST_STEP = 0.7;
/** And it is this many times as large as steps elsewhere usually are. */
const LEAST_DEVIATIONS = 4;
const MOST_BAND = 12;

/** How much the rate changes from one band to the next elsewhere, beside chance: a robust standard deviation of logarithms. */
function usualStep(written: Sum, columns: number, { from, to }: Stretch, band: number): number {
  const steps: number[] = [];
  for (let at = band; at + band <= columns; at++) {
    if (Math.abs(at - from) <= band || Math.abs(at - to) <= band) continue;
    steps.push(Math.abs(Math.log((written(at, at + band) + 0.5) / (written(at - band, at) + 0.5))));
  }
  // Two thirds of normal values are within one standard deviation.
  const deviation = steps.sort((a, b) => a - b)[Math.floor(steps.length * 0.683)] ?? 0;
  const ofChance = (2 * columns) / Math.max(1, written(0, columns) * band);
  return Math.sqrt(Math.max(0, deviation ** 2 - ofChance));
}

/** Whether the rate changes at once at both edges, from `outside` rows per column to those of the stretch. An end of the map is no edge. */
export function isSharp(written: Sum, columns: number, { from, to }: Stretch, outside: number): boolean {
  const width = to - from;
  const band = Math.min(MOST_BAND, Math.max(1, Math.round(width / 6)));
  const ln = (rows: number) => Math.log(rows + 0.5);
  const least = Math.max(
    LEAST_STEP * Math.abs(ln(written(from, to) * (band / width)) - ln(outside * band)),
    LEAST_DEVIATIONS * usualStep(written, columns, { from, to }, band),
  );
  // The column at an edge may belong to the stretch in part; the one beyond it may not.
  const isStep = (edges: readonly number[], beyond: number) =>
    edges.some(
      (edge) =>
        edge >= from &&
        edge + band <= to &&
        Math.abs(ln(written(edge, edge + band)) - ln(written(beyond, beyond + band))) >= least,
    );
  return (
    (from - 1 - band < 0 || isStep([from, from + 1], from - 1 - band)) &&
    (to + 1 + band > columns || isStep([to - band, to - 1 - band], to + 1))
  );
}
