import { TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import { describe, expect, it } from 'vitest';
import { COUNTED, emptyGrid } from '../map/cellGrid.ts';
import { gaussian, poisson, seededRandom } from '../seededRandom.ts';
import { inputOf, NEW_YEAR } from './clean.fixture.ts';
import { diagnose } from './diagnose.ts';

const ROWS = 5;

/** What is said of a timer that writes four times the usual rate in a part of each period. */
function periodOf(everySeconds: number, cellSeconds: number, columns: number, part: number): string {
  const bucketTicks = BigInt(cellSeconds * TICKS_PER_SECOND_F64);
  const grid = emptyGrid({ rowCount: ROWS, columnCount: columns, from: NEW_YEAR, bucketTicks }, COUNTED);
  const random = seededRandom(everySeconds * 31 + cellSeconds);
  for (let at = 0; at < grid.counts.length; at++) {
    const start = (at % columns) * cellSeconds;
    let rate = 0;
    for (let step = 0; step < 30; step++) {
      const second = start + ((step + 0.5) * cellSeconds) / 30;
      rate += (second % everySeconds) / everySeconds < part ? 4 : 1;
    }
    grid.counts[at] = poisson(random, rate / 3);
  }
  return diagnose(inputOf(grid))
    .map(({ title }) => title)
    .join();
}

describe('periodicity', () => {
  it.each([
    [15, 2, 'Period of 15 min'],
    [15, 5, 'Period of 15 min'],
    [25, 2, 'Period of 25 min'],
    [45, 10, 'Period of 45 min'],
    [7, 2, 'Period of 7 min'],
    [25, 5, 'Period of 25 min'],
    [35, 10, 'Period of 35 min'],
    [20, 2, 'Period of 20 min'],
    [10, 2, 'Period of 10 min'],
  ])('every %i min in columns of %i min', (every, cell, title) => {
    expect(periodOf(every * 60, cell * 60, 288, 0.15)).toBe(title);
    expect(periodOf(every * 60, cell * 60, 288, 0.4)).toBe(title);
  });

  it('from six hours on is the shape of the day', () => {
    expect([5, 7].map((hours) => periodOf(hours * 3600, 600, 300, 0.4))).toEqual(['Period of 5 h', '']);
  });

  it('says so where columns are too wide to tell', () => {
    expect(periodOf(900, 600, 288, 0.15)).toBe('Period of 30 min or a part of it');
    expect(periodOf(900, 600, 288, 0.4)).toBe('Period of 30 min or a part of it');
    expect(periodOf(1500, 600, 288, 0.2)).toBe('Period of 50 min or a part of it');
  });

  // Each almost recurs after fewer columns than it truly does.
  it.each([
    [12, 5, 60],
    [13, 5, 65],
    [14, 5, 70],
    [24, 10, 120],
    [11, 5, 55],
    [8, 5, 40],
    [9, 5, 45],
    [18, 10, 90],
  ])('finds every %i min in columns of %i min, and says what it may be a part of', (every, cell, all) => {
    const title = `Period of ${all < 120 ? `${all} min` : `${all / 60} h`} or a part of it`;
    expect(periodOf(every * 60, cell * 60, 288, 0.15)).toBe(title);
    expect(periodOf(every * 60, cell * 60, 288, 0.4)).toBe(title);
  });

  it.each([
    [24, 5],
    [48, 5],
    [48, 10],
    [53, 5],
    [64, 5],
    [97, 10],
  ])('corrects %i min, no whole number of columns of %i min, by its later recurrences', (every, cell) => {
    const [, minutes] =
      /^Period of ([\d.]+) (?:min|h)$/.exec(periodOf(every * 60, cell * 60, 288, 0.4)) ?? [];
    const found = Number(minutes) * (Number(minutes) < 3 ? 60 : 1);
    expect(Math.abs(found - every)).toBeLessThanOrEqual(0.05 * cell);
  });

  it('is not seen in a rate that wanders', () => {
    const found: string[] = [];
    for (let seed = 1; seed <= 120; seed++) {
      const random = seededRandom(seed * 6151);
      const bucketTicks = BigInt(60 * TICKS_PER_SECOND_F64);
      const grid = emptyGrid({ rowCount: 1, columnCount: 96, from: NEW_YEAR, bucketTicks }, COUNTED);
      const memory = [0.6, 0.8, 0.9][seed % 3] ?? 0;
      let level = gaussian(random);
      for (let column = 0; column < grid.columnCount; column++) {
        level = memory * level + Math.sqrt(1 - memory ** 2) * gaussian(random);
        grid.counts[column] = poisson(random, 60 * Math.exp(0.8 * level));
      }
      for (const { id, title } of diagnose(inputOf(grid)))
        if (id === 'periodicity') found.push(`${seed} ${title}`);
    }
    expect(found).toEqual([]);
  });

  it('is not seen in a rate that swings without a clock', () => {
    const found: number[] = [];
    for (let seed = 1; seed <= 150; seed++) {
      const random = seededRandom(seed * 911 + 96);
      const bucketTicks = BigInt(60 * TICKS_PER_SECOND_F64);
      const grid = emptyGrid({ rowCount: 1, columnCount: 96, from: NEW_YEAR, bucketTicks }, COUNTED);
      let [last, before] = [0, 0];
      for (let column = 0; column < grid.columnCount; column++) {
        // It overshoots and comes back, each time after another while.
        [last, before] = [1.7 * last - 0.88 * before + 0.2 * gaussian(random), last];
        const level = Math.max(-2, Math.min(2, 0.8 * last));
        grid.counts[column] = poisson(random, 60 * Math.exp(level));
      }
      if (diagnose(inputOf(grid)).some(({ id }) => id === 'periodicity')) found.push(seed);
    }
    // One in a hundred swings as evenly as a timer.
    expect(found.length).toBeLessThanOrEqual(2);
  });

  it('is seen also where a slow change covers it', () => {
    const found = [3, 4, 5, 6].map((every) => {
      const random = seededRandom(every * 331);
      const bucketTicks = BigInt(60 * TICKS_PER_SECOND_F64);
      const grid = emptyGrid({ rowCount: 1, columnCount: 288, from: NEW_YEAR, bucketTicks }, COUNTED);
      let level = gaussian(random);
      for (let column = 0; column < grid.columnCount; column++) {
        level = 0.95 * level + 0.31 * gaussian(random);
        grid.counts[column] = poisson(random, 60 * Math.exp(0.5 * level + (column % every === 0 ? 0.6 : 0)));
      }
      return diagnose(inputOf(grid)).map(({ title }) => title);
    });
    expect(found).toEqual([3, 4, 5, 6].map((every) => [`Period of ${every} min or a part of it`]));
  });

  it('is not seen in what comes once again: a period comes twice', () => {
    const random = seededRandom(91);
    const bucketTicks = BigInt(60 * TICKS_PER_SECOND_F64);
    const grid = emptyGrid({ rowCount: 1, columnCount: 288, from: NEW_YEAR, bucketTicks }, COUNTED);
    const waves = Array.from({ length: 310 }, () => gaussian(random));
    for (let column = 0; column < grid.columnCount; column++) {
      const level = (waves[column] ?? 0) + (waves[column + 20] ?? 0);
      grid.counts[column] = poisson(random, 60 * Math.exp(0.5 * level));
    }
    expect(diagnose(inputOf(grid)).map(({ title }) => title)).toEqual([]);
  });
});
