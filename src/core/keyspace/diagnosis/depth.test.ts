import { describe, expect, it } from 'vitest';
import { COUNTED } from '../map/cellGrid.ts';
import { emptyGrid } from '../map/cellGrid.fixture.ts';
import { poisson, seededRandom } from '../seededRandom.ts';
import { inputOf, NEW_YEAR } from './clean.fixture.ts';
import { lnDepth } from './depth.ts';
import { diagnose } from './diagnose.ts';
import type { DiagnosisInput } from './finding.ts';

const COLUMNS = 288;
const ROWS = 10;

/** A day in columns of 5 min; rate of a prefix in a column, as a share of its usual one. */
function day(seed: number, rowsADay: number, share: (row: number, column: number) => number): DiagnosisInput {
  const grid = emptyGrid(
    { rowCount: ROWS, columnCount: COLUMNS, from: NEW_YEAR, bucketTicks: 3_000_000_000n },
    COUNTED,
  );
  const random = seededRandom(seed * 7877 + 5);
  for (let at = 0; at < grid.counts.length; at++) {
    const now = share(Math.floor(at / COLUMNS), at % COLUMNS);
    grid.counts[at] = poisson(random, (rowsADay / grid.counts.length) * now);
  }
  return inputOf(grid);
}

/** How much of a column is outside of a range, in columns and parts of them. */
function outside(column: number, from: number, length: number): number {
  return 1 - Math.max(0, Math.min(column + 1, from + length) - Math.max(column, from));
}

/** Of six days with the range at other places, in how many a finding of these kinds is the only one. */
function foundOf(ids: string, make: (seed: number, from: number) => DiagnosisInput): number {
  let found = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const named = diagnose(make(seed, 20.3 + seed * 37.7)).map(({ id }) => id);
    if (named.length === 1 && ids.includes(named[0] ?? 'none')) found++;
  }
  return found;
}

describe('diagnose: judged by the rows that were to be expected', () => {
  it.each([
    { minutes: 10, expected: 1390 },
    { minutes: 11, expected: 400 },
    { minutes: 13, expected: 2600 },
    { minutes: 16, expected: 300 },
  ])('all silent for $minutes min of a day: $expected rows', ({ minutes, expected }) => {
    const make = (seed: number, from: number) =>
      day(seed, (expected * 1440) / minutes, (_, column) => outside(column, from, minutes / 5));
    expect(foundOf('gap-for-all', make)).toBe(6);
  });

  it.each([
    { minutes: 12, expected: 100 },
    { minutes: 15, expected: 300 },
    { minutes: 40, expected: 60 },
  ])('a prefix silent for $minutes min of a day: $expected rows', ({ minutes, expected }) => {
    const make = (seed: number, from: number) =>
      day(seed, (ROWS * expected * 1440) / minutes, (row, column) =>
        row === seed ? outside(column, from, minutes / 5) : 1,
      );
    expect(foundOf('silent-prefix', make)).toBeGreaterThanOrEqual(5);
  });

  it('all fall to a tenth for two columns', () => {
    const make = (seed: number, from: number) =>
      day(seed, 60_000, (_, column) => (outside(column, Math.floor(from), 2) === 1 ? 1 : 0.1));
    expect(foundOf('drop-for-all', make)).toBe(6);
  });

  it('all fall to a quarter, but not to more than a third', () => {
    const fallTo = (left: number) =>
      foundOf('drop-for-all', (seed, from) =>
        day(seed, 900_000, (_, column) => (outside(column, Math.floor(from), 14) === 1 ? 1 : left)),
      );
    expect([fallTo(0.25), fallTo(0.36)]).toEqual([6, 0]);
  });

  it('few rows that are missing are no outage', () => {
    const make = (seed: number, from: number) => day(seed, 1500, (_, column) => outside(column, from, 1.2));
    expect(foundOf('gap-for-all silent-prefix drop-for-all', make)).toBe(0);
  });

  it('rows that pause by themselves are not accused of one more pause', () => {
    const isOn = (row: number, column: number) => (column * 7 + row * 11) % 41 > 2 && column % 97 !== row * 5;
    const make = (seed: number) => day(seed, 120_000, (row, column) => (isOn(row, column) ? 1 : 0));
    expect(foundOf('silent-prefix', make)).toBe(0);
  });
});

describe('lnDepth', () => {
  const even = (from: number, to: number) => 40 * (to - from);
  const counts = Array.from({ length: 100 }, (_, at) => 40 + ((at * 7) % 5)).fill(0, 50, 52);

  it('is as sure as the expected rows and the depth elsewhere allow', () => {
    expect(lnDepth({ counts, expected: even }, { from: 50, to: 52 })).toBeLessThan(-40);
    const uneven = counts.map((count, at) => (at % 3 === 0 && count > 0 ? 2 : count));
    expect(lnDepth({ counts: uneven, expected: even }, { from: 50, to: 52 })).toBeGreaterThan(-9);
    expect(lnDepth({ counts, expected: (from, to) => 3 * (to - from) }, { from: 50, to: 52 })).toBe(-6);
  });

  it('does not take the columns between silences for silences', () => {
    // Column 20 is empty too, but few rows were to be expected there.
    const few = [...counts].fill(0, 20, 21);
    const expected = (from: number, to: number) => even(from, to) - (from <= 20 && to > 20 ? 37 : 0);
    expect(lnDepth({ counts: few, expected }, { from: 50, to: 52 })).toBeLessThan(-30);
  });

  it('tells nothing where there is another silence, unless that is in question too', () => {
    const two = [...counts].fill(0, 20, 22);
    expect(lnDepth({ counts: two, expected: even }, { from: 50, to: 52 })).toBe(0);
    expect(
      lnDepth({ counts: two, expected: even }, { from: 50, to: 52 }, [{ from: 20, to: 22 }]),
    ).toBeLessThan(-30);
  });
});
