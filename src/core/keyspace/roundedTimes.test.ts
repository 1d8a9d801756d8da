import { describe, expect, it } from 'vitest';
import { timesOfArrays } from '../entities/order/timeColumn.ts';
import { areRounded } from './roundedTimes.ts';
import { rowsPerSecond } from './target.ts';

const SECOND = 10_000_000n;
const timesOf = (seconds: readonly number[], fraction = 0) =>
  timesOfArrays({ seconds, fraction: seconds.map(() => fraction) });

describe('times that are taken to be rounded', () => {
  it('are so only where nearly all of them are whole multiples', () => {
    const minutes = Array.from({ length: 20 }, (_, at) => at * 60);
    expect(areRounded(timesOf(minutes), 20, 60n * SECOND)).toBe(true);
    expect(areRounded(timesOf([...minutes.slice(2), 61, 62]), 20, 60n * SECOND)).toBe(false);
    expect(areRounded(timesOf([...minutes.slice(1), 61]), 20, 60n * SECOND)).toBe(true);
    expect(areRounded(timesOf(minutes, 1), 20, 60n * SECOND)).toBe(false);
  });

  it('are not so for parts of a second, nor where no row has a time', () => {
    const whole = timesOf([0, 60, 120]);
    for (const rounding of [1n, 5_000_000n, SECOND + 1n]) expect(areRounded(whole, 3, rounding)).toBe(false);
    expect(areRounded(timesOf([Number.NaN, Number.NaN]), 2, SECOND)).toBe(false);
  });
});

describe('rowsPerSecond', () => {
  it('counts spans of minutes, and below a second', () => {
    expect(rowsPerSecond(120_000, 600_000_000n)).toBe(2000);
    expect(rowsPerSecond(0, 600_000_000n)).toBe(0);
    expect(rowsPerSecond(1, 1n)).toBe(10_000_000);
  });
});
