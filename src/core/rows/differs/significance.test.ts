import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chiSquareTail, cramersV, fisher, gTest, holm, rankTest } from './significance.ts';

/** The number of ways to choose k of n, exactly. */
function ways(n: bigint, k: bigint): bigint {
  if (k < 0n || k > n) return 0n;
  return k === 0n ? 1n : (ways(n - 1n, k - 1n) * n) / k;
}

const small = fc.integer({ min: 0, max: 40 });

it('the exact test adds up all tables with as many, or as few, and doubles the smaller sum', () => {
  fc.assert(
    fc.property(small, small, small, small, (a, b, c, d) => {
      fc.pre(a + c > 0 && b + d > 0);
      const sizes = { selected: a + c, rest: b + d };
      const chance = (k: number): number =>
        Number(
          (ways(BigInt(a + b), BigInt(k)) * ways(BigInt(c + d), BigInt(a + c - k)) * 10n ** 18n) /
            ways(BigInt(a + b + c + d), BigInt(a + c)),
        ) / 1e18;
      let [many, few] = [0, 0];
      for (let k = 0; k <= a + b; k++) {
        if (k >= a) many += chance(k);
        if (k <= a) few += chance(k);
      }
      const p = fisher({ selected: a, rest: b }, sizes);
      expect(p).toBeCloseTo(Math.min(1, 2 * Math.min(many, few)), 9);
    }),
  );
});

it.each([
  // Quantiles of printed tables.
  [1, 3.841, 0.05],
  [1, 10.828, 0.001],
  [4, 9.488, 0.05],
  [10, 23.209, 0.01],
  [100, 124.342, 0.05],
  [499, 552.07, 0.05],
])('the tail of chi-square with %s degrees of freedom at %s is %s', (df, x, p) => {
  expect(chiSquareTail(df, x)).toBeCloseTo(p, 4);
});

it('very small chances keep their size', () => {
  // Twice the normal tail at 20 standard deviations: 5.507e-89.
  expect(chiSquareTail(1, 400) / 5.507_248_237_212_467e-89).toBeCloseTo(1, 6);
});

it('the G-test adds up observed by expected; values of few rows count together', () => {
  const g = gTest(
    [
      { selected: 60, rest: 20 },
      { selected: 40, rest: 80 },
    ],
    { selected: 100, rest: 100 },
  );
  const wanted =
    2 * (60 * Math.log(1.5) + 20 * Math.log(0.5) + 40 * Math.log(40 / 60) + 80 * Math.log(80 / 60));
  expect(g).toMatchObject({ df: 1 });
  expect(g?.statistic).toBeCloseTo(wanted, 9);
  const few = gTest(
    [{ selected: 60, rest: 20 }, ...Array.from({ length: 40 }, () => ({ selected: 1, rest: 2 }))],
    { selected: 100, rest: 100 },
  );
  expect(few?.statistic).toBeCloseTo(wanted, 9);
});

it('the rank test counts pairs, ties half, and its chance is that of the normal distribution', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 30 }),
      fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 30 }),
      (selected, rest) => {
        const counts = Array.from({ length: 6 }, (_, value) => ({
          selected: selected.filter((each) => each === value).length,
          rest: rest.filter((each) => each === value).length,
        }));
        const wins = selected.flatMap((a) => rest.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)));
        const test = rankTest(counts);
        // A single value cannot be tested.
        fc.pre(test !== undefined);
        expect(test.statistic).toBeCloseTo(wins.reduce((sum, each) => sum + each, 0) / wins.length, 9);
      },
    ),
  );
  // By hand: 8 of 64 pairs, a standard deviation of 9.494, z = (24 - 0.5) / 9.494 = 2.475.
  const ranks = Array.from({ length: 12 }, (_, at) => ({ selected: at < 8 ? 1 : 0, rest: at > 3 ? 1 : 0 }));
  expect(rankTest(ranks)?.p).toBeCloseTo(0.0133, 4);
});

it('the strength is 1 if values tell all rows, and hardly more than 0 by chance', () => {
  const sizes = { selected: 500, rest: 500 };
  expect(
    cramersV(
      [
        { selected: 500, rest: 0 },
        { selected: 0, rest: 500 },
      ],
      sizes,
      0.5,
    ),
  ).toBeGreaterThan(0.998);
  expect(
    cramersV(
      Array.from({ length: 10 }, () => ({ selected: 50, rest: 50 })),
      sizes,
      0.5,
    ),
  ).toBe(0);
});

it('chances are corrected step by step for all that was tried', () => {
  const ps = [0.04, 0.001, 0.02];
  const corrected = ps.map(holm(ps, 10));
  expect(corrected.map((p) => Number(p.toFixed(6)))).toEqual([0.32, 0.01, 0.18]);
  expect(holm([0.5, 0.9], 2)(0.9)).toBe(1);
});
