import { describe, expect, it } from 'vitest';
import { emptyGrid } from '../map/cellGrid.fixture.ts';
import { COUNTED } from '../map/cellGrid.ts';
import { gaussian, poisson, seededRandom } from '../seededRandom.ts';
import { inputOf, NEW_YEAR } from './clean.fixture.ts';
import { diagnose } from './diagnose.ts';
import type { DiagnosisInput } from './finding.ts';
import { highLevelIn } from './highLevel.ts';
import { sentenceText } from './phrase.ts';

const MINUTE = 600_000_000n;
const ROWS = 10;
const COLUMNS = 288;
const BASE = 6;

type Rate = (row: number, column: number) => number;

/** Poisson counts of ten prefixes in columns of 5 min: a day. */
function table(seed: number, rate: Rate, rows = ROWS, minutes = 5): DiagnosisInput {
  const random = seededRandom(seed * 7717 + 3);
  const bucketTicks = BigInt(minutes) * MINUTE;
  const grid = emptyGrid({ rowCount: rows, columnCount: COLUMNS, from: NEW_YEAR, bucketTicks }, COUNTED);
  for (let at = 0; at < grid.counts.length; at++)
    grid.counts[at] = poisson(random, BASE * rate(Math.floor(at / COLUMNS), at % COLUMNS));
  return inputOf(grid);
}

function titlesOf(input: DiagnosisInput): readonly string[] {
  return diagnose(input).map(({ title }) => title);
}

/** Each finding of a higher load: which row (all where none), and its first and last column. */
function loadsOf(input: DiagnosisInput) {
  return diagnose(input)
    .filter(({ id }) => id === 'burst')
    .flatMap(({ cells }) => cells)
    .map(({ rows, from, to }) => [
      rows?.join() ?? 'all',
      Number((from - NEW_YEAR) / input.grid.bucketTicks),
      Number((to - NEW_YEAR) / input.grid.bucketTicks),
    ]);
}

function rowsOf(input: DiagnosisInput): readonly string[] {
  return loadsOf(input)
    .map(([row]) => String(row))
    .toSorted((a, b) => Number(a) - Number(b));
}

function inside(column: number, from: number, to: number): boolean {
  return column >= from && column < to;
}

describe('a load that is high for long', () => {
  it.each([
    [4, 60, 204],
    [5, 144, 288],
    [7, 0, 120],
    [10, 100, 129],
    [9, 30, 102],
    [4, 20, 190],
  ])('x%i of all in columns %i to %i', (times, from, to) => {
    for (const seed of [1, 2]) {
      const input = table(seed, (_row, column) => (inside(column, from, to) ? times : 1));
      expect(loadsOf(input)).toEqual([['all', from, to]]);
      expect(titlesOf(input)).toEqual(['Higher load']);
    }
  });

  it.each([
    [10, 100, 129],
    [10, 50, 122],
    [5, 70, 214],
    [8, 144, 288],
    [7, 0, 90],
  ])('x%i of one prefix in columns %i to %i', (times, from, to) => {
    for (const seed of [4, 5]) {
      const found = loadsOf(
        table(seed, (row, column) => (row === 3 && inside(column, from, to) ? times : 1)),
      );
      expect(found).toHaveLength(1);
      const [row, first, last] = found[0] ?? [];
      expect(row).toBe('3');
      // A column at an edge may be as high, or as low, by chance.
      expect(Math.abs(Number(first) - from)).toBeLessThanOrEqual(1);
      expect(Math.abs(Number(last) - to)).toBeLessThanOrEqual(1);
    }
  });

  it('says its multiple of the rate outside', () => {
    const [finding] = diagnose(table(1, (_row, column) => (inside(column, 60, 204) ? 5 : 1)));
    expect(sentenceText(finding?.sentence ?? [])).toMatch(
      /^43,108 rows from 2026-01-01T05:00:00Z to 2026-01-01T17:00:00Z \(0\.998 rows\/s\), 5\.08 times the rate outside this time\.$/,
    );
  });

  it('of half of the prefixes each is named, and of one far above all others only that one', () => {
    const half = table(7, (row, column) => (row < 5 && inside(column, 60, 204) ? 4 : 1));
    expect(rowsOf(half)).toEqual(['0', '1', '2', '3', '4']);
    const one = table(8, (row, column) => (row === 6 && inside(column, 60, 204) ? 40 : 1));
    expect(rowsOf(one)).toEqual(['6']);
  });
});

describe('two levels', () => {
  const levels = (outside: (column: number) => number, from: number, to: number, times: number) =>
    highLevelIn(
      Float64Array.from({ length: COLUMNS }, (_, column) =>
        Math.round(inside(column, from, to) ? 100 * times : 100 * outside(column)),
      ),
      1,
    );

  it('are seen although a moment of the lower one is silent', () => {
    const found = levels((column) => (inside(column, 200, 202) ? 0 : 1), 100, 112, 6);
    expect([found?.from, found?.to]).toEqual([100, 112]);
  });

  it.each([
    [0, 120],
    [144, 288],
    [60, 204],
  ])(
    'in columns %i to %i are seen although the first and the last column of the list are cut',
    (from, to) => {
      for (const share of [0.1, 0.3, 0.6])
        for (const times of [4, 5, 7])
          for (const columns of [144, 288]) {
            const at = (column: number) => (column * columns) / COLUMNS;
            const counts = Float64Array.from({ length: columns }, (_, column) => {
              const rate = inside(column, at(from), at(to)) ? times : 1;
              return Math.round(150 * rate * (column === 0 || column === columns - 1 ? share : 1));
            });
            const found = highLevelIn(counts, columns);
            // A cut column may be as low as the lower level.
            const isNear = (end: number | undefined, planted: number) => Math.abs((end ?? -9) - planted) <= 1;
            const isFound = isNear(found?.from, at(from)) && isNear(found?.to, at(to));
            expect([share, times, columns, isFound]).toEqual([share, times, columns, true]);
          }
    },
  );

  it('of half of a list are seen, whatever its length', () => {
    // A column of 5 min has 30 rows and 120 to 210: of 6 h, 12 h and 24 h.
    for (const columns of [72, 108, 144, 180, 288])
      for (const times of [4, 5, 7])
        for (const seed of [1, 2, 3]) {
          const random = seededRandom(seed * 9_001 + columns);
          const half = columns / 2;
          const counts = Float64Array.from({ length: columns }, (_, column) =>
            poisson(random, 30 * (column < half === (seed === 1) ? times : 1)),
          );
          const found = highLevelIn(counts, columns);
          const place = seed === 1 ? [0, half] : [half, columns];
          expect([columns, times, seed, found?.from, found?.to]).toEqual([columns, times, seed, ...place]);
        }
  });

  it('are none where the lower one drifts as much', () => {
    const drift = (by: number) => (column: number) => Math.exp(by * Math.sin((2 * Math.PI * column) / 96));
    expect(levels(drift(0.1), 96, 168, 5)).toMatchObject({ from: 96, to: 168 });
    expect(levels(drift(0.65), 96, 168, 5)).toBeUndefined();
  });
});

describe('no higher load', () => {
  const found = (rate: (seed: number) => Rate, minutes = 5) =>
    [1, 2, 3]
      .flatMap((seed) => titlesOf(table(seed, rate(seed), ROWS, minutes)))
      .filter((title) => /load|burst/iu.test(title));

  it('where the others fell silent, or began', () => {
    expect(found(() => (row, column) => (row < 9 && column >= 150 ? 0 : 1))).toEqual([]);
    expect(found(() => (row, column) => (row < 9 && column < 130 ? 0 : 1))).toEqual([]);
  });

  it('in a prefix that began late, or wrote in a part of the time only', () => {
    expect(found(() => (row, column) => (row === 2 && column < 140 ? 0 : 1))).toEqual([]);
    expect(found(() => (row, column) => (row === 2 && !inside(column, 100, 190) ? 0 : 1))).toEqual([]);
  });

  it('where the day is as long and as deep, but has no edges', () => {
    expect(
      found((seed) => (_row, column) => 1 + 0.85 * Math.sin((2 * Math.PI * column) / COLUMNS + seed)),
    ).toEqual([]);
    // Within an hour people come, and go.
    const share = (column: number) => Math.min(1, Math.max(0, (72 - Math.abs(column - 144)) / 24));
    expect(found(() => (_row, column) => 0.2 + 0.8 * share(column))).toEqual([]);
  });

  it('that comes again on the next day', () => {
    // Three days in columns of 15 min.
    expect(found(() => (_row, column) => (inside(column % 96, 36, 68) ? 5 : 1), 15)).toEqual([]);
    expect(found(() => (_row, column) => (inside(column % 192, 40, 110) ? 5 : 1))).toEqual([]);
  });

  it('where all rates wander', () => {
    expect(
      found((seed) => {
        const random = seededRandom(seed * 977);
        let level = 0;
        const walk = Array.from({ length: COLUMNS }, () => {
          level = 0.95 * level + 0.3 * gaussian(random);
          return Math.exp(level);
        });
        return (_row, column) => walk[column] ?? 1;
      }),
    ).toEqual([]);
  });
});

/** Counts of `low`, in columns [from, to) of `high`, and in some columns others. */
function counts(
  columns: number,
  low: number,
  [from, to, high]: readonly [number, number, number],
  others: Readonly<Record<number, number>> = {},
): Float64Array {
  return Float64Array.from(
    { length: columns },
    (_, at) => others[at] ?? (at >= from && at < to ? high : low),
  );
}

function edges(...of: Parameters<typeof counts>) {
  const level = highLevelIn(counts(...of), 1);
  return level && [level.from, level.to];
}

describe('a high level', () => {
  it('has three times the rate, and fifty more rows', () => {
    expect(edges(100, 10, [30, 50, 30])).toEqual([30, 50]);
    expect(edges(100, 10, [30, 50, 30], { 40: 29 })).toBeUndefined();
    expect(edges(82, 1, [30, 40, 6])).toEqual([30, 40]);
    expect(edges(82, 1, [30, 40, 6], { 35: 5 })).toBeUndefined();
    expect(highLevelIn(counts(100, 10, [30, 50, 30]), 1)).toMatchObject({ count: 600, times: 3 });
  });

  it('is four columns wide, a twenty-fifth of the list, and two thirds at most', () => {
    expect([edges(60, 20, [30, 34, 200]), edges(60, 20, [30, 33, 200])]).toEqual([[30, 34], undefined]);
    expect([edges(100, 20, [30, 34, 200]), edges(101, 20, [30, 34, 200])]).toEqual([[30, 34], undefined]);
    expect(edges(125, 20, [30, 35, 200])).toEqual([30, 35]);
    expect(edges(60, 20, [10, 50, 200])).toEqual([10, 50]);
    // Of 41 of 60 columns, one counts as beside it: the levels are less far apart.
    expect(edges(60, 20, [10, 51, 200])).toEqual([11, 51]);
  });

  it('is looked for in 24 columns or more', () => {
    expect([edges(24, 20, [8, 14, 200]), edges(23, 20, [8, 14, 200])]).toEqual([[8, 14], undefined]);
  });

  it('may change in the middle of a column, but not after a morning', () => {
    // The column at the edge is above the middle of the levels (300). The one before it has 1.55 or 1.73 times the usual count.
    for (const [edge, next] of [
      [39, 38],
      [60, 61],
    ] as const) {
      const of = (count: number) => edges(100, 100, [40, 60, 900], { [edge]: 335, [next]: count });
      expect([of(155), of(173), of(900 / 3)]).toEqual([[40, 60], undefined, undefined]);
    }
  });

  it('includes the first and the last column if these are above the middle of the levels', () => {
    // Nine times the rate: the middle is three times.
    const first = (count: number) => edges(100, 10, [0, 40, 90], { 0: count });
    expect([first(30), first(31)]).toEqual([
      [1, 40],
      [0, 40],
    ]);
    const last = (count: number) => edges(100, 10, [60, 100, 90], { 99: count });
    expect([last(30), last(31)]).toEqual([
      [60, 99],
      [60, 100],
    ]);
  });

  it('has a rate beside it that ten rows tell, or reaches to the end', () => {
    // 9 and 10 columns of one row, between the first column of the list and the level.
    const beside = (rows: number) => edges(80, 1, [1 + rows, 17 + rows, 20]);
    expect([beside(10), beside(12)]).toEqual([
      [11, 27],
      [13, 29],
    ]);
    expect(beside(9)).toBeUndefined();
  });
});
