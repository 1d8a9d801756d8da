import { lnStudentAbove } from './outliers.ts';
import { lnAbove, lnBelow, median } from './statistics.ts';

/*
 * The statistics of the rules against their definitions, written here in the plainest form. The rules round nothing, so both must
 * agree to the last digits.
 */

export const DIGITS = 9;
export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
export const mean = (values: readonly number[]) => sum(values) / values.length;

/** Values without order or symmetry, the same each time. */
export function scattered(size: number, seed = 1): number[] {
  return Array.from({ length: size }, (_, at) => ((at * 7919 + seed * 104_729) % 1009) / 100);
}

/** The spread as `spreadOf` describes it: quantiles 75 and 90 % of the side, without the noise, and how many values it is worth. */
export function spreadByDefinition(logs: readonly number[], noise: number, side: 'above' | 'below') {
  const middle = median(logs);
  const far = logs.map((log) => (side === 'above' ? log - middle : middle - log));
  const order = far.toSorted((a, b) => a - b);
  const quantile = (share: number) => order[Math.floor(logs.length * share)] ?? 0;
  const deviation = Math.max(0, quantile(0.75) / 0.674, quantile(0.9) / 1.282);
  const cut = far.map((value) => Math.sign(value) * Math.min(Math.abs(value), 2 * deviation));
  const power = sum(cut.map((value) => value * value));
  const shifted = sum(cut.slice(1).map((value, at) => value * (cut[at] ?? 0)));
  const correlation = Math.min(0.95, Math.max(0, power === 0 ? 0 : shifted / power));
  return {
    deviation: Math.sqrt(Math.max(0.01, deviation ** 2 - noise)),
    freedom: Math.max(2, 0.6 * logs.length * ((1 - correlation) / (1 + correlation))),
  };
}

/** A count that far from its mean: the least of 25 ways to split it between the rate and the count. */
export function beyondByDefinition(
  count: number,
  rate: number,
  spread: { readonly deviation: number; readonly freedom: number },
): number {
  const whole = Math.log((count + 0.5) / (rate + 0.5));
  const ways = Array.from({ length: 25 }, (_, at) => (whole * at) / 24).map((part) => {
    const moved = rate * Math.exp(part);
    const ofCount = count > rate ? lnAbove(count, moved) : lnBelow(count, moved);
    return Math.max(lnStudentAbove(Math.abs(part) / spread.deviation, spread.freedom), ofCount);
  });
  return Math.min(0, Math.min(...ways) + Math.log(2));
}

/** A wait among others: the likeliest of the tails of the longest 20, 40 ... of them, or of all. */
export function waitByDefinition(long: number, waits: readonly number[]): number {
  const falling = waits.toSorted((a, b) => b - a);
  if (sum(waits) === 0) return 0;
  const sizes = [...Array(Math.floor(waits.length / 20)).keys()].map((at) => 20 * (at + 1));
  const likely = [...new Set([...sizes, waits.length])].map((size) => {
    const longest = falling.slice(0, size);
    const least = falling[size] ?? (size < 20 ? 0 : Math.min(...longest));
    const scale = Math.max(mean(waits) / 10, mean(longest) - least);
    return -size * Math.log(1 + Math.max(0, long - least) / scale / size) + Math.log(size);
  });
  return Math.min(0, Math.max(...likely));
}
