import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildColumn } from '../columns/valueColumn.ts';
import { storeOf } from '../store/storeOf.fixture.ts';
import type { EntityStore } from '../store/entityStore.ts';
import { bucketRows } from './bucketRows.ts';
import { CellSums } from './cellSums.ts';
import { binEdges, histogram } from './histogram.ts';
import { NumberColumnBuilder, numbersOf } from './numberColumn.ts';
import { runSteps } from '../../steps.ts';

const row = (value: string | undefined): string =>
  `{"PartitionKey":"_0639000000000000000","RowKey":""${value === undefined ? '' : `,"A":${value}`}}`;

const columnOf = (store: EntityStore) => runSteps(buildColumn(store, { name: 'A' }));
/** Every third row. */
const maskOf = (rowCount: number) => Uint8Array.from({ length: rowCount }, (_, at) => Number(at % 3 === 0));

const number = fc.oneof(
  fc.integer(),
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -10, max: 10, noNaN: true }),
  fc.constantFrom(9_007_199_254_740_991, 1e308, -1e308, 5e-324, 0.1, 0.30000000000000004),
);

describe('the window of all rows', () => {
  it('holds every row with a time, in whatever order they come', () => {
    const key = (minute: number) => `{"PartitionKey":"_06390000${minute}0000000000","RowKey":""}`;
    const store = storeOf([key(5), key(2), key(9), key(2), key(4)]);
    const { buckets, outside } = runSteps(bucketRows(store.times('key'), 5, undefined, { most: 600 }));
    expect(outside).toEqual({ before: 0, after: 0, withoutTime: 0 });
    const end = buckets.from + buckets.bucketTicks * BigInt(buckets.bucketCount);
    expect([buckets.from <= 639_000_020_000_000_000n, end > 639_000_090_000_000_000n]).toEqual([true, true]);
  });
});

describe('numbers that are computed', () => {
  it('are one value for all rows that have the same, and none for others', () => {
    const made = new NumberColumnBuilder(6);
    made.set(0, 7);
    made.set(1, 5);
    made.set(2, 7);
    made.set(4, 5, 1);
    made.set(5, 5);
    const { distinct, values, majors, minors } = runSteps(made.finish());
    expect([distinct, [...majors], [...minors]]).toEqual([3, [5, 5, 7], [0, 1, 0]]);
    expect([...values]).toEqual([2, 0, 2, 3, 1, 0]);
  });

  it('that are missing for the same reason are one value', () => {
    const made = new NumberColumnBuilder(4);
    for (const row of [0, 1]) made.leaveOut(row, { kind: 'null' });
    made.leaveOut(2, { kind: 'twice' });
    made.leaveOut(3, { kind: 'absent' });
    const { distinct, values, reasons, reasonNames } = runSteps(made.finish());
    const why = (row: number) => reasonNames[reasons[values[row] as number] ?? 0]?.kind;
    expect([distinct, [0, 1, 2, 3].map(why)]).toEqual([2, ['null', 'null', 'twice', 'absent']]);
  });
});

describe('a histogram', () => {
  it('holds every number in the one bin that it belongs to, selected or not', () => {
    fc.assert(
      fc.property(fc.array(fc.option(number, { nil: undefined }), { maxLength: 40 }), (values) => {
        const store = storeOf(
          values.map((value) => row(value === undefined ? value : JSON.stringify(value))),
        );
        const numbers = runSteps(numbersOf(store, columnOf(store)));
        const mask = maskOf(values.length);
        const { bins, leftOut } = runSteps(histogram(numbers, mask));
        const known = values.filter((value) => value !== undefined);
        const isSelected = (_: unknown, at: number): boolean => mask[at] === 1;
        const selected = values.filter(isSelected).filter((value) => value !== undefined);
        expect(bins.length).toBeLessThanOrEqual(64);
        expect(bins.slice(1).map(({ from }) => from)).toEqual(bins.slice(0, -1).map(({ to }) => to));
        for (const bin of bins) {
          const within = (value: number): boolean => value >= bin.from && value < bin.to;
          expect([bin.rows, bin.all]).toEqual([selected.filter(within).length, known.filter(within).length]);
        }
        expect(bins.reduce((sum, { all }) => sum + all, 0)).toBe(known.length);
        const absent = values.filter(isSelected).length - selected.length;
        expect(leftOut).toEqual(absent === 0 ? [] : [{ reason: { kind: 'absent' }, rows: absent }]);
      }),
      { numRuns: 50 },
    );
  });

  it('has edges that people read', () => {
    const edges = binEdges(3, 97, true);
    expect(edges.slice(0, 3)).toEqual([2, 4, 6]);
    expect(binEdges(0, 4, true)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(binEdges(7, 7, true)).toEqual([7, 8]);
    expect(binEdges(0.5, 0.5, false)).toEqual([0.5, 0.5 + Number.EPSILON / 2]);
    expect(binEdges(-1e300, -1e300, false)).toEqual([-1e300, -1e300 + 1e300 * Number.EPSILON]);
    // A range that no Double holds is cut at zero.
    expect(binEdges(-1.5e308, 1e308, false)).toEqual([-1.5e308, 0, Number.POSITIVE_INFINITY]);
    // There are at most 60 bins: with 61, two numbers share one.
    expect(binEdges(0, 60, true)).toHaveLength(62);
    expect(binEdges(0, 61, true).slice(0, 2)).toEqual([0, 2]);
    // All multiples of the width, with the first above the greatest number as the last.
    expect(binEdges(0, 1, false).slice(-3)).toEqual([0.98, 1, 1.02]);
    expect(binEdges(-500, 4000, false).slice(-2)).toEqual([4000, 4100]);
    expect(binEdges(1000, 9000, true).slice(-2)).toEqual([9000, 9200]);
  });
});

describe('the bins of numbers that are next to each other', () => {
  const ticks = 639_028_224_000_000_000;

  it.each([
    [2 ** 60, 2 ** 60 + 256],
    [2 ** 60, 2 ** 60 + 2 ** 14],
    [-(2 ** 60), 256 - 2 ** 60],
    [ticks, ticks + 128],
    [9_007_199_254_740_991, 9_007_199_254_740_992],
    [1e300, 1e300 * (1 + Number.EPSILON)],
    [0.1, 0.1 + 2 ** -56],
    [0, Number.MIN_VALUE],
    [-Number.MIN_VALUE, Number.MIN_VALUE],
    [1e-310, 1e-310 + 3 * Number.MIN_VALUE],
  ])('hold both %d and %d', (least, greatest) => {
    const edges = binEdges(least, greatest, [least, greatest].every(Number.isInteger));
    const sorted = [...new Set(edges)].toSorted((a, b) => a - b);
    expect(edges).toEqual(sorted);
    expect([edges.length <= 65, (edges[0] ?? 0) <= least, (edges.at(-1) ?? 0) > greatest]).toEqual([
      true,
      true,
      true,
    ]);
    expect(edges.some((edge) => edge > least && edge <= greatest)).toBe(true);
  });
});

describe('sums', () => {
  it('stay exact over more numbers than a Double counts exactly', () => {
    const sums = new CellSums(2);
    const nearest = Number(2n ** 63n - 1n);
    const count = 2 ** 20 + 17;
    for (let index = 0; index < count; index++) sums.addWhole(1, nearest, -1);
    expect(sums.sum(1).exact).toBe((2n ** 63n - 1n) * BigInt(count));
    expect(sums.sum(0)).toEqual({ nearest: 0, exact: 0n });
  });

  it('stay exact where the lower halves alone are more than a Double counts', () => {
    const sums = new CellSums(1);
    const count = 2 ** 22 + 17;
    for (let index = 0; index < count; index++) sums.addWhole(0, 2 ** 32 - 1, 0);
    expect(sums.sum(0).exact).toBe((2n ** 32n - 1n) * BigInt(count));
  });

  it('keep what rounding would lose', () => {
    const sums = new CellSums(1);
    for (const value of [1e16, 1, 1, 1, 1, -1e16]) sums.addDouble(0, value);
    expect(sums.sum(0).nearest).toBe(4);
  });
});
