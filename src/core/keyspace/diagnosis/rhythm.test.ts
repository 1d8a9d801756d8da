import { describe, expect, it } from 'vitest';
import { type CellGrid, COUNTED } from '../map/cellGrid.ts';
import { emptyGrid } from '../map/cellGrid.fixture.ts';
import { poisson, seededRandom } from '../seededRandom.ts';
import { inputOf } from './clean.fixture.ts';
import { diagnose } from './diagnose.ts';
import { areEven, isWeekend, knownColumns, mayBeNight, recurs, type ColumnRange } from './rhythm.ts';
import type { DiagnosisView } from './finding.ts';

const TICKS_PER_HOUR = 36_000_000_000;
/** 2026-01-05T00:00:00Z */
const MONDAY = 639_031_680_000_000_000n;

function gridOf(hours: number, rows: number, perHour = 1): CellGrid {
  const bucketTicks = BigInt(Math.round(TICKS_PER_HOUR / perHour));
  return emptyGrid(
    { rowCount: rows, columnCount: Math.round(hours * perHour), from: MONDAY, bucketTicks },
    COUNTED,
  );
}

/** Whether hours [from, to) of so many recur, where rows come in the hours `open`. */
function isRhythm(hours: number, range: ColumnRange, open: (hour: number) => boolean): boolean {
  const all = Array.from({ length: hours }, (_, hour) => hour);
  const active = { from: all.findIndex(open), to: all.findLastIndex(open) + 1 };
  const rhythm = { active, known: { from: 0, to: hours }, isQuiet: (hour: number) => !open(hour) };
  return recurs({ grid: gridOf(hours, 1), cellSeconds: 3600 }, range, rhythm);
}

const isOffice = (hour: number) => hour % 24 >= 9 && hour % 24 < 17;

describe('recurs', () => {
  it('quiet that is seen again a day or a week away', () => {
    expect(isRhythm(72, { from: 41, to: 57 }, isOffice)).toBe(true);
    // Both parts of the other nights together are seen.
    expect(isRhythm(48, { from: 17, to: 33 }, isOffice)).toBe(true);
    const isOdd = (hour: number) => hour % 168 < 40 || hour % 168 >= 60;
    expect(isRhythm(240, { from: 40, to: 60 }, isOdd)).toBe(true);
  });

  it.each([
    [24, 16, 24],
    [24, 5, 10],
    [25, 12, 25],
    [23, 12, 23],
    [47, 24, 47],
    [168, 150, 168],
    [169, 100, 169],
    [200, 10, 40],
  ])('of %i h none of which %i to %i is seen in another cycle', (hours, from, to) => {
    expect(isRhythm(hours, { from, to }, (hour) => hour < from || hour >= to)).toBe(false);
  });

  it('before the first row it is another quiet, if it ends at another hour', () => {
    // Begins at 20:00 of the first day, and pauses on the second one from 8 to 14.
    expect(isRhythm(60, { from: 32, to: 38 }, (hour) => hour >= 20 && (hour < 32 || hour >= 38))).toBe(false);
  });
});

describe('mayBeNight', () => {
  const at = (hours: number, range: ColumnRange) =>
    mayBeNight({ grid: gridOf(hours, 1), cellSeconds: 3600 }, range, {
      active: { from: 0, to: hours },
      known: { from: 0, to: hours },
      isQuiet: () => false,
    });

  it('is as long as a night, and its edges are those of the day before or after', () => {
    expect(at(27, { from: 8, to: 24 })).toBe(true);
    expect(at(32, { from: 8, to: 24 })).toBe(true);
    expect(at(36, { from: 12, to: 17 })).toBe(false);
    expect(at(36, { from: 8, to: 20 })).toBe(false);
    // Six hours are just as long as a night, and five are not.
    expect([at(30, { from: 18, to: 24 }), at(29, { from: 19, to: 24 })]).toEqual([true, false]);
  });
});

describe('knownColumns', () => {
  const known = (nowHours: number | undefined, activeTo: number) => {
    const facts = {
      nowTicks: nowHours === undefined ? undefined : MONDAY + BigInt(nowHours * TICKS_PER_HOUR),
    };
    const view = { grid: gridOf(48, 1), facts, active: { from: 3, to: activeTo } };
    return knownColumns(view as Pick<DiagnosisView, 'grid' | 'facts' | 'active'>);
  };

  it('are those of the map, up to now, and to the last row whatever the clock says', () => {
    expect(known(undefined, 20)).toEqual({ from: 0, to: 48 });
    expect(known(30, 20)).toEqual({ from: 0, to: 30 });
    expect(known(60, 20)).toEqual({ from: 0, to: 48 });
    expect(known(10, 20)).toEqual({ from: 0, to: 20 });
    // A column that has not ended is not known.
    expect(known(30.5, 20).to).toBe(30);
  });
});

describe('areEven', () => {
  const ranges = (...all: readonly (readonly [from: number, length: number])[]) =>
    areEven(all.map(([from, length]) => ({ from, to: from + length })));

  it('are three or more of similar lengths at similar distances', () => {
    expect(ranges([0, 8], [24, 8])).toBe(false);
    expect(ranges([0, 8], [24, 8], [48, 8])).toBe(true);
    // Lengths differ by a quarter at most, distances by a tenth.
    expect([ranges([0, 8], [24, 6], [48, 8]), ranges([0, 8], [24, 5], [48, 8])]).toEqual([true, false]);
    expect([ranges([0, 8], [40, 8], [76, 8]), ranges([0, 8], [40, 8], [75, 8])]).toEqual([true, false]);
    // One column more or less is no difference.
    expect([
      ranges([0, 1], [4, 2], [9, 1]),
      ranges([0, 1], [4, 3], [9, 1]),
      ranges([0, 1], [4, 1], [10, 1]),
    ]).toEqual([true, false, false]);
  });
});

describe('isWeekend', () => {
  it('is a Saturday and a Sunday, not two other days', () => {
    const cells = { grid: gridOf(168, 1), cellSeconds: 3600 };
    expect(isWeekend(cells, { from: 120, to: 168 })).toBe(true);
    expect(isWeekend(cells, { from: 96, to: 144 })).toBe(false);
    // Half a day may lack at each end.
    expect(isWeekend(cells, { from: 132, to: 168 })).toBe(true);
    expect(isWeekend(cells, { from: 120, to: 156 })).toBe(true);
    expect(isWeekend(cells, { from: 119, to: 155 })).toBe(false);
    expect(isWeekend(cells, { from: 133, to: 169 })).toBe(false);
    // A Friday and a Monday more are a week without rows, not a weekend.
    expect(isWeekend(cells, { from: 96, to: 180 })).toBe(true);
    expect(isWeekend(cells, { from: 96, to: 192 })).toBe(false);
  });
});

describe('diagnose: a silence is named whatever the length of the list', () => {
  /** Some of the prefixes are silent in a part of the time. */
  function found(hours: number, from: number, to: number, silent = 5): string {
    const grid = gridOf(hours, 10, 300 / hours);
    const random = seededRandom(hours * 31 + 7);
    for (let at = 0; at < grid.counts.length; at++) {
      const share = (at % grid.columnCount) / grid.columnCount;
      const isSilent = Math.floor(at / grid.columnCount) < silent && share >= from && share < to;
      grid.counts[at] = isSilent ? 0 : poisson(random, 8);
    }
    return diagnose(inputOf(grid))
      .map(({ id, severity }) => `${severity} ${id}`)
      .join();
  }

  it.each([4, 8, 12, 20, 23, 24, 25, 26, 40, 47, 48, 49, 75, 100])('%i h', (hours) => {
    for (const silent of [1, 5, 9]) {
      expect(found(hours, 0.5, 1, silent)).toMatch(/^fault silent-prefix/);
      expect(found(hours, 0.83, 1, silent)).toMatch(/^fault silent-prefix/);
      expect(found(hours, 0.02, 0.3, silent)).toMatch(/^fault silent-prefix/);
    }
  });
});
