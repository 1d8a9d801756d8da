import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cellAt,
  type CellGrid,
  COUNTED,
  ESTIMATED,
  FAILED,
  READING,
  type StateCode,
  leastSure,
  WAITING,
  STOPPED,
  UNVERIFIED,
  wholeGrid,
  emptyGrid,
} from './cellGrid.ts';
import { marginals } from './marginals.ts';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { noneScheme } from '../../keys/schemes/none.ts';
import { groupLabel, NO_LABEL, type RowGrouping } from './grouping.ts';

const SECOND = 10_000_000n;
const shape = (rowCount: number, columnCount: number) => ({
  rowCount,
  columnCount,
  from: 100n * SECOND,
  bucketTicks: SECOND,
});

const grids = fc
  .record({
    rowCount: fc.integer({ min: 1, max: 7 }),
    columnCount: fc.integer({ min: 1, max: 7 }),
    counts: fc.array(fc.nat(5), { minLength: 49, maxLength: 49 }),
  })
  .map(({ rowCount, columnCount, counts }): CellGrid => {
    const grid = emptyGrid(shape(rowCount, columnCount), COUNTED);
    grid.counts.set(counts.slice(0, rowCount * columnCount));
    return grid;
  });

/** A grid with these cells: row, column, count, state, standard error. */
function gridOf(
  empty: CellGrid,
  cells: readonly (readonly [number, number, number, StateCode, number?])[],
): CellGrid {
  const errors = new Float32Array(empty.counts.length);
  for (const [row, column, count, state, error = 0] of cells) {
    const at = row * empty.columnCount + column;
    [empty.counts[at], empty.states[at], errors[at]] = [count, state, error];
  }
  return { ...empty, errors };
}

describe('marginals', () => {
  it('sums any window along both axes', () => {
    fc.assert(
      fc.property(grids, fc.tuple(fc.nat(8), fc.nat(8), fc.nat(8), fc.nat(8)), (grid, [a, b, c, d]) => {
        const window = {
          rows: { from: Math.min(a, b), to: Math.max(a, b) },
          columns: { from: Math.min(c, d), to: Math.max(c, d) },
        };
        const sums = marginals(grid, window);
        let total = 0;
        let max = 0;
        for (const [at, count] of [...grid.counts].entries()) {
          const row = Math.floor(at / grid.columnCount);
          const column = at % grid.columnCount;
          const isIn =
            row >= window.rows.from &&
            row < window.rows.to &&
            column >= window.columns.from &&
            column < window.columns.to;
          if (!isIn) continue;
          total += count;
          max = Math.max(max, count);
        }
        expect(sums.total).toBe(total);
        expect(sums.columnTotals.reduce((sum, count) => sum + count, 0)).toBe(total);
        expect(sums.max).toBe(max);
      }),
    );
  });

  it('tells which sums are lower bounds, since cells of them were not read', () => {
    const grid = gridOf(emptyGrid(shape(3, 3), COUNTED), [
      [1, 0, 7, WAITING],
      [1, 2, 0, FAILED],
    ]);
    const sums = marginals(grid, { rows: { from: 0, to: 2 }, columns: { from: 0, to: 3 } });
    expect([...sums.rowUnread]).toEqual([0, 2]);
    expect([...sums.columnUnread]).toEqual([1, 0, 1]);
    expect(sums.total).toBe(7);
  });

  it('tells what of a sum is estimated, with its error', () => {
    const grid = gridOf(emptyGrid(shape(2, 2), COUNTED), [
      [0, 0, 10, COUNTED],
      [0, 1, 40, ESTIMATED, 3],
      [1, 1, 60, ESTIMATED, 4],
    ]);
    const sums = marginals(grid, wholeGrid(grid));
    expect([sums.total, sums.estimated, sums.standardError]).toEqual([110, 100, 5]);
    expect([...sums.rowEstimated, ...sums.columnEstimated]).toEqual([1, 1, 0, 2]);
    expect([...sums.rowTotals, ...sums.columnTotals]).toEqual([50, 60, 10, 100]);
  });
});

describe('cell states', () => {
  it('are joined by doubt: the least sure stands', () => {
    const order = [COUNTED, ESTIMATED, UNVERIFIED, WAITING, STOPPED, FAILED, READING];
    for (const [at, one] of order.entries()) {
      for (const other of order.slice(at))
        expect([leastSure(one, other), leastSure(other, one)]).toEqual([other, other]);
    }
  });

  it('are distinct: zero, not asked, in flight, failed, counted, estimated', () => {
    const grid = gridOf(emptyGrid(shape(1, 6), WAITING), [
      [0, 0, 0, COUNTED],
      [0, 2, 5, READING],
      [0, 3, 0, FAILED],
      [0, 4, 5, COUNTED],
      [0, 5, 0, ESTIMATED, 1.5],
    ]);
    const states = Array.from({ length: 6 }, (_, column) => cellAt(grid, 0, column).state);
    expect(states).toEqual(['zero', 'waiting', 'reading', 'failed', 'counted', 'estimated']);
    expect(cellAt(grid, 0, 5)).toEqual({ state: 'estimated', count: 0, standardError: 1.5 });
    expect(cellAt(grid, 1, 0).state).toBe('waiting');
  });
});

describe('the group of a row', () => {
  const keys = [
    ['0000000000000000010___0639028224000000000', 'dep___role___in_1___0000000000000000001'],
    ['0000000000000000002___0639028224000000000', 'dep___role___in_0___0000000000000000001'],
    ['0639028224600000000', 'x'],
  ] as const;
  const labels = (grouping: RowGrouping) =>
    keys.map(([partitionKey, rowKey], row) =>
      groupLabel(grouping, schemeById('wad') ?? noneScheme, {
        partitionKey,
        rowKey,
        value: (name) => (name === 'Level' && row < 2 ? 'high' : undefined),
      }),
    );

  it('is a prefix, a partition, a writer, a part of a writer, or a value of a property', () => {
    expect(labels({ by: 'prefix' })).toEqual(['10', '2', 'unprefixed']);
    expect(labels({ by: 'partition' })).toEqual(keys.map(([partition]) => partition));
    expect(labels({ by: 'identity', part: 2 })).toEqual(['in_1', 'in_0', NO_LABEL]);
    expect(labels({ by: 'identity' })).toEqual(['dep___role___in_1', 'dep___role___in_0', NO_LABEL]);
    expect(labels({ by: 'property', name: 'Level' })).toEqual(['high', 'high', NO_LABEL]);
    expect(labels({ by: 'property', name: '__proto__' })).toEqual([NO_LABEL, NO_LABEL, NO_LABEL]);
  });
});
