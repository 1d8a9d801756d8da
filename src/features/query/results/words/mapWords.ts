import type { KeyspaceMatrix } from '../../../../core/keyspace/map/matrix.ts';
import { completenessText } from '../../../../core/plan/completenessText.ts';
import { formatCount } from '../../../../ui/format.ts';
import type { ReadState } from '../../../../core/plan/readState.ts';
import type { RunState } from '../../../../state/run/runState.ts';

/**
 * The map in words: how much it holds, which row holds most, how many hold nothing, and whether it is all. `rowStates`:
 * where a row is a planned query; only one that was read to its end is said to hold nothing.
 */
export function mapSummary(
  matrix: Pick<KeyspaceMatrix, 'rowTotals' | 'rowCount' | 'columnCount' | 'labels'>,
  completeness: RunState['completeness'],
  rowStates?: readonly ReadState[],
): string {
  let total = 0;
  let most = 0;
  let mostRow = 0;
  let empty = 0;
  for (const [row, rows] of matrix.rowTotals.entries()) {
    total += rows;
    if (rows === 0 && (rowStates?.[row] ?? 'done') === 'done') empty += 1;
    if (rows > most) {
      most = rows;
      mostRow = row;
    }
  }
  const share = total === 0 ? 0 : Math.round((most / total) * 100);
  const parts = [
    `${formatCount(total)} rows in ${formatCount(matrix.rowCount)} rows of the map and ${formatCount(matrix.columnCount)} spans of time.`,
    ...(total === 0
      ? []
      : [`Most are in ${matrix.labels[mostRow] ?? ''}: ${formatCount(most)}, ${share} %.`]),
    ...(empty === 0 ? [] : [`${formatCount(empty)} hold none.`]),
    completenessText(completeness),
  ];
  return parts.join(' ');
}

/** What stands where rows would: that there are none is said of a whole result alone. */
export function noRowsWords(
  { phase, completeness }: Pick<RunState, 'phase' | 'completeness'>,
  none: string,
): string {
  if (phase === 'running') return 'No row has arrived yet.';
  if (completeness.state === 'complete') return none;
  return 'No row was read, and the result is not complete: see above.';
}
