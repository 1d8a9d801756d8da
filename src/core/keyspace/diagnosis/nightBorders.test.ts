import { describe, expect, it } from 'vitest';
import { viewOf } from './cells.fixture.ts';
import { isNightLong, isUnseenNight } from './quiet.ts';
import type { ColumnRange } from './rhythm.ts';

/* Which quiet times may be nights, just below and at each border. */

/** One row of the map: 100 rows in each column from `begin` to `end`, but other counts in some. */
function dayOf(
  columns: number,
  cellSeconds: number,
  { begin = 0, end = columns, quiet, other = {} }: Day = {},
) {
  const counts = Array.from({ length: columns }, (_, at) => {
    const isQuiet = quiet !== undefined && at >= quiet.from && at < quiet.to;
    return other[at] ?? (at < begin || at >= end || isQuiet ? 0 : 100);
  });
  return viewOf([counts], { cellSeconds });
}

interface Day {
  readonly begin?: number;
  readonly end?: number;
  readonly quiet?: ColumnRange;
  readonly other?: Readonly<Record<number, number>>;
}

describe('a quiet time as long as a night', () => {
  it('lasts from 3 to 20 hours', () => {
    // Columns of 10 min.
    const isNight = (length: number) => isNightLong(dayOf(130, 600), { from: 4, to: 4 + length });
    expect([17, 18, 19, 119, 120, 121].map(isNight)).toEqual([false, true, true, true, true, false]);
  });

  it('is none if half of the same hours are on the map one day later or earlier', () => {
    // The day after is columns 154 to 194.
    const before = { from: 10, to: 50 };
    expect([173, 174, 230].map((end) => isNightLong(dayOf(end, 600), before))).toEqual([true, false, false]);
    expect([173, 174].map((end) => isNightLong(dayOf(300, 600, { end }), before))).toEqual([true, false]);
    const after = { from: 154, to: 194 };
    const isNight = (begin: number) => isNightLong(dayOf(200, 600, { begin }), after);
    expect([31, 30, 0].map(isNight)).toEqual([true, false, false]);
    // The same for columns whose width does not divide the day: 86,400 / 700 is nearest to 123.
    const odd = { from: 0, to: 40 };
    expect([142, 143].map((end) => isNightLong(dayOf(end, 700), odd))).toEqual([true, false]);
  });
});

describe('a gap that may be a night', () => {
  it('lasts 6 hours, if its edges are sharp', () => {
    const isNight = (length: number) => {
      const quiet = { from: 30, to: 30 + length };
      return isUnseenNight(dayOf(100, 600, { quiet }), quiet);
    };
    expect([17, 18, 35, 36, 37].map(isNight)).toEqual([false, false, false, true, true]);
  });

  it.each([
    // An edge is a 24th of the gap, two columns at least. Columns of a minute and of 10 min.
    { cellSeconds: 60, length: 180, edge: 8 },
    { cellSeconds: 60, length: 192, edge: 8 },
    { cellSeconds: 60, length: 193, edge: 9 },
    { cellSeconds: 600, length: 18, edge: 2 },
  ])('or has an edge below half of the usual rate: $length columns', ({ cellSeconds, length, edge }) => {
    const quiet = { from: 20, to: 20 + length };
    const isNight = (other: Readonly<Record<number, number>>) =>
      isUnseenNight(dayOf(length + 100, cellSeconds, { quiet, other }), quiet);
    // The whole edge but its farthest column is nearly empty, so that the farthest decides.
    const edgeOf = (place: (at: number) => number, sum: number, far = 100) =>
      Object.fromEntries(
        Array.from({ length: edge + 1 }, (_, at) => [
          place(at),
          at < edge - 1 ? 1 : at === edge - 1 ? sum - (edge - 1) : far,
        ]),
      );
    const left = (at: number) => quiet.from - 1 - at;
    const right = (at: number) => quiet.to + at;
    for (const place of [left, right]) {
      expect([isNight(edgeOf(place, 50 * edge)), isNight(edgeOf(place, 50 * edge - 1))]).toEqual([
        false,
        true,
      ]);
      // What is beyond the edge does not count.
      expect([isNight(edgeOf(place, 50 * edge, 0)), isNight(edgeOf(place, 50 * edge - 1, 900))]).toEqual([
        false,
        true,
      ]);
    }
  });

  it('has edges that end with the rows of the map', () => {
    const quiet = { from: 23, to: 203 };
    // Three columns before the gap, and three after it, are all there is; an edge of eight would be below half with zeros.
    const isNight = (own: number) => {
      const other = { 20: own, 21: own, 22: own, 203: own, 204: own, 205: own };
      return isUnseenNight(dayOf(400, 60, { begin: 20, end: 206, quiet, other }), quiet);
    };
    expect(isNight(100)).toBe(false);
    const day = dayOf(400, 60, { begin: 20, quiet, other: { 20: 49, 21: 50, 22: 50 } });
    expect(isUnseenNight(day, quiet)).toBe(true);
    expect(
      isUnseenNight(dayOf(400, 60, { begin: 20, quiet, other: { 20: 50, 21: 50, 22: 50 } }), quiet),
    ).toBe(false);
  });

  it('is held against columns with rows only', () => {
    const quiet = { from: 60, to: 240 };
    // Most columns are empty: the usual rate is that of the others, whose median is 100.
    const other = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [250 + at, at < 10 ? 9000 : 0]));
    const edge = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [52 + at, 49]));
    expect(isUnseenNight(dayOf(400, 60, { quiet, other }), quiet)).toBe(false);
    expect(isUnseenNight(dayOf(400, 60, { quiet, other: { ...other, ...edge } }), quiet)).toBe(true);
  });

  it('is compared with the median of the columns that have rows', () => {
    // The gap lasts 5 h, from 20 columns on. Both edges have `edge` rows in each of their columns.
    const quiet = { from: 20, to: 50 };
    const isNight = (columns: number, edge: number, rest: (at: number) => number) => {
      const other = Object.fromEntries(
        Array.from({ length: columns }, (_, at) => [at, at < 18 || at >= 52 ? rest(at) : edge]),
      );
      const gap = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [20 + at, 0]));
      return isUnseenNight(dayOf(columns, 600, { quiet, other: { ...other, ...gap } }), quiet);
    };
    // 26 of 110 columns have 100 rows: every third, except next to the gap. The others are empty.
    const third = (at: number) => (at % 3 === 0 ? 100 : 0);
    expect([isNight(110, 49, third), isNight(110, 50, third)]).toEqual([true, false]);
    // Two of three have a single row, and count as much.
    const single = (at: number) => (at % 3 === 0 ? 100 : 1);
    expect([isNight(110, 1, single), isNight(110, 40, single)]).toEqual([false, false]);
    // A few columns far above all others raise the mean, not the median.
    const peaks = (at: number) => (at % 20 === 5 ? 9000 : 100);
    expect([isNight(110, 49, peaks), isNight(110, 50, peaks)]).toEqual([true, false]);
  });
});
