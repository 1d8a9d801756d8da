import { expect, it } from 'vitest';
import { timedRows } from '../../entities/store/timedRows.fixture.ts';
import type { Interval } from '../../time/interval.ts';
import { keyspaceMatrix } from '../matrix.ts';
import { cellAt, wholeGrid } from './cellGrid.ts';
import { gridOfMatrix } from './gridOfMatrix.ts';
import { marginals } from './marginals.ts';

it('a matrix keeps its cells, and a row that was not read to its end has no zero', () => {
  const rows = timedRows([
    { ticks: 100n, group: 'a' },
    { ticks: 150n, group: 'b' },
    { ticks: 151n, group: 'b' },
  ]);
  const window = { from: 100n, to: 200n } as Interval;
  const matrix = keyspaceMatrix(rows, { window, columns: 10, by: 'group' });
  const grid = gridOfMatrix(matrix, ['done', 'reading']);
  const sums = marginals(grid, wholeGrid(grid));
  expect([...sums.rowTotals]).toEqual([...matrix.rowTotals]);
  expect([...sums.columnTotals]).toEqual([...matrix.columnTotals]);
  expect(cellAt(grid, 0, grid.columnCount - 1).state).toBe('zero');
  expect(cellAt(grid, 1, grid.columnCount - 1).state).toBe('in flight');
});
