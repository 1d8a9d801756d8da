import { describe, expect, it } from 'vitest';
import { highLevelIn } from './highLevel.ts';
import { highLevelByDefinition, levelCase } from './levelsByDefinition.fixture.ts';

/** Of 6,000 seeds, those near a border: a changed figure or comparison changes what is found. */
const SEEDS = [
  1, 15, 20, 28, 31, 38, 50, 51, 61, 70, 98, 101, 102, 109, 122, 132, 133, 146, 170, 213, 225, 323, 347, 348,
  384, 432, 450, 485, 509, 512, 548, 557, 651, 652, 805, 846, 1060, 1509, 2135, 2223, 2512, 3032, 3188, 3782,
  5351, 5998,
];

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
  it('is what its definition says, near all borders', () => {
    const brief = (level: ReturnType<typeof highLevelByDefinition>) =>
      level && [level.from, level.to, level.count, level.times.toFixed(9), level.lnP.toFixed(9)];
    for (const seed of SEEDS) {
      const { counts: list, places } = levelCase(seed);
      const found = highLevelIn(Float64Array.from(list), places);
      expect([seed, brief(found)]).toEqual([seed, brief(highLevelByDefinition(list, places))]);
    }
  });

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
