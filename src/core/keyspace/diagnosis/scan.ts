/*
 * Finds the stretches that are least usual, by the likelihood ratio: how much better the rows of a stretch are explained by a rate
 * of its own than by the usual one. Where counts vary by chance alone, ratios fall as exp(-ratio). Tables vary more. So how the
 * ratios fall is measured on the other stretches of the same table, and a stretch is unusual if its ratio is beyond them.
 */
import { sharpened } from './edges.ts';
import { lnPoisson } from './statistics.ts';
import type { Pause, Stretch, Usual } from './usual.ts';

/** A stretch that is too low or too high. */
export interface Deviation extends Pause {
  readonly count: number;
  /** Rows by the usual rate. */
  readonly expected: number;
  /** Natural logarithm of the likelihood ratio, of counts that vary as much as these; above 0. */
  readonly ratio: number;
}

/** A deviation that is beyond the others, with ln of its chance. */
export type Sure<T> = T & { readonly lnP: number };

export type Side = 'low' | 'high';

/** The widest stretch, as a share of the columns. A wider one is the usual rate. */
const MOST_SHARE = 2 / 3;
/** A large effect leaves at most this share of the usual rows, or these are at most this share of its own. */
const LARGE_EFFECT = 0.3;
/** And it has this log-likelihood ratio: in few rows, chance alone has as large effects. */
const LARGE_EFFECT_RATIO = 8;
/** Lower log-likelihood ratios tell nothing. */
const LEAST_RATIO = 2;
/** How many deviations are kept: enough to tell how the tail of their ratios falls. */
const MOST_KEPT = 220;
/** Better edges may cost a little of the ratio, where the sides are measured elsewhere. */
const KEPT_RATIO = 0.8;

/** Where at least this share of enough columns has rows, rows do not come in batches. */
const DENSE = { share: 0.9, columns: 10 };

/**
 * The ratio of a stretch without rows, by the columns that had rows elsewhere: rows that come in batches are no more evidence than
 * their batches are. Nights and other pauses as long do not count as elsewhere. Few batches leave their rate unsure, as the chance
 * of none in a Poisson process of which few are known.
 */
function batchRatio({ columns, time, pauses, used }: Usual, from: number, to: number): number {
  let elsewhere = time(0, columns);
  for (const pause of pauses)
    if ((pause.to - pause.from) * 2 >= to - from) elsewhere -= time(pause.from, Math.min(pause.to, columns));
  const isDense = used >= DENSE.columns && used >= DENSE.share * elsewhere;
  return isDense ? Number.POSITIVE_INFINITY : used * Math.log1p(time(from, to) / Math.max(1, elsewhere));
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
  // No ratio is above (count - expected)² / expected: that is faster to tell.
  if ((count - expected) ** 2 < LEAST_RATIO * usual.dispersion * expected) return undefined;
  let ratio = -lnPoisson(count, expected) / usual.dispersion;
  if (ratio < LEAST_RATIO) return undefined;
  if (count === 0) ratio = Math.min(ratio, batchRatio(usual, from, to));
  return ratio < LEAST_RATIO ? undefined : { from, to, count, expected, ratio };
}

/** The stretches, apart from each other, that deviate most to one side, most first. O(columns log columns). */
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
  // A slow valley around an outage, or a day around a burst, does not hide it.
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

/** The deviation with its edges where the counts change; of a low one that is mostly a pause, the pause. */
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

/** One false finding in a thousand healthy tables. */
const LN_ALPHA = Math.log(1e-3);

/** Whether a chance is so small that it counts as none. */
export function isSure(lnP: number): boolean {
  return lnP <= LN_ALPHA;
}

/** So many of the largest ratios are taken for the tail of their distribution, which is exponential in each. */
const TAIL_SIZES = [20, 60, 200];
/** Few stretches show too little of the tail, so this many more are assumed, whose ratios fall as exp(-ratio), as by chance. */
const PRIOR_SIZE = 10;

/**
 * ln of the expected number of stretches as extreme as this ratio, by the ratios of the others, largest first: peaks over a
 * threshold, with the mean excess estimated from the tail. The heaviest of several tails counts.
 */
export function lnTail(ratio: number, others: readonly number[]): number {
  const { length } = others;
  let lnP = Math.log(Math.max(1, length)) - ratio;
  for (const tail of TAIL_SIZES) {
    const size = Math.min(tail, length);
    const least = others[size] ?? 1;
    let sum = PRIOR_SIZE;
    for (let at = 0; at < size; at++) sum += (others[at] as number) - least;
    const freedom = size + PRIOR_SIZE;
    // No ratios fall faster than those of chance alone.
    const scale = Math.max(1, sum / freedom);
    const beyond = Math.max(0, ratio - least) / scale;
    lnP = Math.max(lnP, Math.log(Math.max(1, size)) - freedom * Math.log1p(beyond / freedom));
  }
  return Math.min(0, lnP);
}

/** How many of the largest ratios a power law, as of bursty writers, is fitted to, and ln of the smallest chance that it may give. */
const POWER_LAW = { size: 60, lnLeast: Math.log(1e-2) };

/** Whether a ratio is no surprise if the tail is a power law, whose exponent the largest ratios tell (B. Hill, 1975). */
export function fitsPowerLaw(ratio: number, others: readonly number[]): boolean {
  const { size, lnLeast } = POWER_LAW;
  if (others.length <= size) return false;
  const least = Math.log(others[size] as number);
  let sum = 0;
  for (let at = 0; at < size; at++) sum += Math.log(others[at] as number) - least;
  return Math.log(size) - size * Math.log1p((Math.log(ratio) - least) / sum) > lnLeast;
}

/**
 * The deviations, sorted by their ratio, that are beyond all the others, at most `most`. If there are more, deviating so far is how
 * the table is used.
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
 * ln of the highest of some chances that is kept if of all findings one in a thousand may be false (false discovery rate, Benjamini
 * and Hochberg, 1995). `looked`: how many places were looked at.
 */
export function lnFalseDiscoveryLimit(lnPs: readonly number[], looked: number): number {
  const sorted = lnPs.toSorted((a, b) => b - a);
  const limit = sorted.find((lnP, at) => isSure(lnP + Math.log(looked / (sorted.length - at))));
  return limit ?? Number.NEGATIVE_INFINITY;
}
