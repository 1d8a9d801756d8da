import { expect, it } from 'vitest';
import { COUNTED, emptyGrid } from '../../core/keyspace/map/cellGrid.ts';
import { hotRowsOf } from './paintMap.ts';

it('rows with a cell at the target are hot, except the row that stands for many', () => {
  const grid = emptyGrid({ rowCount: 3, columnCount: 2, from: 0n, bucketTicks: 600_000_000n }, COUNTED);
  grid.counts.set([119_999, 0, 0, 120_000, 500_000, 0]);
  expect([...hotRowsOf(grid, { targetCount: 120_000 })]).toEqual([1, 2]);
  expect([...hotRowsOf(grid, { targetCount: 120_000 }, 2)]).toEqual([1]);
});
