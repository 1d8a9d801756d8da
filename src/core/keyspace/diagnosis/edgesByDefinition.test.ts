import { describe, expect, it } from 'vitest';
import { besideExpectation, lnDepth } from './depth.ts';
import { edgeBand, lnDrop, usualSteps } from './edges.ts';
import { lnStudentAbove, upperOutliers } from './outliers.ts';
import { areTogether, isUsualPause, leastAlike, leastMissing } from './quiet.ts';
import { areEven, isWeekend } from './rhythm.ts';
import { lnBelow, summing } from './statistics.ts';
import {
  DIGITS,
  sum,
  mean,
  scattered,
  spreadByDefinition,
  beyondByDefinition,
  waitByDefinition,
} from './byDefinition.fixture.ts';

describe('the edges of a drop', () => {
  it('are bands of a sixth of it, between 1 and 12 columns', () => {
    expect([0, 1, 8, 9, 14, 15, 63, 69, 72, 400].map(edgeBand)).toEqual([1, 1, 1, 2, 2, 3, 11, 12, 12, 12]);
  });

  it.each([1, 2, 5])('are held against steps between bands of %i', (band) => {
    const totals = Float64Array.from(scattered(43), (value) => Math.round(10 * value));
    const bands = Array.from({ length: Math.floor(totals.length / band) }, (_, at) =>
      totals.slice(at * band, (at + 1) * band).reduce((all, one) => all + one, 0),
    );
    const steps = bands.slice(1).map((count, at) => Math.log((count + 0.5) / ((bands[at] ?? 0) + 0.5)));
    const noise = 2 / Math.max(1, mean([...totals]) * band);
    const { deviation, freedom } = usualSteps(summing(totals), totals.length, band);
    const byDefinition = spreadByDefinition(steps, noise, 'below');
    expect(deviation).toBeCloseTo(byDefinition.deviation, DIGITS);
    expect(freedom).toBeCloseTo(byDefinition.freedom, DIGITS);
  });

  it('count each for itself, and only where they are sharp', () => {
    const steps = { deviation: 0.3, freedom: 40 };
    // Columns 0 to 3, 10 to 13 and 22 to 23 are low: the map is 24 columns wide.
    const low = new Set([0, 1, 2, 3, 10, 11, 12, 13, 22, 23]);
    const totals = Float64Array.from({ length: 24 }, (_, at) => (low.has(at) ? 3 : 90));
    const drop = (from: number, to: number, counts = totals) =>
      lnDrop(summing(counts), { from, to }, counts.length, steps);
    const edge = beyondByDefinition(3, 90, steps);
    expect(drop(10, 14)).toBeCloseTo(2 * edge, DIGITS);
    expect(drop(0, 4)).toBeCloseTo(edge, DIGITS);
    expect(drop(22, 24)).toBeCloseTo(edge, DIGITS);
    // The bands end where the map ends.
    const near = Float64Array.from({ length: 5 }, (_, at) => (at === 0 || at === 4 ? 90 : 3));
    expect(drop(1, 4, near)).toBeCloseTo(2 * edge, DIGITS);
    // One edge only is sharp.
    expect([drop(10, 13), drop(11, 14), drop(0, 24)]).toEqual([undefined, undefined, undefined]);
    // At most 0.42 of what is beside it is left at an edge.
    const left = (count: number) =>
      drop(
        10,
        14,
        Float64Array.from({ length: 24 }, (_, at) => (at >= 10 && at < 14 ? count : 100)),
      );
    expect([left(42) === undefined, left(43)]).toEqual([false, undefined]);
  });
});

describe('depth', () => {
  const flat = (length: number, count = 100) => Array.from({ length }, () => count);

  it('expects what the quieter side has, one column away, at least two columns wide', () => {
    const { expected } = besideExpectation([1, 2, 40, 50, 900, 0, 0, 800, 10, 20, 7]);
    expect(expected(5, 7)).toBe(2 * Math.min((40 + 50) / 2, (10 + 20) / 2));
    expect(expected(5, 6)).toBe(Math.min((40 + 50) / 2, (800 + 10) / 2));
    // A side that the map cuts off counts with what it has; one that is not there does not.
    expect(expected(2, 3)).toBe(1);
    expect([expected(1, 2), expected(8, 11), besideExpectation([1, 2]).expected(0, 2)]).toEqual([
      (50 + 900) / 2,
      900 + 0 + 0,
      0,
    ]);
  });

  it.each([1, 2, 3])('of a silence is compared with that of windows as wide: %i', (width) => {
    const silence = { from: 30, to: 30 + width };
    const counts = flat(80).map((count, at) =>
      at >= 30 && at < silence.to ? 0 : count + 20 * ((at * 37) % 11),
    );
    const beside = besideExpectation(counts);
    const depth = (count: number, rows: number) => Math.max(0.1, Math.log((rows + 0.5) / (count + 0.5)));
    // In step with the silence, between the first and the last column, and not beside the silence.
    const windows = Array.from({ length: 80 }, (_, from) => from).filter(
      (from) =>
        from >= 1 &&
        from + width < 80 &&
        (from - silence.from) % width === 0 &&
        (from + width < silence.from || from > silence.to),
    );
    const depths = windows.map((from) =>
      depth(sum(counts.slice(from, from + width)), beside.expected(from, from + width)),
    );
    const rows = beside.expected(silence.from, silence.to);
    expect(lnDepth(beside, silence)).toBeCloseTo(
      Math.max(-rows, waitByDefinition(depth(0, rows), depths)),
      DIGITS,
    );
  });

  it('is that of the count alone where even that is nothing unusual', () => {
    const beside = besideExpectation(flat(60, 9).with(30, 1));
    expect(lnDepth(beside, { from: 30, to: 31 })).toBeCloseTo(lnBelow(1, 9), DIGITS);
  });

  it('tells nothing beside other silences, unless these are in question too', () => {
    const two = besideExpectation(flat(60).with(30, 0).with(45, 0));
    const one = besideExpectation(flat(60).with(30, 0));
    expect(lnDepth(two, { from: 30, to: 31 })).toBe(0);
    expect(lnDepth(two, { from: 30, to: 31 }, [{ from: 45, to: 46 }])).toBeLessThan(-9);
    expect(lnDepth(one, { from: 30, to: 31 })).toBeLessThan(-9);
    // A silence in which fewer than eight rows were to be expected is none.
    const rare = (count: number) =>
      besideExpectation([...flat(40).with(20, 0), ...flat(30, count).with(20, 0)]);
    expect(lnDepth(rare(8), { from: 20, to: 21 })).toBe(0);
    expect(lnDepth(rare(7), { from: 20, to: 21 })).toBeLessThan(-9);
    // Nor are the first and the last column, which may be cut off; but the second one is.
    const ends = (...empty: readonly number[]) =>
      lnDepth(besideExpectation(flat(60).map((count, at) => (empty.includes(at) ? 0 : count))), {
        from: 30,
        to: 31,
      });
    expect([ends(30, 0, 59) < -9, ends(30, 0, 1), ends(30, 58, 59), ends(30, 58)]).toEqual([true, 0, 0, 0]);
  });

  it('needs twelve other windows', () => {
    const of = (columns: number) => lnDepth(besideExpectation(flat(columns).with(3, 0)), { from: 3, to: 4 });
    // The first and the last column and three around the silence are no windows.
    expect([of(16), of(17) < -9]).toEqual([0, true]);
  });
});

/** ln of the chance of the largest value beside the others, as `upperOutliers` describes it. */
function chanceByDefinition(value: number, others: readonly number[]): number {
  const logs = others.map((other) => Math.log(other + 0.5));
  const freedom = 10 + others.length - 1;
  const squares = sum(logs.map((log) => (log - mean(logs)) ** 2));
  const variance = ((10 * 0.4 ** 2 + squares) / freedom) * (1 + 1 / others.length);
  const t = (Math.log(value + 0.5) - mean(logs)) / Math.sqrt(variance);
  return Math.min(0, lnStudentAbove(t, freedom) + Math.log(others.length + 1));
}

describe('the largest of many', () => {
  it('is held against the mean of the others, and against how much writers usually differ', () => {
    const others = [30, 34, 28, 41, 37, 25, 33, 39, 30, 31];
    const [first, ...more] = upperOutliers([900, ...others]);
    expect(more).toEqual([]);
    expect([first?.index, first?.times]).toEqual([0, 900 / 31]);
    expect(first?.lnP).toBeCloseTo(chanceByDefinition(900, others), DIGITS);
  });

  it.each([
    [[1, 1, 1, 1]],
    [[10, 10, 10, 10]],
    [[1, 5, 10, 90]],
    [[2, 30, 31, 32, 400, 900]],
    [[0, 0, 0, 0, 0]],
  ])(
    'beside %j, stands out by its chance, of which more is allowed from nine times the median on',
    (others) => {
      const middle = Math.max(1, others.toSorted((a, b) => b - a)[others.length >> 1] ?? 0);
      for (let value = Math.max(...others); value < 60 * middle; value += Math.ceil(middle / 10)) {
        const chance = value >= 9 * middle ? 5e-3 : 1e-3;
        const isOut = value >= 4 * middle && chanceByDefinition(value, others) <= Math.log(chance);
        expect([value, upperOutliers([...others, value]).length]).toEqual([value, Number(isOut)]);
      }
    },
  );

  it('stands out from four times the median on', () => {
    const among = (times: number) =>
      upperOutliers([...Array.from({ length: 60 }, () => 1000), 1000 * times]).map((one) => one.times);
    expect([among(4), among(3.999)]).toEqual([[4], []]);
  });

  it('several stand out together, a fifth of all and five at most, each as sure as the next', () => {
    const of = (large: number, all: number) =>
      upperOutliers(Array.from({ length: all }, (_, at) => (at < large ? 100_000 + at : 100)));
    expect(of(5, 60).map(({ index }) => index)).toEqual([4, 3, 2, 1, 0]);
    expect([of(6, 60).length, of(1, 5).length, of(1, 4).length, of(2, 9).length]).toEqual([5, 1, 0, 0]);
    expect([of(1, 20_000).length, of(1, 20_001).length]).toEqual([1, 0]);
    // The first is as sure as the second, which hides it, and the third is less sure.
    const others = Array.from({ length: 40 }, (_, at) => 90 + at);
    const [first, second, third] = upperOutliers([100_000, 99_000, 900, ...others]).map(({ lnP }) => lnP);
    expect(second).toBeCloseTo(chanceByDefinition(99_000, [900, ...others]), DIGITS);
    expect(first).toBe(second);
    expect(third).toBeCloseTo(chanceByDefinition(900, others), DIGITS);
    expect(third).toBeGreaterThan(second ?? 0);
  });
});

describe('pauses', () => {
  it('are one where their edges are within a tenth of the shorter one, or a column', () => {
    const range = (from: number, to: number) => ({ from, to });
    const at = (from: number, to: number) => {
      const [a, b] = [range(100, 140), range(from, to)];
      return [areTogether(a, b, 'both'), areTogether(a, b, 'either'), areTogether(b, a, 'both')];
    };
    expect(at(104, 144)).toEqual([true, true, true]);
    expect(at(96, 136)).toEqual([true, true, true]);
    expect(at(105, 143)).toEqual([false, true, false]);
    expect(at(103, 145)).toEqual([false, true, false]);
    expect(at(105, 145)).toEqual([false, false, false]);
    expect(areTogether(range(5, 8), range(6, 9), 'both')).toBe(true);
    expect(areTogether(range(5, 8), range(7, 9), 'either')).toBe(true);
    expect(areTogether(range(5, 8), range(7, 10), 'either')).toBe(false);
  });

  it('that are usual are a quarter of the rows, at most three', () => {
    expect([1, 4, 5, 8, 9, 12, 100].map(leastAlike)).toEqual([1, 1, 2, 2, 3, 3, 3]);
    expect(leastMissing(1)).toBe(3);
    expect([leastMissing(0), leastMissing(1000)]).toEqual([3, 3 + Math.log(1000)]);
  });

  it('are usual where a third as long comes often enough', () => {
    const isUsual = (long: number, others: readonly number[], least: number) =>
      isUsualPause(
        { from: 7, to: 7 + long },
        others.map((length) => ({ from: 1, to: 1 + length })),
        least,
      );
    expect([isUsual(12, [4, 4, 3], 2), isUsual(12, [4, 3, 3], 2), isUsual(13, [4, 4, 4], 2)]).toEqual([
      true,
      false,
      false,
    ]);
    // From four pauses on, the power law that they follow counts: longer by 1 in 100 or more.
    const logs = [2, 3, 4, 8].map((length) => Math.max(0.25, Math.log(length / 2)));
    for (const long of [30, 60, 100, 200, 500])
      expect(isUsual(long, [2, 3, 4, 8], 9)).toBe(
        waitByDefinition(Math.log(long / 2), logs) > Math.log(0.01),
      );
    expect([isUsual(25, [2, 3, 8, 4], 9), isUsual(25, [2, 3, 8], 9)]).toEqual([true, false]);
  });
});

describe('a timer', () => {
  it('is three ranges with lengths and distances alike', () => {
    const ranges = (starts: readonly number[], lengths: readonly number[]) =>
      areEven(starts.map((from, at) => ({ from, to: from + (lengths[at] ?? 0) })));
    expect(ranges([10, 30, 50], [4, 4, 4])).toBe(true);
    expect(ranges([10, 30], [4, 4])).toBe(false);
    // Lengths differ by a quarter of the longest, distances by a tenth, or both by a column.
    expect([ranges([0, 100, 200], [30, 40, 40]), ranges([0, 100, 200], [29, 40, 40])]).toEqual([true, false]);
    expect([ranges([0, 90, 190], [9, 9, 9]), ranges([0, 89, 189], [9, 9, 9])]).toEqual([true, false]);
    expect([
      ranges([0, 5, 11], [1, 2, 2]),
      ranges([0, 5, 12], [1, 2, 2]),
      ranges([0, 5, 10], [1, 3, 2]),
    ]).toEqual([true, false, false]);
  });

  it('and a weekend begins between Friday 0:00 and Saturday 12:00, and ends from Sunday 12:00 on', () => {
    const MONDAY = 639_031_680_000_000_000n;
    const HOUR = 36_000_000_000n;
    const grid = {
      from: MONDAY,
      bucketTicks: HOUR,
      rowCount: 1,
      columnCount: 400,
      counts: new Uint32Array(),
      states: new Uint8Array(),
    };
    const isOne = (from: number, to: number) => isWeekend({ grid, cellSeconds: 3600 }, { from, to });
    expect([isOne(96, 156), isOne(95, 156), isOne(132, 168), isOne(133, 170)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([isOne(120, 156), isOne(119, 155), isOne(96, 180), isOne(96, 181)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    // Of the next week too, and where the map begins elsewhere.
    expect([isOne(264, 324), isOne(263, 324)]).toEqual([true, false]);
    const wednesday = { grid: { ...grid, from: MONDAY + 60n * HOUR }, cellSeconds: 1800 };
    expect([
      isWeekend(wednesday, { from: 72, to: 200 }),
      isWeekend(wednesday, { from: 71, to: 199 }),
    ]).toEqual([true, false]);
  });
});
