import { describe, expect, it } from 'vitest';
import { lnStudentAbove } from './outliers.ts';
import { lnBeyond, lnWait, spreadOf } from './ownNull.ts';
import {
  autocorrelation,
  confidenceOf,
  gini,
  isSignificant,
  lnAbove,
  lnBelow,
  median,
  movingMean,
  orderCorrelation,
  sumOf,
  topShare,
} from './statistics.ts';
import {
  DIGITS,
  sum,
  mean,
  scattered,
  spreadByDefinition,
  beyondByDefinition,
  waitByDefinition,
} from './byDefinition.fixture.ts';

describe('sums and shares', () => {
  it.each([
    { values: [], middle: 0, total: 0 },
    { values: [3], middle: 3, total: 3 },
    { values: [9, 1], middle: 5, total: 10 },
    { values: [10, 9, 1], middle: 9, total: 20 },
    { values: [4, 100, 1, 2], middle: 3, total: 107 },
  ])('$values', ({ values, middle, total }) => {
    expect([median(values), sumOf(values)]).toEqual([middle, total]);
  });

  it('Gini is half of the mean difference between two values, as a share of the mean', () => {
    for (const values of [[5], [1, 1, 1], [0, 0, 8], scattered(9), scattered(30, 4)]) {
      const differences = values.flatMap((one) => values.map((other) => Math.abs(one - other)));
      expect(gini(values)).toBeCloseTo(sum(differences) / (2 * values.length ** 2 * mean(values)), DIGITS);
    }
    expect([gini([]), gini([0, 0])]).toEqual([0, 0]);
  });

  it('the top share is that of the largest', () => {
    expect([1, 2, 3, 9].map((top) => topShare([2, 5, 1], top))).toEqual([5 / 8, 7 / 8, 1, 1]);
    expect([topShare([], 1), topShare([0, 0], 1), topShare([4, 4], 0)]).toEqual([0, 0, 0]);
  });

  it('a moving mean is narrower at the ends', () => {
    expect([...movingMean([1, 5, 9, 1, 4], 1)]).toEqual([3, 5, 5, 14 / 3, 2.5]);
    expect([...movingMean([1, 5, 9], 0)]).toEqual([1, 5, 9]);
  });

  it('autocorrelation is the share of the power that a shift leaves', () => {
    expect([...autocorrelation(Float64Array.of(1, -2, 3), 3)]).toEqual([1, -8 / 14, 3 / 14, 0]);
    expect([...autocorrelation(new Float64Array(3), 1)]).toEqual([0, 0]);
  });

  it("Spearman's rank correlation", () => {
    const rising = [1, 2, 5, 9];
    expect(orderCorrelation(rising)).toBe(1);
    expect(orderCorrelation(rising.toReversed())).toBe(-1);
    expect(orderCorrelation([2, 1, 3])).toBeCloseTo(1 - (6 * 2) / (3 * 8), DIGITS);
    // Equal values keep the order in which they appear.
    expect([orderCorrelation([7, 7, 7]), orderCorrelation([7]), orderCorrelation([])]).toEqual([1, 0, 0]);
    expect(orderCorrelation([1, 0])).toBe(-1);
  });
});

describe('significance', () => {
  it('is one in ten thousand, in all places together', () => {
    const alpha = Math.log(1e-4);
    expect(isSignificant(alpha - 1e-9, 1)).toBe(true);
    expect(isSignificant(alpha + 1e-9, 1)).toBe(false);
    // Fewer places than one are one.
    expect(isSignificant(alpha - 1e-9, 0.5)).toBe(true);
    expect(isSignificant(alpha + 1e-9, 0.5)).toBe(false);
    expect(isSignificant(Math.log(1e-7) - 1e-9, 1000)).toBe(true);
    expect(isSignificant(Math.log(1e-7) + 1e-9, 1000)).toBe(false);
    expect(isSignificant(-5, 1, -5)).toBe(true);
  });

  it('confidence grows from 0.7 by how far it is beyond', () => {
    const alpha = Math.log(1e-4);
    expect(confidenceOf(0, 1)).toBe(0.7);
    expect(confidenceOf(alpha - 15, 1)).toBeCloseTo(0.845, DIGITS);
    expect(confidenceOf(alpha - 15 - Math.log(50), 50)).toBeCloseTo(0.845, DIGITS);
    expect(confidenceOf(alpha - 15, 0.1)).toBeCloseTo(0.845, DIGITS);
    expect([confidenceOf(alpha - 30, 1), confidenceOf(-900, 1)]).toEqual([0.99, 0.99]);
  });

  it('Chernoff bounds of Poisson counts', () => {
    const bound = (count: number, rate: number) => count - rate - count * Math.log(count / rate);
    for (const [count, rate] of [
      [12, 5],
      [6, 5],
      [900, 300],
    ] as const) {
      expect(lnAbove(count, rate)).toBeCloseTo(bound(count, rate), DIGITS);
      expect(lnBelow(rate, count)).toBeCloseTo(bound(rate, count), DIGITS);
    }
    expect([lnAbove(5, 5), lnAbove(4, 5), lnAbove(4, 0), lnAbove(1, 0.5) < 0]).toEqual([0, 0, 0, true]);
    expect([lnBelow(5, 5), lnBelow(6, 5), lnBelow(0, 7)]).toEqual([0, 0, -7]);
  });

  it("Student's t by Wallace, and Mills' ratio", () => {
    const byDefinition = (t: number, freedom: number) => {
      const z = ((8 * freedom + 1) / (8 * freedom + 3)) * Math.sqrt(freedom * Math.log(1 + t ** 2 / freedom));
      return Math.log(Math.exp((-z * z) / 2) / (z * Math.sqrt(2 * Math.PI)));
    };
    for (const t of [1.6, 2, 3.5, 7]) {
      for (const freedom of [2, 5, 30])
        expect(lnStudentAbove(t, freedom)).toBeCloseTo(byDefinition(t, freedom), DIGITS);
    }
    expect([lnStudentAbove(1, 1000), lnStudentAbove(1.05, 1), lnStudentAbove(-3, 9)]).toEqual([0, 0, 0]);
    expect(lnStudentAbove(1.01, 1e6)).toBeLessThan(-1);
  });
});

describe('how much a rate varies', () => {
  const together = scattered(60).toSorted((a, b) => a - b);
  it.each([
    { logs: scattered(60), noise: 0 },
    { logs: scattered(60, 3), noise: 4 },
    { logs: scattered(61, 5).with(7, 400).with(8, 300).with(30, -500), noise: 0.5 },
    { logs: scattered(40, 6).map((log) => log ** 3), noise: 0 },
    { logs: [...scattered(30), ...scattered(30, 2).map((log) => log + 4)], noise: 0 },
    { logs: together, noise: 0 },
    { logs: scattered(600).toSorted((a, b) => a - b), noise: 0 },
    { logs: [1, 1, 1, 1], noise: 0 },
    { logs: [1, 2], noise: 0 },
    { logs: [], noise: 0 },
    { logs: scattered(50), noise: 1000 },
  ])('in $logs.length values, noise $noise', ({ logs, noise }) => {
    for (const side of ['above', 'below'] as const) {
      const { deviation, freedom } = spreadByDefinition(logs, noise, side);
      const found = spreadOf(logs, noise, side);
      expect(found.deviation).toBeCloseTo(deviation, DIGITS);
      expect(found.freedom).toBeCloseTo(freedom, DIGITS);
    }
  });
});

describe('a count beyond what is usual', () => {
  it.each([
    { deviation: 0.1, freedom: 200 },
    { deviation: 0.4, freedom: 12 },
    { deviation: 1.5, freedom: 3 },
  ])('where the rate varies by $deviation', (spread) => {
    for (const [count, rate] of [
      [100, 10],
      [40, 12.5],
      [3, 0.2],
      [1, 0.9],
      [5000, 300],
    ] as const) {
      expect(lnBeyond(count, rate, spread, 'above')).toBeCloseTo(
        beyondByDefinition(count, rate, spread),
        DIGITS,
      );
      expect(lnBeyond(rate, count, spread, 'below')).toBeCloseTo(
        beyondByDefinition(rate, count, spread),
        DIGITS,
      );
      expect(lnBeyond(count, rate, spread, 'below')).toBe(0);
      expect(lnBeyond(rate, count, spread, 'above')).toBe(0);
    }
    expect(lnBeyond(0, 60, spread, 'below')).toBeCloseTo(beyondByDefinition(0, 60, spread), DIGITS);
    expect([lnBeyond(9, 0, spread, 'above'), lnBeyond(9, 9, spread, 'above')]).toEqual([0, 0]);
  });
});

describe('a long wait among others', () => {
  it.each([1, 2, 19, 20, 21, 39, 40, 75, 200])('among %i', (size) => {
    for (const waits of [
      scattered(size),
      scattered(size, 2).map((wait) => wait ** 3),
      scattered(size).fill(1),
    ]) {
      for (const long of [0.5, 5, 20, 80, 4000])
        expect(lnWait(long, waits)).toBeCloseTo(waitByDefinition(long, waits), DIGITS);
    }
  });

  it('says nothing where no time passes', () => {
    expect([lnWait(5, []), lnWait(5, [0, 0])]).toEqual([0, 0]);
  });
});
