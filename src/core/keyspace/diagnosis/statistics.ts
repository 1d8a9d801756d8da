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
