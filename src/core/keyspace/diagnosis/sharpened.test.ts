import { describe, expect, it } from 'vitest';
import { poisson, seededRandom } from '../seededRandom.ts';
import { sharpened } from './edges.ts';

/** ln P of these Poisson counts without the factorials, which are the same for every division. */
const lnLikely = (counts: readonly number[], rate: number) =>
  counts.reduce((sum, count) => sum + count * Math.log(rate) - rate, 0);

/** Among all places from `low` to `high`, the first at which the counts before and after it are likeliest. */
function likeliest(
  counts: readonly number[],
  [low, high]: readonly [number, number],
  [before, after]: readonly [number, number],
): { readonly at: number; readonly lead: number } {
  const places = Array.from({ length: Math.max(0, high - low) + 1 }, (_, by) => ({
    at: low + by,
    lnP: lnLikely(counts.slice(low, low + by), before) + lnLikely(counts.slice(low + by, high), after),
  }));
  const [best, second] = places.toSorted((a, b) => b.lnP - a.lnP);
  return { at: best?.at ?? low, lead: (best?.lnP ?? 0) - (second?.lnP ?? -Infinity) };
}

describe('sharpened', () => {
  it('puts each edge where the counts are likeliest, at most `reach` columns away and within the counts', () => {
    let compared = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const random = seededRandom(seed * 6007);
      const columns = 6 + Math.floor(random() * 30);
      const from = Math.floor(random() * (columns - 2));
      const to = from + 1 + Math.floor(random() * (columns - from - 1));
      const reach = 1 + Math.floor(random() * 5);
      const [low, high] = random() < 0.5 ? [2, 9] : [9, 2];
      const shift = Math.floor(random() * 5) - 2;
      const counts = Array.from({ length: columns }, (_, at) =>
        poisson(random, at >= from + shift && at < to - shift ? low : high),
      );
      const width = to - from;
      const inner = (counts.slice(from, to).reduce((all, one) => all + one, 0) + 0.5) / width;
      const outer = high + 0.5 / width;
      const middle = from + Math.floor(width / 2);
      const left = likeliest(
        counts,
        [Math.max(0, from - reach), Math.min(middle, from + reach)],
        [outer, inner],
      );
      const right = likeliest(
        counts,
        [Math.max(middle + 1, to - reach), Math.min(columns, to + reach)],
        [inner, outer],
      );
      // Places that are as likely as each other, but for rounding, decide nothing.
      if (Math.min(left.lead, right.lead) < 1e-9) continue;
      compared++;
      expect([seed, sharpened(counts, { from, to }, high, reach)]).toEqual([
        seed,
        { from: left.at, to: right.at },
      ]);
    }
    expect(compared).toBeGreaterThan(300);
  });

  it('leaves edges where they are if no division is likelier, and a range without rows as it is', () => {
    const flat = [9, 9, 9, 9, 9, 0, 0, 0, 9, 9, 9, 9];
    expect(sharpened(flat, { from: 5, to: 8 }, 9, 1)).toEqual({ from: 5, to: 8 });
    expect(sharpened(flat, { from: 4, to: 9 }, 9, 1)).toEqual({ from: 5, to: 8 });
    expect(sharpened(flat, { from: 6, to: 7 }, 9, 1)).toEqual({ from: 5, to: 8 });
    // Without any change, the first place.
    expect(sharpened([9, 9, 9, 9, 9, 9, 9, 9, 9, 9], { from: 4, to: 7 }, 9, 1)).toEqual({ from: 3, to: 6 });
    // A rate of zero beside it, too.
    expect(sharpened([0, 0, 7, 7, 7, 0, 0], { from: 3, to: 5 }, 0, 1)).toEqual({ from: 2, to: 5 });
  });
});
