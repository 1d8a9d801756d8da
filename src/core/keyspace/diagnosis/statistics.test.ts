import { describe, expect, it } from 'vitest';
import { neighbourDispersion, upperOutliers } from './statistics.ts';
import { gaussian, poisson, seededRandom } from '../seededRandom.ts';

/** Counts whose neighbours differ by `step`, so that each term is step² / step. */
const zigzag = (columns: number, step: number): number[] =>
  Array.from({ length: columns }, (_, at) => (at % 2) * step);
/** The mean of a squared normal value without its largest twentieth. */
const TRIMMED = 0.77;

describe('how unevenly neighbours are counted', () => {
  it.each([5, 30, 101, 400])('is the mean of their terms, for %i columns', (columns) => {
    expect(neighbourDispersion(zigzag(columns, 4))).toBeCloseTo(4 / TRIMMED, 9);
  });

  it('counts neighbours that are equal', () => {
    expect(neighbourDispersion([0, 4, 0, 4, 4])).toBeCloseTo(3 / TRIMMED, 9);
  });

  it('is never below that of chance, nor known of a few columns', () => {
    expect(neighbourDispersion(Array.from({ length: 100 }, () => 7))).toBe(1);
    expect(neighbourDispersion(zigzag(4, 400))).toBe(1);
  });

  it('leaves out a twentieth of the terms, the largest, and no more', () => {
    // Of 119 terms the 5 largest are left out. Each edge of a step is one term.
    const steps = (count: number) =>
      Array.from({ length: 120 }, (_, at) =>
        Math.floor(at / 10) < count ? 1000 ** (Math.floor(at / 10) % 2) : 1,
      );
    expect(neighbourDispersion(steps(5))).toBe(1);
    expect(neighbourDispersion(steps(7))).toBeGreaterThan(5);
  });
});

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
