import { describe, expect, it } from 'vitest';
import { gaussian, poisson, seededRandom } from '../seededRandom.ts';
import { upperOutliers } from './outliers.ts';

/** Counts of writers whose rates differ by this deviation of their logarithm. */
function counts(size: number, deviation: number, seed: number, mean = 300): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: size }, () => poisson(random, mean * Math.exp(deviation * gaussian(random))));
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/**
 * In how many of 300 sets an outlier planted at `times` the median is found; if `times` is 1, in how many anything is found.
 */
function foundOf(size: number, deviation: number, times: number): number {
  let found = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const values = counts(size, deviation, seed * 31 + size);
    if (times > 1) values[1] = Math.round(middleOf(values) * times);
    const outliers = upperOutliers(values);
    if (times > 1 ? outliers.some(({ index }) => index === 1) : outliers.length > 0) found++;
  }
  return found;
}

describe('upperOutliers', () => {
  it.each([
    // Ten times the others is found also where rates differ by half, five times where they do not.
    { size: 10, deviation: 0, times: 5, least: 297 },
    { size: 10, deviation: 0.3, times: 10, least: 297 },
    { size: 10, deviation: 0.5, times: 10, least: 280 },
    { size: 100, deviation: 0.2, times: 5, least: 297 },
    { size: 100, deviation: 0.5, times: 10, least: 280 },
  ])('finds $times times the median among $size that differ by $deviation', (row) => {
    expect(foundOf(row.size, row.deviation, row.times)).toBeGreaterThanOrEqual(row.least);
  });

  it.each([5, 10, 40, 100])('finds next to nothing among %i that only differ', (size) => {
    for (const deviation of [0, 0.3, 0.5]) expect(foundOf(size, deviation, 1)).toBeLessThanOrEqual(3);
    expect(foundOf(size, 0.7, 1)).toBeLessThanOrEqual(9);
  });

  it('several do not hide each other; more than a fifth are none', () => {
    const values = counts(40, 0.2, 7);
    for (const at of [3, 9, 20]) values[at] = 3600;
    expect(
      upperOutliers(values)
        .map(({ index }) => index)
        .toSorted((a, b) => a - b),
    ).toEqual([3, 9, 20]);
    expect(upperOutliers(values)[0]?.times).toBeGreaterThan(9);
    expect(upperOutliers(counts(40, 0.2, 7).map((value, at) => (at < 12 ? value * 12 : value)))).toEqual([]);
  });

  it('too few or far too many are not compared', () => {
    expect(upperOutliers([1, 1, 1, 900])).toEqual([]);
    expect(upperOutliers(Array.from({ length: 30_000 }, (_, at) => (at === 5 ? 9000 : 1)))).toEqual([]);
  });
});
