/*
 * What is usual, told by the data itself: a burst is judged by how much such stretches vary elsewhere, a silence by how long
 * other silences last. So rows that are burstier than Poisson ones, or whose rate wanders, raise their own thresholds.
 */
import { lnStudentAbove } from './outliers.ts';
import { autocorrelation, lnAbove, lnBelow, median, sumOf } from './statistics.ts';

/** How much a rate varies, as the deviation of its logarithm, and what weight that has. */
export interface Spread {
  readonly deviation: number;
  /** Degrees of freedom behind it. */
  readonly freedom: number;
}

/** No rate is steadier than this. */
const LEAST_DEVIATION = 0.1;
/** Quantiles of the normal distribution, and how many deviations they are from its middle. */
const QUANTILES: readonly { readonly at: number; readonly deviations: number }[] = [
  { at: 0.75, deviations: 0.674 },
  { at: 0.9, deviations: 1.282 },
];
/** A deviation from quantiles is as sure as one from fewer values. */
const QUANTILE_EFFICIENCY = 0.6;
const LEAST_FREEDOM = 2;
/** What lies further out is taken as this far, where correlation is told. */
const CUT_DEVIATIONS = 2;
/** Steps of the split between a rate that is high and a count that is high for its rate. */
const SPLITS = 24;

/**
 * The spread of logarithms of ratios (a stretch to what lies beside it), on the side that is tested; `noise` is the variance
 * that Poisson counts alone would give them. From quantiles: the stretches that stand out do not widen it. Values that go
 * together (autocorrelation) count as fewer.
 */
export function spreadOf(logRatios: readonly number[], noise: number, side: 'above' | 'below'): Spread {
  const sign = side === 'above' ? 1 : -1;
  const middle = median(logRatios);
  const centred = logRatios.map((value) => sign * (value - middle));
  const sorted = Float64Array.from(centred).sort();
  const raw = QUANTILES.map(
    ({ at, deviations }) =>
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? 0) / deviations,
  );
  const deviation = Math.max(0, ...raw);
  const variance = deviation ** 2 - noise;
  // An outage of some stretches is no sign that all go together.
  const most = CUT_DEVIATIONS * deviation;
  const cut = Float64Array.from(centred, (value) => Math.min(most, Math.max(-most, value)));
  const correlation = Math.min(0.95, Math.max(0, autocorrelation(cut, 1)[1] ?? 0));
  const effective = (logRatios.length * (1 - correlation)) / (1 + correlation);
  return {
    deviation: Math.sqrt(Math.max(LEAST_DEVIATION ** 2, variance)),
    freedom: Math.max(LEAST_FREEDOM, effective * QUANTILE_EFFICIENCY),
  };
}

/**
 * Upper bound of ln P of a count this far from the mean, where the rate itself varies: either the rate is so far off, or the
 * count is so for its rate. 0 where the count is on the other side.
 */
export function lnBeyond(count: number, mean: number, spread: Spread, side: 'above' | 'below'): number {
  const isAbove = side === 'above';
  if (mean <= 0 || (isAbove ? count <= mean : count >= mean)) return 0;
  // Half a row, so that no row at all has a logarithm.
  const far = Math.log((count + 0.5) / (mean + 0.5));
  let best = 0;
  for (let at = 0; at <= SPLITS; at++) {
    const part = (far * at) / SPLITS;
    const rate = mean * Math.exp(part);
    const ofRate = lnStudentAbove(Math.abs(part) / spread.deviation, spread.freedom);
    const ofCount = isAbove ? lnAbove(count, rate) : lnBelow(count, rate);
    best = Math.min(best, Math.max(ofRate, ofCount));
  }
  return Math.min(0, best + Math.LN2);
}

/** So many of the longest tell how waits end; of fewer waits all do. */
const TAIL = 20;
/** Waits never end more sharply than this, as a share of their mean. */
const LEAST_DECAY = 0.1;

/**
 * Upper bound of ln P that among waits like these one lasts so long. Their tail is taken as exponential, with its scale from the
 * longest twenty, forty, ... of them, the scale that makes the long one likeliest, and its uncertainty (Pareto predictive).
 */
export function lnWait(long: number, others: readonly number[]): number {
  return lnWaitAmong(long, Float64Array.from(others).sort().toReversed());
}

/** The same, of waits in order, the longest first. */
export function lnWaitAmong(long: number, sorted: Float64Array): number {
  const mean = sumOf(sorted) / Math.max(1, sorted.length);
  if (mean <= 0) return 0;
  let lnP = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (let size = 1; size <= sorted.length; size++) {
    sum += sorted[size - 1] ?? 0;
    const isTail = size === sorted.length || (size >= TAIL && size % TAIL === 0);
    if (!isTail) continue;
    // Of a few the shortest is no floor.
    const least = sorted[size] ?? (size < TAIL ? 0 : (sorted[size - 1] ?? 0));
    const scale = Math.max(LEAST_DECAY * mean, sum / size - least);
    const beyond = Math.max(0, long - least) / scale;
    lnP = Math.max(lnP, Math.log(size) - size * Math.log1p(beyond / size));
  }
  return Math.min(0, lnP);
}
