import type { CellGrid } from '../../core/keyspace/map/cellGrid.ts';
import type { Marginals } from '../../core/keyspace/map/marginals.ts';
import { secondsText } from '../../core/keyspace/words.ts';
import { TICKS_PER_SECOND } from '../../core/time/ticks.ts';
import { formatCount } from '../../ui/format.ts';

/** Why columns are no finer; '' where a finer map would show more. */
export function finestWords(finestTicks: bigint | undefined): string {
  if (finestTicks === undefined) return '';
  const seconds = Number(finestTicks) / Number(TICKS_PER_SECOND);
  const width = seconds % 60 === 0 && seconds < 7200 ? `${seconds / 60} min` : secondsText(seconds);
  return `Keys are rounded to ${width}, so columns are no finer.`;
}

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
