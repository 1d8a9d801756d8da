/*
 * Tells an outage from a night by its edges: a night falls slowly, an outage does not. An edge is compared with how much the
 * table's rate changes from one moment to the next elsewhere.
 */
import { lnBeyond, type Spread, spreadOf } from './ownNull.ts';
import type { ColumnRange } from './rhythm.ts';
import type { Sum } from './statistics.ts';

/** The first and last part of a drop have at most this share of the rate just outside. */
const MOST_LEFT_AT_EDGES = 0.42;
const MOST_BAND = 12;

/** Width of the bands compared just outside and inside an edge. Wide enough to tell a night's slow fall from a step. */
export function edgeBand(width: number): number {
  return Math.min(MOST_BAND, Math.max(1, Math.round(width / 6)));
}

/** How much the rate usually changes from one band to the next. */
export function usualSteps(sum: Sum, columns: number, band: number): Spread {
  const steps: number[] = [];
  for (let at = band; at + band <= columns; at += band)
    steps.push(Math.log((sum(at, at + band) + 0.5) / (sum(at - band, at) + 0.5)));
  const mean = (sum(0, columns) * band) / Math.max(1, columns);
  return spreadOf(steps, 2 / Math.max(1, mean), 'below');
}

/**
 * ln P that the rate falls and rises again like this, by its edges alone. Undefined if an edge is not sharp. A range that reaches
 * the end of the map is judged by its one edge.
 */
export function lnDrop(
  sum: Sum,
  { from, to }: ColumnRange,
  columns: number,
  steps: Spread,
): number | undefined {
  const band = edgeBand(to - from);
  const edges: (readonly [inside: number, outside: number])[] = [];
  if (from >= band) edges.push([sum(from, Math.min(columns, from + band)), sum(from - band, from)]);
  if (to + band <= columns) edges.push([sum(to - band, to), sum(to, to + band)]);
  if (edges.length === 0 || edges.some(([inside, outside]) => inside > outside * MOST_LEFT_AT_EDGES))
    return undefined;
  return edges.reduce((lnP, [inside, outside]) => lnP + lnBeyond(inside, outside, steps, 'below'), 0);
}

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
 * Moves each edge of a range to the column where the counts change, at most `reach` columns away. A search tries only some widths
 * and positions, so its range can be off by that much. `outside`: rows per column just outside the range.
 */
export function sharpened(
  counts: ArrayLike<number>,
  range: ColumnRange,
  outside: number,
  reach: number,
): ColumnRange {
  const width = range.to - range.from;
  let count = 0;
  for (let at = range.from; at < range.to; at++) count += counts[at] as number;
  // Half a row more, so that a rate of zero has a logarithm.
  const [inner, outer] = [(count + 0.5) / width, outside + 0.5 / width];
  const middle = range.from + (width >> 1);
  const least = Math.max(0, range.from - reach);
  const most = Math.min(counts.length, range.to + reach);
  const from = bestEdge(counts, least, Math.min(middle, range.from + reach), outer, inner);
  const to = bestEdge(counts, Math.max(middle + 1, range.to - reach), most, inner, outer);
  return { from, to };
}
