/*
 * Finds the stretches that are least usual, by the likelihood ratio: how much better the rows of a stretch are explained by a rate
 * of its own than by the usual one. Where counts vary by chance alone, ratios fall as exp(-ratio). Tables vary more. So how the
 * ratios fall is measured on the other stretches of the same table, and a stretch is unusual if its ratio is beyond them.
 */
import { sharpened } from './edges.ts';
import { lnAbove, lnBelow } from './statistics.ts';
import type { Stretch, Usual } from './usual.ts';

/** A stretch that is too low or too high. */
export interface Deviation extends Stretch {
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
/** How many of them get exact edges. */
const MOST_SHARPENED = 10;
/** Better edges may cost a little of the ratio, where the sides are measured elsewhere. */
const KEPT_RATIO = 0.8;

/** Where at least this share of enough columns has rows, rows do not come in batches. */
const DENSE = { share: 0.9, columns: 10 };

/** Columns with rows, and the runs of those without, from which batches are told. */
interface Used {
  readonly columns: number;
  readonly empty: readonly Stretch[];
}

/**
 * The ratio of a stretch without rows, by the columns that had rows elsewhere: rows that come in batches are no more evidence than
 * their batches are. Nights and other pauses as long do not count as elsewhere. Few batches leave their rate unsure, as the chance
 * of none in a Poisson process of which few are known.
 */
function batchRatio({ counts, time }: Usual, used: Used, from: number, to: number): number {
  const here = time(from, to);
  let elsewhere = time(0, counts.length);
  for (const pause of used.empty)
    if ((pause.to - pause.from) * 2 >= to - from) elsewhere -= time(pause.from, pause.to);
  const isDense = used.columns >= DENSE.columns && used.columns >= DENSE.share * elsewhere;
  return isDense ? Number.POSITIVE_INFINITY : used.columns * Math.log1p(here / Math.max(1, elsewhere));
}

/** The deviation of columns [from, to); undefined if there is none to speak of. */
function deviationAt(usual: Usual, side: Side, used: Used, from: number, to: number): Deviation | undefined {
  const count = usual.written(from, to);
  const mean = side === 'low' ? usual.least(from, to) : Math.max(0.5, usual.outside(from, to));
  if (side === 'low' ? count >= mean : count <= mean) return undefined;
  const { expected, dispersion } = usual;
  // No ratio is above (count - mean)² / mean: that is faster to tell.
  if ((count - mean) ** 2 < LEAST_RATIO * dispersion * mean) return undefined;
  let ratio = -(side === 'low' ? lnBelow(count, mean) : lnAbove(count, mean)) / dispersion;
  if (count === 0 && ratio >= LEAST_RATIO) ratio = Math.min(ratio, batchRatio(usual, used, from, to));
  if (ratio < LEAST_RATIO) return undefined;
  return { from, to, count, expected: side === 'low' ? expected(from, to) : mean, ratio };
}

/** The stretches, apart from each other, that deviate most to one side, most first. O(columns log columns). */
export function deviations(usual: Usual, side: Side): readonly Deviation[] {
  const { counts, written } = usual;
  const columns = counts.length;
  const used = usedOf(counts);
  const windows: Deviation[] = [];
  const isWhole = (from: number, to: number) => counts[from - 1] !== 0 && counts[to] !== 0;
  const look = (from: number, to: number): void => {
    // Part of an empty run tells less than all of it.
    if (side === 'low' && written(from, to) === 0 && !isWhole(from, to)) return;
    const found = deviationAt(usual, side, used, from, to);
    if (found !== undefined) windows.push(found);
  };
  for (let width = 1; width <= Math.max(1, columns * MOST_SHARE); width *= 2) {
    // Even without any row, the ratio is no higher than the rows that are due.
    if (side === 'low' && usual.fastest * width < LEAST_RATIO) continue;
    for (let from = 0; from + width <= columns; from += Math.max(1, width >> 2)) look(from, from + width);
  }
  if (side === 'low') for (const { from, to } of used.empty) if (to - from > 1) look(from, to);
  // A slow valley around an outage, or a day around a burst, does not hide it.
  const isLarge = ({ count, expected, ratio }: Deviation) =>
    ratio >= LARGE_EFFECT_RATIO && (count <= expected * LARGE_EFFECT || expected <= count * LARGE_EFFECT);
  windows.sort((a, b) => b.ratio - a.ratio || b.to - b.from - (a.to - a.from));
  const isUsed = new Uint8Array(columns + 1);
  const isFree = ({ from, to }: Stretch) => {
    for (let at = from; at < to; at++) if (isUsed[at] === 1) return false;
    return true;
  };
  const kept: Deviation[] = [];
  for (const window of [...windows.filter(isLarge), ...windows.filter((one) => !isLarge(one))]) {
    if (kept.length >= MOST_KEPT) break;
    if (!isFree(window)) continue;
    const best =
      window.ratio >= LARGE_EFFECT_RATIO && kept.length < MOST_SHARPENED
        ? withEdges(usual, side, window, used)
        : window;
    const found = isFree(best) ? best : window;
    kept.push(found);
    isUsed.fill(1, Math.max(0, found.from - 1), found.to + 1);
  }
  return kept.sort((a, b) => b.ratio - a.ratio);
}

/** The deviation with its edges where the counts change; of a low one that is mostly empty, the empty part. */
function withEdges(usual: Usual, side: Side, window: Deviation, used: Used): Deviation {
  const { from, to } = sharpened(usual.counts, window, window.expected / (window.to - window.from));
  const isWide = to - from > usual.counts.length * MOST_SHARE;
  const found = isWide ? undefined : deviationAt(usual, side, used, from, to);
  const best = found !== undefined && found.ratio >= window.ratio * KEPT_RATIO ? found : window;
  return side === 'low' ? emptyPartOf(usual, used, best) : best;
}

function emptyPartOf(usual: Usual, used: Used, low: Deviation): Deviation {
  const parts = used.empty
    .filter(({ from, to }) => from < low.to && to > low.from)
    .map(({ from, to }) => deviationAt(usual, 'low', used, from, to));
  return parts.find((part) => (part?.expected ?? 0) >= low.expected / 2) ?? low;
}

function usedOf(counts: ArrayLike<number>): Used {
  const empty: Stretch[] = [];
  let columns = 0;
  for (let at = 0; at < counts.length; at++) {
    const from = at;
    while (at < counts.length && counts[at] === 0) at++;
    if (at > from) empty.push({ from, to: at });
    if (at < counts.length) columns++;
  }
  return { columns, empty };
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
export function lnTail(ratio: number, others: Float64Array): number {
  const { length } = others;
  let lnP = Math.log(Math.max(1, length)) - ratio;
  for (const tail of TAIL_SIZES) {
    const size = Math.min(tail, length);
    const least = others[size] ?? 0;
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
export function fitsPowerLaw(ratio: number, others: Float64Array): boolean {
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
  const ratios = Float64Array.from(found, ({ ratio }) => ratio);
  for (let many = Math.min(most + 1, found.length); many > 0; many--) {
    const others = ratios.subarray(many);
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
