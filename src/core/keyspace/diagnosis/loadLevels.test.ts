import { describe, expect, it } from 'vitest';
import { poisson, seededRandom } from '../seededRandom.ts';
import { type CellMap, times, viewOf } from './cells.fixture.ts';
import { highLevelIn } from './highLevel.ts';
import { levelOfAll, levelOfRow } from './loadLevels.ts';

/* Whose a high level is: of all, of one row, or of rows that were silent before. Each scene is at a border, in counts without chance. */

const COLUMNS = 96;
const LEVEL = { from: 30, to: 54 };
/** Empty columns before and behind. */
const EMPTY = { before: 5, behind: 7 };

interface Row {
  readonly low: number;
  readonly high: number;
  /** More rows in one column of the lower level, and in one of the upper. */
  readonly moreLow?: number;
  readonly moreHigh?: number;
}

function countsOf({ low, high, moreLow = 0, moreHigh = 0 }: Row): readonly number[] {
  const own = Array.from({ length: COLUMNS }, (_, at) => (at >= LEVEL.from && at < LEVEL.to ? high : low));
  own[10] = low + moreLow;
  own[40] = high + moreHigh;
  return [...times(EMPTY.before, 0), ...own, ...times(EMPTY.behind, 0)];
}

function ofAll(rows: readonly Row[], map?: CellMap) {
  const level = levelOfAll(viewOf(rows.map(countsOf), map), [...rows.keys()]);
  return level && [level.from, level.to];
}

const FOUND = [LEVEL.from, LEVEL.to];
const steady = { low: 10, high: 10 };

describe('a level of all', () => {
  const rising = { low: 10, high: 60 };

  it('is not mostly that of one row', () => {
    expect(ofAll([rising, rising])).toEqual(FOUND);
    expect(ofAll([rising, { ...rising, moreHigh: 1 }])).toBeUndefined();
    expect(ofAll([{ ...rising, moreHigh: 1 }, rising])).toBeUndefined();
    expect(ofAll([rising, rising, rising])).toEqual(FOUND);
  });

  it('is that of a row that is alone, and of rows that pass', () => {
    const one = [rising, steady];
    expect([ofAll([rising]), ofAll(one)]).toEqual([FOUND, undefined]);
    const passing: CellMap = { rowsAre: 'partition', facts: { timeSource: 'partition' } };
    expect([ofAll(one, passing), ofAll(one, { ...passing, rowsAre: 'writer' })]).toEqual([FOUND, undefined]);
  });

  it('counts rows that fall as rows that do not rise', () => {
    const falling = { low: 10, high: 0 };
    expect(ofAll([rising, rising, falling])).toEqual(FOUND);
    expect(ofAll([rising, { ...rising, moreHigh: 1 }, falling])).toBeUndefined();
  });

  it('is not mostly that of rows that were silent', () => {
    const silent = { low: 0, high: 50 };
    const other = { low: 20, high: 120 };
    expect(ofAll([silent, silent, other])).toEqual(FOUND);
    expect(ofAll([silent, { ...silent, moreHigh: 1 }, other])).toBeUndefined();
  });

  it('takes a hundredth of the rate for silence', () => {
    const nearly = { low: 1, high: 100 };
    const other = { low: 20, high: 217 };
    expect(ofAll([nearly, nearly, other])).toBeUndefined();
    expect(ofAll([{ ...nearly, moreLow: 1 }, nearly, other])).toEqual(FOUND);
  });

  it('needs a level', () => {
    expect(ofAll([steady, steady])).toBeUndefined();
  });
});

describe('a level of few rows', () => {
  it('is of all also if each row writes less than one more in a column', () => {
    const scarce = Array.from({ length: 240 }, (_, at) => (at >= 60 && at < 140 ? 1 : Number(at % 4 === 0)));
    const view = viewOf([scarce, scarce]);
    expect(levelOfAll(view, [0, 1])).toMatchObject({ from: 60, to: 141 });
    expect(levelOfAll(viewOf([scarce, times(240, 0)]), [0, 1])).toBeUndefined();
  });

  it('is held against the number of places that were looked at', () => {
    const seen = new Map<string, number>();
    for (let seed = 1; seed <= 200; seed++) {
      const random = seededRandom(seed * 7331);
      const low = 1.5 + 4 * random();
      const counts = Array.from({ length: 60 }, (_, at) =>
        poisson(random, at >= 20 && at < 40 ? 6 * low : low),
      );
      counts[0] = 1;
      counts[59] = 1;
      const lnP = highLevelIn(Float64Array.from(counts), 1e-300)?.lnP ?? 0;
      const isSure = (places: number) => lnP + Math.log(places) <= Math.log(1e-3);
      // The map is far longer than the time with rows.
      const row = [...times(400, 0), ...counts];
      const all = levelOfAll(viewOf([row]), [0]) !== undefined;
      expect([seed, all]).toEqual([seed, isSure(60)]);
      const quiet = row.map((_count, at) => Number(at === 400));
      const ofOne = levelOfRow(viewOf([row, ...times(19, quiet)]), 0, [...times(20, 0).keys()]);
      expect([seed, ofOne !== undefined]).toEqual([seed, isSure(60 * 20)]);
      for (const each of [`all ${all}`, `one ${ofOne !== undefined}`])
        seen.set(each, (seen.get(each) ?? 0) + 1);
    }
    expect([seen.size, Math.min(...seen.values()) >= 10]).toEqual([4, true]);
  });
});

describe('a level of one row', () => {
  const own = { low: 10, high: 60 };
  const by = (high: number): Row => ({ low: 10, high });
  const ofRow = (others: readonly Row[], row = 0, mine = own) => {
    const rows = [...others.slice(0, row), mine, ...others.slice(row)];
    const level = levelOfRow(viewOf(rows.map(countsOf)), row, [...rows.keys()]);
    return level && [level.from, level.to];
  };

  it('is twice what a quarter of the others reach', () => {
    // The third lowest of eight decides, whatever the order.
    const others = (third: Row) => [by(90), by(90), by(10), by(90), third, by(10), by(90), by(90)];
    expect(ofRow(others(by(30)))).toEqual(FOUND);
    expect(ofRow(others({ ...by(30), moreHigh: 1 }))).toBeUndefined();
    expect(ofRow(others({ ...by(30), moreLow: 1 }))).toEqual(FOUND);
    expect(ofRow(others(by(30)), 5)).toEqual(FOUND);
    expect(ofRow(others({ ...by(30), moreHigh: 1 }), 5)).toBeUndefined();
  });

  it('of few others is that of the one which rises least', () => {
    expect([ofRow([by(30), by(90), by(90)]), ofRow([by(31), by(90), by(90)])]).toEqual([FOUND, undefined]);
    // The second lowest of four.
    expect([ofRow([by(10), by(30), by(90), by(90)]), ofRow([by(10), by(31), by(90), by(90)])]).toEqual([
      FOUND,
      undefined,
    ]);
  });

  it('needs a level, and no other rows; others from silence rise most', () => {
    expect([ofRow([by(30)], 0, steady), ofRow([])]).toEqual([undefined, FOUND]);
    // A rise from a third of a row in a column is measured like any other.
    const scarce = { low: 0, high: 1 };
    expect([24, 23].map((moreLow) => ofRow([{ ...scarce, moreLow }]))).toEqual([FOUND, undefined]);
    expect([ofRow([{ low: 0, high: 30 }]), ofRow([{ low: 0, high: 0 }])]).toEqual([undefined, FOUND]);
  });
});
