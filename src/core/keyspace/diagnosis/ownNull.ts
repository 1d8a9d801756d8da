/*
 * Takes what is usual from the data itself. A burst is judged by how much other ranges vary, a silence by how long other silences
 * last. So a table whose rows are burstier than Poisson, or whose rate drifts, raises its own thresholds.
 */
import { lnStudentAbove } from './outliers.ts';
import { autocorrelation, lnAbove, lnBelow, median, sumOf } from './statistics.ts';

/** How much a rate varies, as the standard deviation of its logarithm, and how reliable that figure is. */
export interface Spread {
  readonly deviation: number;
  /** Degrees of freedom of the deviation. */
  readonly freedom: number;
}

/** No rate is taken to be steadier than this. */
const LEAST_DEVIATION = 0.1;
/** Quantiles of the normal distribution, with their distance from the median in standard deviations. */
const QUANTILES: readonly { readonly at: number; readonly deviations: number }[] = [
  { at: 0.75, deviations: 0.674 },
  { at: 0.9, deviations: 1.282 },
];
/** A deviation from quantiles is as reliable as one from this share of the values. */
const QUANTILE_EFFICIENCY = 0.6;
const LEAST_FREEDOM = 2;
/** Values are cut to this many deviations before correlation is measured. */
const CUT_DEVIATIONS = 2;
/** Ways tried to split a high count between a high rate and a count that is high for its rate. */
const SPLITS = 24;

/**
 * Measures the spread of logarithms of ratios (a range to its neighbours) on the side that is tested. `noise` is the variance
 * that Poisson counts alone cause. It uses quantiles, so that the outliers in question do not widen it. Autocorrelated values
 * weigh less.
 */
export function spreadOf(logRatios: readonly number[], noise: number, side: 'above' | 'below'): Spread {
  const sign = side === 'above' ? 1 : -1;
  const middle = median(logRatios);
  const centred = logRatios.map((value) => sign * (value - middle));
  const sorted = Float64Array.from(centred).sort();
  const raw = QUANTILES.map(
    ({ at, deviations }) => (sorted[Math.floor(sorted.length * at)] ?? 0) / deviations,
  );
  const deviation = Math.max(0, ...raw);
  const variance = deviation ** 2 - noise;
  // An outage of several windows does not mean that all windows are correlated.
  const most = CUT_DEVIATIONS * deviation;
  const cut = Float64Array.from(centred, (value) => Math.min(most, Math.max(-most, value)));
  const correlation = Math.min(0.95, Math.max(0, autocorrelation(cut, 1)[1] as number));
  const effective = (logRatios.length * (1 - correlation)) / (1 + correlation);
  return {
    deviation: Math.sqrt(Math.max(LEAST_DEVIATION ** 2, variance)),
    freedom: Math.max(LEAST_FREEDOM, effective * QUANTILE_EFFICIENCY),
  };
}

/**
 * Upper bound of ln P of a count this far from the mean if the rate itself varies: either the rate deviates, or the count
 * deviates from its rate. 0 if the count is on the other side of the mean.
 */
export function lnBeyond(count: number, mean: number, spread: Spread, side: 'above' | 'below'): number {
  const isAbove = side === 'above';
  // Half a row is added so that zero rows have a logarithm.
  const far = Math.log((count + 0.5) / (mean + 0.5));
  let best = 0;
  for (let at = 0; at < SPLITS; at++) {
    const part = (far * at) / SPLITS;
    const rate = mean * Math.exp(part);
    const ofRate = lnStudentAbove(Math.abs(part) / spread.deviation, spread.freedom);
    const ofCount = isAbove ? lnAbove(count, rate) : lnBelow(count, rate);
    best = Math.min(best, Math.max(ofRate, ofCount));
  }
  return Math.min(0, best + Math.LN2);
}

/** This many of the longest waits show how the tail falls. If there are fewer, all are used. */
const TAIL = 20;
/** The tail is taken to fall no faster than this share of the mean wait. */
const LEAST_DECAY = 0.1;

/**
 * Upper bound of ln P that one of these waits is this long. The tail is taken as exponential. Its scale is estimated from the
 * longest twenty, forty, ... waits, and the scale that makes the long wait most likely is used, with its uncertainty (Pareto
 * predictive).
 */
export function lnWait(long: number, others: readonly number[]): number {
  return lnWaitAmong(long, Float64Array.from(others).sort().toReversed());
}

/** The same for waits sorted in descending order. */
export function lnWaitAmong(long: number, sorted: Float64Array): number {
  const mean = sumOf(sorted) / Math.max(1, sorted.length);
  if (mean <= 0) return 0;
  let lnP = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let size = 0;
  for (const wait of sorted) {
    sum += wait;
    size++;
    if (size !== sorted.length && size % TAIL !== 0) continue;
    // With few waits, the shortest is no lower bound of the tail.
    const least = sorted[size] ?? (size < TAIL ? 0 : wait);
    const scale = Math.max(LEAST_DECAY * mean, sum / size - least);
    const beyond = Math.max(0, long - least) / scale;
    lnP = Math.max(lnP, Math.log(size) - size * Math.log1p(beyond / size));
  }
  return Math.min(0, lnP);
}
