/*
 * Judges the longest pauses by how fast the lengths of the other long pauses fall: as an exponential tail, which chance has, and as
 * a power law, which bursty writers have. A pause is unusual only if it is too long for both.
 */
import { isSignificant } from './statistics.ts';

/** How many of the longest pauses show how the tail falls. Shorter ones can have other causes. */
const TAILS = [20, 60, 200];
/** The tail is taken to fall no faster than this: logarithms, or lengths as a share of the shortest in the tail. */
const LEAST_SCALE = 0.1;
/** Significance level for a power law. Few writers have one, so it may be higher than the level for chance. */
const LN_POWER = Math.log(1e-3);
/** A pause is not unusual if one that is not unusual has at least this share of its length. */
const LIKE_SHARE = 1 / 2;

/** Upper bound of ln P of a value this high, if the highest `size` of the sorted values fall exponentially (Pareto predictive). */
function lnTail(value: number, sorted: Float64Array, size: number, leastScale: number): number {
  const least = sorted[size] as number;
  const mean = sorted.subarray(0, size).reduce((sum, one) => sum + one - least, 0) / size;
  return Math.log(size) - size * Math.log1p(Math.max(0, value - least) / Math.max(leastScale, mean) / size);
}

/** The longest of some pauses, longest first, and how many pauses there are. */
interface Tail {
  readonly longest: Float64Array;
  readonly logs: Float64Array;
  readonly count: number;
}

/** The tail of some pauses, by the rows expected in each. */
export function tailOf(expected: readonly number[]): Tail {
  const longest = Float64Array.from(expected)
    .sort()
    .subarray(-1 - Math.max(...TAILS))
    .toReversed();
  return { longest, logs: longest.map(Math.log), count: expected.length };
}

/** Upper bound of ln P that one pause beside others is this long; 0 if a power law through the longest of them allows it. */
export function lnUnusual(expected: number, { longest, logs, count }: Tail): number {
  const sizes = TAILS.filter((size) => (longest[size] ?? 0) > 0);
  const ofPower = sizes.map((size) => lnTail(Math.log(expected), logs, size, LEAST_SCALE));
  if (Math.min(0, ...ofPower) > LN_POWER) return 0;
  const ofChance = sizes.map((size) =>
    lnTail(expected, longest, size, LEAST_SCALE * (longest[size] as number)),
  );
  // No Poisson count of so many expected rows is zero.
  return Math.max(Math.log(count) - expected, ...ofChance);
}

/** Up to `most` pauses, each too long beside all the others. Empty if there are more: then pausing is how the table is used. */
export function unusual<T extends { readonly expected: number }>(
  pauses: readonly T[],
  most: number,
  leastExpected: number,
): readonly (T & { readonly lnP: number })[] {
  const inOrder = pauses.toSorted((a, b) => b.expected - a.expected);
  for (let count = most + 1; count > 0; count--) {
    const others = tailOf(inOrder.slice(count).map(({ expected }) => expected));
    const odd = inOrder
      .slice(0, count)
      .map((pause) => ({ ...pause, lnP: lnUnusual(pause.expected, others) }));
    const least = odd.at(-1)?.expected ?? 0;
    const areSure = odd.every(({ expected, lnP }) => expected >= leastExpected && isSignificant(lnP));
    if (!areSure || (others.longest[0] ?? 0) > least * LIKE_SHARE) continue;
    return count > most ? [] : odd;
  }
  return [];
}
