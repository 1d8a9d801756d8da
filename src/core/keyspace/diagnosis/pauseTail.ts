/*
 * Judges the longest pauses by how fast the lengths of the other long pauses fall: as an exponential tail, which chance has, and as
 * a power law, which bursty writers have. A pause is unusual only if it is too long for both.
 */
import { lnWaitAmong } from './ownNull.ts';
import { isSignificant } from './statistics.ts';

/** So many of the longest pauses show how the tail falls. Shorter ones may have other reasons. */
const [LEAST_TAIL, MOST_TAIL] = [20, 200];
const TAILS = [LEAST_TAIL, 60, MOST_TAIL];
/** Logarithms of the tail are taken to vary by at least this. */
const LEAST_SPREAD = 0.1;
/** Significance level for a power law. Few writers have one, so it may be higher than the level for chance. */
const LN_POWER = Math.log(1e-3);
/** Beside an unusual pause, no other may be at least this share as long, but those that are unusual too. */
const LIKE_SHARE = 1 / 2;

/** ln P of a pause this long if the longest `size` others fall as a power law; 0 if there are too few. */
function lnPower(expected: number, sorted: Float64Array, size: number): number {
  const least = sorted[size] ?? 0;
  if (least <= 0 || expected <= least) return 0;
  const sum = sorted.subarray(0, size).reduce((all, one) => all + Math.log(one / least), 0);
  const beyond = Math.log(expected / least) / Math.max(LEAST_SPREAD, sum / size);
  return Math.log(size) - size * Math.log1p(beyond / size);
}

/** Upper bound of ln P that one pause among `others` is this long; 0 if a power law through the longest of them allows it. */
export function lnUnusual(expected: number, others: readonly number[]): number {
  const sorted = Float64Array.from(others).sort().toReversed();
  const least = Math.min(...TAILS.map((size) => lnPower(expected, sorted, size)));
  if (least > LN_POWER) return 0;
  const tail = sorted.subarray(0, Math.min(MOST_TAIL, Math.max(LEAST_TAIL, sorted.length >> 1)));
  // No Poisson count of so many expected rows is zero.
  return Math.max(lnWaitAmong(expected, tail), Math.log(others.length) - expected);
}

/** At most `most` pauses that are each too long for all the others. Empty if there are more: then they are how the table is used. */
export function unusual<T extends { readonly expected: number }>(
  pauses: readonly T[],
  most: number,
  leastExpected: number,
): readonly (T & { readonly lnP: number })[] {
  const inOrder = pauses.toSorted((a, b) => b.expected - a.expected);
  for (let count = most + 1; count > 0; count--) {
    const others = inOrder.slice(count).map(({ expected }) => expected);
    const odd = inOrder
      .slice(0, count)
      .map((pause) => ({ ...pause, lnP: lnUnusual(pause.expected, others) }));
    const least = odd.at(-1)?.expected ?? 0;
    const areSure = odd.every(({ expected, lnP }) => expected >= leastExpected && isSignificant(lnP));
    if (!areSure || (others[0] ?? 0) > least * LIKE_SHARE) continue;
    return count > most ? [] : odd;
  }
  return [];
}
