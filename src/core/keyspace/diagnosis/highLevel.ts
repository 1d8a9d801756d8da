/*
 * Finds a load that rises sharply to a higher level and stays there for a tenth to half of the time, too long for `burst` to see
 * above its neighbours. The two levels must be far apart, with sharp edges, and the rate must be as high nowhere else. So nights,
 * timers and drifting rates are not mistaken for a level.
 */
import { lnBeyond, spreadOf } from './ownNull.ts';
import { edgeBand } from './edges.ts';
import type { ColumnRange } from './rhythm.ts';
import { isSignificant, lnAbove, type Sum, summing } from './statistics.ts';

/** The upper level has at least this multiple of the lower rate. */
const LEAST_TIMES = 3;
/** Shares of the time. Anything shorter is a burst, anything longer is the usual rate. */
const LEAST_SHARE = 0.04;
const MOST_SHARE = 2 / 3;
const LEAST_WIDTH = 4;
/** The first and the last column, which may be cut off. */
const CUT_COLUMNS = 2;
const LEAST_COLUMNS = 24;
/** Least additional rows on the upper level. */
const LEAST_MORE = 50;
/** The search first tries borders of this many blocks, then moves each edge by columns. */
const BLOCKS = 48;
/** If fewer rows than this are expected between the upper level and an end of the list, the level is taken to reach that end. */
const LEAST_BESIDE = 10;
/** Expected rows of a band: enough to measure its level. */
const BAND_ROWS = 30;
/** The levels must be this many times farther apart (logarithm) than bands of one level usually are. */
const LEAST_DEVIATIONS = 4;
/** Fewer bands do not show how much a level varies. The lower level needs at least these. */
const LEAST_BANDS = 3;
/** Least share of the whole rise (logarithm) between the bands on the two sides of an edge. */
const LEAST_EDGE = 0.7;
/** Significance level. A high rate is only a note, so one false note in a thousand lists is acceptable. */
const LN_ALPHA = Math.log(1e-3);

/** A range of columns on the upper of two levels. */
export interface HighLevel extends ColumnRange {
  readonly count: number;
  /** Multiple of the rate outside. */
  readonly times: number;
  readonly lnP: number;
}

interface Levels {
  readonly inside: number;
  readonly outside: number;
}

function levelsOf(sum: Sum, columns: number, { from, to }: ColumnRange): Levels {
  const count = sum(from, to);
  const width = to - from;
  return { inside: count / width, outside: (sum(0, columns) - count) / (columns - width) };
}

/**
 * ln of the likelihood of two levels over one, minus a term that is the same for all ranges. -Infinity if the range is not the
 * higher level.
 */
function gainOf(sum: Sum, columns: number, range: ColumnRange): number {
  const { inside, outside } = levelsOf(sum, columns, range);
  if (inside <= outside) return Number.NEGATIVE_INFINITY;
  const width = range.to - range.from;
  const part = (rate: number, length: number) => (rate > 0 ? rate * length * Math.log(rate) : 0);
  return part(inside, width) + part(outside, columns - width);
}

/** The best range that begins and ends in one of the given columns. */
function bestOf(
  sum: Sum,
  columns: number,
  starts: readonly number[],
  ends: readonly number[],
): ColumnRange | undefined {
  let best: ColumnRange | undefined;
  let most = Number.NEGATIVE_INFINITY;
  const all = columns + CUT_COLUMNS;
  const least = Math.max(LEAST_WIDTH, all * LEAST_SHARE);
  for (const from of starts) {
    for (const to of ends) {
      if (to - from < least || to - from > all * MOST_SHARE) continue;
      const range = { from, to };
      const gain = gainOf(sum, columns, range);
      if (gain > most) [best, most] = [range, gain];
    }
  }
  return best;
}

function bordersOf(columns: number): readonly number[] {
  const blocks = Math.min(BLOCKS, columns);
  return Array.from({ length: blocks + 1 }, (_, at) => Math.round((at * columns) / blocks));
}

function near(at: number, columns: number): readonly number[] {
  const reach = Math.ceil(columns / BLOCKS);
  const from = Math.max(0, at - reach);
  return Array.from({ length: Math.min(columns, at + reach) - from + 1 }, (_, step) => from + step);
}

/** The range that makes two levels most likely: first by blocks, then each edge by columns. O(columns). */
function likeliest(sum: Sum, columns: number): ColumnRange | undefined {
  const borders = bordersOf(columns);
  let best = bestOf(sum, columns, borders, borders);
  for (let turn = 0; turn < 2 && best !== undefined; turn++) {
    const { to } = best;
    const moved: ColumnRange | undefined = bestOf(sum, columns, near(best.from, columns), [to]);
    best = bestOf(sum, columns, [moved?.from ?? best.from], near(to, columns));
  }
  return best;
}

/** Counts of the bands of a range, as multiples of what `rate` predicts. The last band may overlap the one before. */
function bandsOf(sum: Sum, { from, to }: ColumnRange, rate: number, least = 1): readonly number[] {
  const width = Math.min(to - from, Math.max(least, Math.ceil(BAND_ROWS / rate)));
  const bands: number[] = [];
  for (let at = from; at < to; at += width) {
    const start = Math.min(at, to - width);
    bands.push(sum(start, start + width) / (width * rate));
  }
  return bands;
}

/** Variance of the bands' logarithms, minus that of Poisson counts. */
function varianceOf(bands: readonly number[]): number {
  if (bands.length < LEAST_BANDS) return 0;
  const logs = bands.map((band) => Math.log(band + 0.5 / BAND_ROWS));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  return logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1) - 1 / BAND_ROWS;
}

/** The parts beside a range that have enough columns to measure their level. */
function partsBeside(
  columns: number,
  { from, to }: ColumnRange,
  { outside }: Levels,
): readonly ColumnRange[] {
  return [
    { from: 0, to: from },
    { from: to, to: columns },
  ].filter((part) => outside * (part.to - part.from) >= LEAST_BESIDE);
}

/** Columns that show the rate farther outside an edge, and how many times this rate is a step of a slow rise. */
const FAR = 4;
const STEP_TIMES = 1.2;

/**
 * A part beside a range without the column at the edge, in whose middle the level may change. If the rate rises before that column
 * already, as on a morning, the column stays.
 */
function withoutEdge(sum: Sum, part: ColumnRange, isBefore: boolean): ColumnRange {
  if (part.to - part.from < FAR + 2) return part;
  const [next, far] = isBefore ? [part.to - 2, part.to - 2 - FAR] : [part.from + 1, part.from + 2];
  const usual = (STEP_TIMES * sum(far, far + FAR)) / FAR;
  if (isSignificant(lnAbove(sum(next, next + 1), usual), 1, LN_ALPHA)) return part;
  return isBefore ? { from: part.from, to: part.to - 1 } : { from: part.from + 1, to: part.to };
}

/**
 * Checks that both levels are steady. If the high rate recurs elsewhere, it is a timer or normal use. If the rate also rises and
 * falls within a level, it is a day or a drifting rate.
 */
function areLevels(sum: Sum, columns: number, range: ColumnRange, levels: Levels): boolean {
  const { from, to } = range;
  const { inside, outside } = levels;
  const rise = Math.log(inside / outside);
  const middle = Math.exp(rise / 2);
  const parts = partsBeside(columns, range, levels).map((part) => withoutEdge(sum, part, part.from < from));
  const beside = parts.flatMap((part) => bandsOf(sum, part, outside)).toSorted((a, b) => a - b);
  // Single silences are another rule's business, but a part that is mostly silent is no level.
  const low = beside[Math.floor(beside.length / 4)] as number;
  if (beside.length < LEAST_BANDS || low < 1 / middle || (beside.at(-1) as number) > middle) return false;
  if (bandsOf(sum, range, inside).some((band) => band < 1 / middle)) return false;
  const wide = edgeBand(to - from);
  const variance = Math.max(
    varianceOf(parts.flatMap((part) => bandsOf(sum, part, outside, wide))),
    varianceOf(bandsOf(sum, range, inside, wide)),
  );
  return rise ** 2 >= LEAST_DEVIATIONS ** 2 * variance;
}

/** Bands of this share of the map are as many as tell reliably how much a rate changes; wide ones see through its noise. */
const FINE_SHARE = 1 / 48;

/** ln P of the edges, by how much the rate changes elsewhere, in wide bands or in fine ones; undefined if an edge is not sharp. */
function lnEdges(sum: Sum, columns: number, range: ColumnRange, levels: Levels): number | undefined {
  const { from, to } = range;
  const outer = Math.min(...partsBeside(columns, range, levels).map((part) => part.to - part.from));
  const wide = Math.min(edgeBand(to - from), outer);
  const fine = Math.max(1, Math.floor(columns * FINE_SHARE));
  const ofWide = lnEdgesIn(sum, columns, range, levels, wide);
  const ofFine = fine < wide ? lnEdgesIn(sum, columns, range, levels, fine) : undefined;
  if (ofWide === undefined || ofFine === undefined) return ofWide;
  // Two ways to look, so twice the chance.
  return Math.min(0, Math.min(ofWide, ofFine) + Math.LN2);
}

function lnEdgesIn(
  sum: Sum,
  columns: number,
  { from, to }: ColumnRange,
  levels: Levels,
  band: number,
): number | undefined {
  const steps: number[] = [];
  for (let at = band; at + band <= columns; at += band) {
    if (Math.abs(at - from) < band || Math.abs(at - to) < band) continue;
    const step = Math.log((sum(at, at + band) + 0.5) / (sum(at - band, at) + 0.5));
    // Rises and falls count alike.
    steps.push(step, -step);
  }
  const noise = 2 / Math.max(1, levels.outside * band);
  const both = spreadOf(steps, noise, 'above');
  // Each step is in the list twice, so half of the degrees of freedom.
  const spread = { ...both, freedom: Math.max(2, both.freedom / 2) };
  const edges: (readonly [inside: number, outside: number])[] = [];
  for (const part of partsBeside(columns, { from, to }, levels)) {
    if (part.from < from) edges.push([sum(from, from + band), sum(from - band, from)]);
    else edges.push([sum(to - band, to), sum(to, to + band)]);
  }
  const least = LEAST_EDGE * Math.log(levels.inside / levels.outside);
  const isSharp = edges.every(([high, low]) => Math.log((high + 0.5) / (low + 0.5)) >= least);
  if (!isSharp) return undefined;
  return edges.reduce((lnP, [high]) => lnP + lnBeyond(high, levels.outside * band, spread, 'above'), 0);
}

/**
 * The one range in which counts are at a far higher level than before and after. `places` corrects for ranges tested elsewhere
 * too. The first and the last column may be cut off, so they are no evidence. A level that ends
 * beside one of them includes it if its count is high too.
 */
export function highLevelIn(counts: Float64Array, places: number): HighLevel | undefined {
  if (counts.length < LEAST_COLUMNS) return undefined;
  const inner = counts.subarray(1, -1);
  const columns = inner.length;
  const sum = summing(inner);
  const range = likeliest(sum, columns);
  if (range === undefined) return undefined;
  const levels = levelsOf(sum, columns, range);
  const width = range.to - range.from;
  const times = levels.inside / levels.outside;
  if (times < LEAST_TIMES || (levels.inside - levels.outside) * width < LEAST_MORE) return undefined;
  if (!areLevels(sum, columns, range, levels)) return undefined;
  const lnP = lnEdges(sum, columns, range, levels);
  if (lnP === undefined || !isSignificant(lnP, places, LN_ALPHA)) return undefined;
  const isHigh = (at: number) => (counts[at] as number) > levels.outside * Math.sqrt(times);
  const from = range.from === 0 && isHigh(0) ? 0 : range.from + 1;
  const to = range.to === columns && isHigh(columns + 1) ? counts.length : range.to + 1;
  return { from, to, count: counts.subarray(from, to).reduce((all, count) => all + count, 0), times, lnP };
}
