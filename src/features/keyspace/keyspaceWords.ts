import type { CellGrid } from '../../core/keyspace/map/cellGrid.ts';
import type { Marginals } from '../../core/keyspace/map/marginals.ts';
import { formatCount } from '../../ui/format.ts';

/** The map in words: how much it holds, which row holds most, how many hold nothing, and whether it is all. */
export function gridSummary(
  grid: CellGrid,
  labels: readonly string[],
  sums: Marginals,
  completeness: string,
): string {
  let mostRow = 0;
  let empty = 0;
  for (const [row, total] of sums.rowTotals.entries()) {
    if (total === 0) empty += 1;
    if (total > (sums.rowTotals[mostRow] ?? 0)) mostRow = row;
  }
  const most = sums.rowTotals[mostRow] ?? 0;
  const share = sums.total === 0 ? 0 : Math.round((most / sums.total) * 100);
  const what = sums.estimated > 0 ? 'about ' : '';
  return [
    `${what}${formatCount(sums.total)} rows in ${formatCount(grid.rowCount)} rows of the map and ${formatCount(grid.columnCount)} spans of time.`,
    ...(sums.total === 0
      ? []
      : [`Most are in ${labels[mostRow + sums.window.rows.from] ?? ''}: ${formatCount(most)}, ${share} %.`]),
    ...(empty === 0 ? [] : [`${formatCount(empty)} hold none.`]),
    completeness,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
