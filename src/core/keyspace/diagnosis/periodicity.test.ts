import { describe, expect, it } from 'vitest';
import { gaussian, seededRandom } from '../seededRandom.ts';
import { tableOf } from './clean.fixture.ts';
import { diagnose } from './diagnose.ts';
import type { DiagnosisInput } from './finding.ts';

const ROWS = 5;

const titles = (input: DiagnosisInput) => diagnose(input).map(({ title }) => title);

/** What is said of a timer that writes four times the usual rate in a part of each period. */
function periodOf(everySeconds: number, cellSeconds: number, columns: number, part: number): string {
  const rate = (_row: number, column: number) => {
    const seconds = Array.from({ length: 30 }, (_, step) => (column + (step + 0.5) / 30) * cellSeconds);
    const high = seconds.filter((second) => (second % everySeconds) / everySeconds < part).length;
    return 10 + high;
  };
  return titles(
    tableOf({ rows: ROWS, columns, cellSeconds }, seededRandom(everySeconds * 31 + cellSeconds), rate),
  ).join();
}

describe('periodicity', () => {
  it.each([
    [15, 2, 'Period of 15 min'],
    [15, 5, 'Period of 15 min'],
    [7, 2, 'Period of 7 min'],
    [35, 10, 'Period of 35 min'],
    [10, 2, 'Period of 10 min'],
  ])('every %i min in columns of %i min', (every, cell, title) => {
    expect(periodOf(every * 60, cell * 60, 288, 0.15)).toBe(title);
    expect(periodOf(every * 60, cell * 60, 288, 0.4)).toBe(title);
  });

  // A short burst is as strong at each multiple of its frequency: the strongest one says little.
  it.each([10, 13, 20, 24, 30])('of a burst of one minute every %i min', (every) => {
    const rate = (_row: number, column: number) => (column % every === 0 ? 24 : 4);
    const found = [1, 2, 3, 4].map((seed) =>
      titles(tableOf({ rows: ROWS, columns: 300, cellSeconds: 60 }, seededRandom(seed), rate)).join(),
    );
    expect(new Set(found)).toEqual(new Set([`Period of ${every} min`]));
  });

  it('is told if it is worth planning for: the peak is higher than the trough by a third of the mean', () => {
    const found = [0.05, 0.1, 0.25, 0.4].map((part) => {
      const rate = (_row: number, column: number) =>
        2000 * (1 + part * Math.sin((column / 12) * 2 * Math.PI));
      return titles(tableOf({ rows: 1, columns: 240, cellSeconds: 300 }, seededRandom(3), rate)).join();
    });
    expect(found).toEqual(['', '', 'Period of 60 min', 'Period of 60 min']);
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
    [24, 10, 120],
    [11, 5, 55],
    [8, 5, 40],
    [18, 10, 90],
  ])('finds every %i min in columns of %i min, and says what it may be a part of', (every, cell, all) => {
    const title = `Period of ${all < 120 ? `${all} min` : `${all / 60} h`} or a part of it`;
    expect(periodOf(every * 60, cell * 60, 288, 0.15)).toBe(title);
    expect(periodOf(every * 60, cell * 60, 288, 0.4)).toBe(title);
  });

  it.each([
    [24, 5],
    [48, 10],
    [53, 5],
    [97, 10],
  ])('corrects %i min, no whole number of columns of %i min, by its later recurrences', (every, cell) => {
    const [, minutes] =
      /^Period of ([\d.]+) (?:min|h)$/.exec(periodOf(every * 60, cell * 60, 288, 0.4)) ?? [];
    const found = Number(minutes) * (Number(minutes) < 3 ? 60 : 1);
    expect(Math.abs(found - every)).toBeLessThanOrEqual(0.05 * cell);
  });

  /** One row of the map, whose rate has this level in each column. */
  const levels = (columns: number, random: () => number, level: (column: number) => number) =>
    titles(
      tableOf({ rows: 1, columns, cellSeconds: 60 }, random, (_row, column) => 60 * Math.exp(level(column))),
    );

  it('is not seen in a rate that wanders', () => {
    const found = Array.from({ length: 120 }, (_, at) => at + 1).flatMap((seed) => {
      const random = seededRandom(seed * 6151);
      const memory = [0.6, 0.8, 0.9][seed % 3] ?? 0;
      let level = gaussian(random);
      return levels(96, random, () => {
        level = memory * level + Math.sqrt(1 - memory ** 2) * gaussian(random);
        return 0.8 * level;
      });
    });
    expect(found.filter((title) => title.startsWith('Period'))).toEqual([]);
  });

  it('is not seen in a rate that swings without a clock', () => {
    const found = Array.from({ length: 150 }, (_, at) => at + 1).flatMap((seed) => {
      const random = seededRandom(seed * 911 + 96);
      let [last, before] = [0, 0];
      return levels(96, random, () => {
        // The level overshoots and comes back, after a different time each time.
        [last, before] = [1.7 * last - 0.88 * before + 0.2 * gaussian(random), last];
        return Math.max(-2, Math.min(2, 0.8 * last));
      });
    });
    // One in a hundred swings as evenly as a timer.
    expect(found.filter((title) => title.startsWith('Period')).length).toBeLessThanOrEqual(2);
  });

  it('is not seen in working hours: a day has multiples of its frequency', () => {
    const found = [3, 4, 5, 6].flatMap((days) => {
      const shape = { rows: ROWS, columns: 300, cellSeconds: days * 288 };
      const isOpen = (column: number) => Math.abs(((column * days * 0.08) % 24) - 13) < 5;
      return titles(tableOf(shape, seededRandom(days), (_row, column) => (isOpen(column) ? 20 : 0)));
    });
    expect(found.filter((title) => title.startsWith('Period'))).toEqual([]);
  });

  it('is not seen where keys are rounded to slightly more than a column, which leaves some columns empty', () => {
    const found = [66, 70, 75].map((rounding) => {
      const isEmpty = (column: number) => Math.ceil((column * 60) / rounding) * rounding >= (column + 1) * 60;
      return levels(288, seededRandom(rounding), (column) => (isEmpty(column) ? -Infinity : 0));
    });
    expect(found).toEqual([[], [], []]);
  });

  it('is not seen in such columns either if single rows are in an empty one', () => {
    const shape = { rows: ROWS, columns: 300, cellSeconds: 60 };
    const rate = (_row: number, column: number) => (column % 4 === 3 ? 0 : 40);
    const found = [0, 1, 3].map((stray) => {
      const input = tableOf(shape, seededRandom(7), rate);
      input.grid.counts[103] = stray;
      return titles(input).filter((title) => title.startsWith('Period'));
    });
    expect(found).toEqual([[], [], []]);
  });

  it('is seen also where a slow change covers it', () => {
    const found = [3, 4, 5, 6].map((every) => {
      const random = seededRandom(every * 331);
      let level = gaussian(random);
      return levels(288, random, (column) => {
        level = 0.95 * level + 0.31 * gaussian(random);
        return 0.5 * level + (column % every === 0 ? 0.6 : 0);
      });
    });
    expect(found).toEqual([3, 4, 5, 6].map((every) => [`Period of ${every} min or a part of it`]));
  });

  it('is not seen in what comes once again: a period comes twice', () => {
    const random = seededRandom(91);
    const waves = Array.from({ length: 310 }, () => gaussian(random));
    expect(levels(288, random, (column) => 0.5 * ((waves[column] ?? 0) + (waves[column + 20] ?? 0)))).toEqual(
      [],
    );
  });
});
