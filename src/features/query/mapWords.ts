import type { KeyspaceMatrix } from '../../core/keyspace/matrix.ts';
import { completenessText } from '../../core/plan/completeness.ts';
import type { RunState } from '../../state/queryRun.ts';
import { formatCount } from '../../ui/format.ts';

/** Rows of the map that stand beside numbers: "prefix 37" is 37 there. */
export function rowLabel(label: string): string {
  if (label === '') return '(no prefix)';
  return label.replace(/^prefix (\d+)$/, '$1');
}

/** The map in words: how much it holds, which row holds most, how many hold nothing, and whether it is all. */
export function mapSummary(matrix: KeyspaceMatrix, run: RunState): string {
  let total = 0;
  let most = 0;
  let mostRow = 0;
  let empty = 0;
  for (const [row, rows] of matrix.rowTotals.entries()) {
    total += rows;
    if (rows === 0) empty += 1;
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
    ...(run.completeness === undefined ? [] : [completenessText(run.completeness)]),
  ];
  return parts.join(' ');
}
