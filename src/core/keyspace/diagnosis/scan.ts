/*
 * Finds the stretches that are least usual, by their log-likelihood ratio: how much better a rate of its own explains the rows
 * of a stretch than the usual rate does. If counts varied by chance alone, the chance of a ratio would fall as exp(-ratio).
 * Real tables vary more, so the fall is measured on the other stretches of the same table: a stretch is unusual if its ratio is
 * far beyond theirs.
 */
import { sharpened } from './edges.ts';
import { lnPoisson } from './statistics.ts';
import type { Pause, Stretch, Usual } from './usual.ts';

/** A stretch with fewer or more rows than usual. */
export interface Deviation extends Pause {
  readonly count: number;
  /** Rows that there would be at the usual rate; on the high side at least 0.5. */
  readonly expected: number;
  /** Natural logarithm of the likelihood ratio, divided by the dispersion of the counts; above 0. */
  readonly ratio: number;
}

/** A deviation with the natural logarithm of the probability that chance alone makes one as large. */
export type Sure<T> = T & { readonly lnP: number };

export type Side = 'low' | 'high';

/** The widest stretch that is searched, as a share of the columns. A wider one would itself be what is usual. */
const MOST_SHARE = 2 / 3;
/**
 * An effect is large if a low stretch has at most this share of the usual rows, or if the usual rows are at most this share of
 * those in a high stretch.
 */
const LARGE_EFFECT = 0.3;
/** A large effect also needs at least this log-likelihood ratio, because among few rows chance alone makes effects as large. */
const LARGE_EFFECT_RATIO = 8;
/** Deviations with a lower log-likelihood ratio are too common to tell anything. */
const LEAST_RATIO = 2;
/** How many deviations are kept: enough to tell how the tail of their ratios falls. */
const MOST_KEPT = 220;
/**
 * Sharper edges are taken if the stretch keeps at least this share of its ratio. The ratio may drop a little, because the usual
 * rate is then measured at other places.
 */
const KEPT_RATIO = 0.8;

/** Fewer columns with rows do not tell whether rows come in batches. */
const LEAST_TELLING = 10;

/**
 * An upper limit for the ratio of a stretch without rows. If rows come in batches, a missing batch is one piece of evidence,
 * however many rows it would have had. How many batches there were is estimated from the empty columns, as if batches came at
 * random times. If the columns with rows form fewer runs than such batches would, the estimate is lowered in proportion, but not
 * below the number of these columns. Without an empty column there is no limit. Pauses at least half as long as the stretch, such as nights, are left out of the time to compare with.
 */
function batchRatio({ columns, time, pauses, used, runs }: Usual, from: number, to: number): number {
  let [elsewhere, expectedRuns] = [time(0, columns), 1];
  for (const pause of pauses) {
    if ((pause.to - pause.from) * 2 < to - from) continue;
    elsewhere -= time(pause.from, Math.min(pause.to, columns));
    expectedRuns++;
  }
  if (used < LEAST_TELLING) return used * Math.log1p(time(from, to) / Math.max(1, elsewhere));
  if (used >= elsewhere) return Number.POSITIVE_INFINITY;
  expectedRuns += used * (1 - used / elsewhere);
  const batches = -elsewhere * Math.log1p(-used / elsewhere) * Math.min(1, runs / expectedRuns);
  return Math.max(used, batches) * Math.log1p(time(from, to) / elsewhere);
}

/** The deviation of a stretch; undefined if there is none to speak of. */
function deviationAt(
  usual: Usual,
  side: Side,
  from: number,
  to: number,
  count: number,
): Deviation | undefined {
  const expected = side === 'low' ? usual.due(from, to) : Math.max(0.5, usual.outside(from, to));
  if (side === 'low' ? count >= expected : count <= expected) return undefined;
  // -lnPoisson is never above (count - expected)² / expected, which is cheaper to compute.
  if ((count - expected) ** 2 < LEAST_RATIO * usual.dispersion * expected) return undefined;
  let ratio = -lnPoisson(count, expected) / usual.dispersion;
  if (ratio < LEAST_RATIO) return undefined;
  if (count === 0) ratio = Math.min(ratio, batchRatio(usual, from, to));
  return ratio < LEAST_RATIO ? undefined : { from, to, count, expected, ratio };
}

/** The stretches that deviate most to one side, largest ratio first. They do not touch or overlap. O(columns log columns). */
export function deviations(usual: Usual, side: Side): readonly Deviation[] {
  const { columns, written } = usual;
  const pauses: Deviation[] = [];
  for (const pause of side === 'high' ? [] : usual.pauses) {
    const one = deviationAt(usual, 'low', pause.from, pause.to, 0);
    if (one !== undefined) pauses.push({ ...one, ...pause });
  }
  const found = [...pauses];
  for (let width = 1; width <= Math.max(1, columns * MOST_SHARE); width *= 2)
    for (let from = 0; from + width <= columns; from += Math.max(1, width >> 2)) {
      const count = written(from, from + width);
      // Part of a pause is weaker evidence than the whole.
      const one =
        side === 'low' && count === 0 ? undefined : deviationAt(usual, side, from, from + width, count);
      if (one !== undefined) found.push(one);
    }
  // Large effects come first, so that a slow valley around an outage, or a busy day around a burst, does not hide it.
  const isLarge = ({ count, expected, ratio }: Deviation) =>
    ratio >= LARGE_EFFECT_RATIO && (count <= expected * LARGE_EFFECT || expected <= count * LARGE_EFFECT);
  found.sort(
    (a, b) => Number(isLarge(b)) - Number(isLarge(a)) || b.ratio - a.ratio || b.to - b.from - (a.to - a.from),
  );
  const kept: Deviation[] = [];
  const isUsed = new Uint8Array(columns + 1);
  const isFree = ({ from, to }: Stretch) => {
    const next = isUsed.indexOf(1, Math.floor(from));
    return next < 0 || next >= to;
  };
  for (const one of found) {
    if (kept.length >= MOST_KEPT) break;
    if (!isFree(one)) continue;
    const best = one.ratio < LARGE_EFFECT_RATIO ? one : withEdges(usual, side, one, pauses);
    const free = isFree(best) ? best : one;
    kept.push(free);
    isUsed.fill(1, Math.max(0, Math.floor(free.from) - 1), Math.ceil(free.to) + 1);
  }
  return kept.sort((a, b) => b.ratio - a.ratio);
}

/**
 * Moves the edges of a deviation to where the counts change. If an overlapping pause has at least half of the expected rows,
 * that pause is returned instead.
 */
function withEdges(usual: Usual, side: Side, one: Deviation, pauses: readonly Deviation[]): Deviation {
  if (one.count === 0) return one;
  const edges = sharpened(usual, one, one.expected / (one.to - one.from));
  const isWide = edges.to - edges.from > usual.columns * MOST_SHARE;
  const found = isWide
    ? undefined
    : deviationAt(usual, side, edges.from, edges.to, usual.written(edges.from, edges.to));
  const best = found !== undefined && found.ratio >= one.ratio * KEPT_RATIO ? found : one;
  const most = pauses.find(
    ({ from, to, expected }) => from < best.to && to > best.from && expected >= best.expected / 2,
  );
  return most ?? best;
}

/** Significance level of one search: of a thousand searches of healthy counts, one may find something. */
const LN_ALPHA = Math.log(1e-3);

/** Whether the natural logarithm of a probability is low enough to rule out chance. */
export function isSure(lnP: number): boolean {
  return lnP <= LN_ALPHA;
}

/** How many of the largest ratios are taken as the tail of their distribution, which is assumed to be exponential. */
const TAIL_SIZE = 60;
/**
 * With few stretches the tail is poorly known, so this many more are assumed whose ratios fall as exp(-ratio), as by chance
 * alone.
 */
const PRIOR_SIZE = 10;

/**
 * Natural logarithm of the expected number of stretches with a ratio this large; at most 0. It extrapolates from the ratios of
 * the others, given largest first: peaks over a threshold, with the mean excess estimated from the tail. It is at least as
 * large as by chance alone.
 */
export function lnTail(ratio: number, others: readonly number[]): number {
  const { length } = others;
  const size = Math.min(TAIL_SIZE, length);
  const least = others[size] ?? 1;
  let sum = PRIOR_SIZE;
  for (let at = 0; at < size; at++) sum += (others[at] as number) - least;
  const freedom = size + PRIOR_SIZE;
  // Ratios are never assumed to fall faster than by chance alone.
  const scale = Math.max(1, sum / freedom);
  const beyond = Math.max(0, ratio - least) / scale;
  const lnP = Math.log(Math.max(1, size)) - freedom * Math.log1p(beyond / freedom);
  return Math.min(0, Math.max(lnP, Math.log(Math.max(1, length)) - ratio));
}

/**
 * Bursty writers have ratios that follow a power law. `size`: how many of the largest ratios it is fitted to. `lnLeast`: ln of
 * the expected number of ratios as large, above which a ratio is no surprise.
 */
const POWER_LAW = { size: 60, lnLeast: Math.log(1e-2) };

/**
 * Whether a ratio is no surprise if the tail is a power law, with its exponent estimated from the largest ratios (B. Hill,
 * 1975). False if there are too few of them.
 */
export function fitsPowerLaw(ratio: number, others: readonly number[]): boolean {
  const { size, lnLeast } = POWER_LAW;
  if (others.length <= size) return false;
  const least = Math.log(others[size] as number);
  let sum = 0;
  for (let at = 0; at < size; at++) sum += Math.log(others[at] as number) - least;
  return Math.log(size) - size * Math.log1p((Math.log(ratio) - least) / sum) > lnLeast;
}

/**
 * The deviations that are far beyond all others. `found` is sorted by ratio, largest first. If more than `most` are, none is
 * returned: deviating so far is then how the table is used.
 */
export function unusual<T extends { readonly ratio: number }>(
  found: readonly T[],
  most: number,
): readonly Sure<T>[] {
  const ratios = found.map(({ ratio }) => ratio);
  for (let many = Math.min(most + 1, found.length); many > 0; many--) {
    const others = ratios.slice(many);
    const odd = found.slice(0, many).map((one) => ({ ...one, lnP: lnTail(one.ratio, others) }));
    if (odd.every(({ lnP }) => isSure(lnP))) return many > most ? [] : odd;
  }
  return [];
}

/**
 * The highest ln(p) to keep if one in a thousand findings may be false (false discovery rate, Benjamini and Hochberg, 1995);
 * -Infinity if none can be kept. `looked`: how many places were searched.
 */
export function lnFalseDiscoveryLimit(lnPs: readonly number[], looked: number): number {
  const sorted = lnPs.toSorted((a, b) => b - a);
  const limit = sorted.find((lnP, at) => isSure(lnP + Math.log(looked / (sorted.length - at))));
  return limit ?? Number.NEGATIVE_INFINITY;
}
