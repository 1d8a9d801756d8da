/*
 * The statistics of the rules. Probabilities are natural logarithms, so that tiny ones do not underflow to 0.
 */

/** Below this ln(p), confidence rises above its minimum. */
const LN_SURE = Math.log(1e-4);

/** Confidence 0.7 .. 0.99 from ln(p). */
export function confidenceOf(lnP: number): number {
  return 0.7 + 0.29 * Math.min(1, Math.max(0, LN_SURE - lnP) / 30);
}

export function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at] as number;
  return sum;
}

/** Sum of values [from, to). */
export type Sum = (from: number, to: number) => number;

/**
 * Returns a function that sums values [from, to) in O(1). Both ends must lie within the values. A fractional end counts that
 * part of its value.
 */
export function summing(values: ArrayLike<number>): Sum {
  const sums = new Float64Array(values.length + 1);
  for (let at = 0; at < values.length; at++) sums[at + 1] = (sums[at] as number) + (values[at] as number);
  const until = (at: number): number => {
    const whole = Math.floor(at);
    return (sums[whole] as number) + (at === whole ? 0 : (at - whole) * (values[whole] as number));
  };
  return (from, to) => until(to) - until(from);
}

/** The median; 0 for no values. */
export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** Upper bound of ln P(X >= count), or of ln P(X <= count) below the mean, for Poisson counts (Chernoff). */
export function lnPoisson(count: number, mean: number): number {
  return count - mean - (count === 0 ? 0 : count * Math.log(count / mean));
}

/**
 * How much more counts vary from one to the next than Poisson counts do, which have 1. At least 1, and 1 if there are too few
 * counts to tell. It compares neighbours, so a slow rise does not count. The largest twentieth of the terms is left out, so a
 * single burst does not count.
 */
export function neighbourDispersion(counts: ArrayLike<number>): number {
  const terms: number[] = [];
  for (let at = 1; at < counts.length; at++) {
    const [before, now] = [counts[at - 1] as number, counts[at] as number];
    // Each term has mean 1 for Poisson counts of the same rate.
    if (before + now > 0) terms.push((now - before) ** 2 / (now + before));
  }
  if (terms.length < 4) return 1;
  const kept = Float64Array.from(terms)
    .sort()
    .subarray(0, terms.length - Math.floor(terms.length * 0.05));
  // A squared normal value without its largest twentieth has a mean of about 0.77.
  return Math.max(1, sumOf(kept) / kept.length / 0.77);
}

/**
 * Assumption before any counts are seen: writers' rates differ by half (standard deviation of the logarithm). It has the weight
 * of USUAL_WEIGHT observed counts.
 */
const USUAL_DEVIATION = 0.4;
const USUAL_WEIGHT = 10;

/** Significance level after correction for the number of values. */
const LN_ALPHA = Math.log(1e-3);
/** From this multiple of the median on, LN_ALPHA_CLEAR applies. */
const CLEAR_TIMES = 9;
const LN_ALPHA_CLEAR = Math.log(5e-3);
/** Below this multiple of the median nothing is hot, however even the others are. */
const LEAST_TIMES = 4;
/** At most this many outliers, and at most a fifth of all values. With more, the load is skewed and none of them is special. */
const MOST_OUTLIERS = 5;
/** A table of GUIDs has a million partitions, none of them large, so larger lists are not searched. */
const MOST_VALUES = 20_000;

/** A count far above the others. */
interface Outlier {
  readonly index: number;
  /** Multiple of the median of all values that rank below it. */
  readonly times: number;
  /** Natural logarithm of the chance that the largest of this many values is so high. */
  readonly lnP: number;
}

/**
 * Finds counts (above 0) that are far above the others, the largest first. Rates of writers differ by factors, so logarithms are
 * compared: with the mean and deviation of the others, and with the assumed deviation (moderated t, G. Smyth 2004). To keep
 * outliers from hiding each other, the largest is removed before the next one is tested (generalized ESD, B. Rosner 1983).
 */
export function upperOutliers(values: readonly number[]): readonly Outlier[] {
  if (values.length > MOST_VALUES) return [];
  const order = [...values.entries()].sort(([, a], [, b]) => b - a);
  // Half a row more, so that one row more or less matters only to small counts.
  const logs = order.map(([, value]) => Math.log(value + 0.5));
  const most = Math.min(MOST_OUTLIERS, Math.floor(values.length / 5));
  const steps: Outlier[] = [];
  let found = 0;
  for (const [at, [index, value]] of order.slice(0, most).entries()) {
    const rest = logs.slice(at + 1);
    const [, middle] = order[at + 1 + (rest.length >> 1)] as [number, number];
    const times = value / Math.max(1, middle);
    const lnP = Math.min(0, lnChance(logs[at] as number, rest) + Math.log(rest.length + 1));
    steps.push({ index, times, lnP });
    if (times >= LEAST_TIMES && lnP <= (times >= CLEAR_TIMES ? LN_ALPHA_CLEAR : LN_ALPHA)) found = at + 1;
  }
  return steps.slice(0, found);
}

/** Natural logarithm of the probability of a value this high, given the others. */
function lnChance(value: number, others: readonly number[]): number {
  const { length } = others;
  const mean = others.reduce((sum, other) => sum + other, 0) / length;
  const squares = others.reduce((sum, other) => sum + (other - mean) ** 2, 0);
  const freedom = USUAL_WEIGHT + length - 1;
  const variance = (USUAL_WEIGHT * USUAL_DEVIATION ** 2 + squares) / freedom;
  return lnStudentAbove((value - mean) / Math.sqrt(variance * (1 + 1 / length)), freedom);
}

/**
 * An upper bound of ln P(T >= t) for Student's t; 0 unless t is above about 1. Uses Wallace's normal approximation (1959, error
 * below 0.2 %) and Mills' ratio.
 */
function lnStudentAbove(t: number, freedom: number): number {
  const scale = (8 * freedom + 1) / (8 * freedom + 3);
  const z = scale * Math.sign(t) * Math.sqrt(freedom * Math.log1p((t * t) / freedom));
  return z <= 1 ? 0 : -0.5 * z * z - Math.log(z * Math.sqrt(2 * Math.PI));
}
