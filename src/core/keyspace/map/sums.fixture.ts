import { type CellGrid, wholeGrid } from './cellGrid.ts';
import { marginals } from './marginals.ts';

/** The sums of the cells of a grid, by row and by column. */
export function sumsOf(grid: CellGrid): { readonly rows: number[]; readonly columns: number[] } {
  const { rowTotals, columnTotals } = marginals(grid, wholeGrid(grid));
  return { rows: [...rowTotals], columns: [...columnTotals] };
}
