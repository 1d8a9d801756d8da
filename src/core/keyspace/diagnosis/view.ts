import { COUNTED, ESTIMATED } from '../map/cellGrid.ts';
import type { DiagnosisInput, DiagnosisView, FindingCells } from './finding.ts';

const TICKS_PER_SECOND = 10_000_000;

/** What several rules need, worked out once. Only cells that were counted, or estimated, are looked at. */
export function diagnosisView(input: DiagnosisInput): DiagnosisView {
  const { grid } = input;
  const { rowCount, columnCount, counts, states } = grid;
  const rowTotals = new Float64Array(rowCount);
  const columnTotals = new Float64Array(columnCount);
  let isWhole = rowCount > 0;
  for (let row = 0; row < rowCount; row++) {
    for (let column = 0; column < columnCount; column++) {
      const at = row * columnCount + column;
      const state = states[at];
      if (state !== COUNTED) isWhole = false;
      if (state !== COUNTED && state !== ESTIMATED) continue;
      const count = counts[at] as number;
      rowTotals[row] = (rowTotals[row] as number) + count;
      columnTotals[column] = (columnTotals[column] as number) + count;
    }
  }
  let from = 0;
  let to = columnCount;
  while (from < to && columnTotals[from] === 0) from++;
  while (to > from && columnTotals[to - 1] === 0) to--;
  return {
    ...input,
    rowTotals,
    columnTotals,
    total: rowTotals.reduce((sum, count) => sum + count, 0),
    active: { from, to },
    isWhole,
    cellSeconds: Number(grid.bucketTicks) / TICKS_PER_SECOND,
  };
}

/** Rows with entities. */
export function activeRows(view: DiagnosisView): readonly number[] {
  return [...view.rowTotals.keys()].filter((row) => (view.rowTotals[row] ?? 0) > 0);
}

/** The counts of a row in the active columns. */
export function activeCounts(view: DiagnosisView, row: number): Uint32Array {
  const { grid, active } = view;
  const start = row * grid.columnCount;
  return grid.counts.subarray(start + active.from, start + active.to);
}

/** Cells of columns [from, to), for rows or for all. */
export function cellsOf(
  view: DiagnosisView,
  columns: { readonly from: number; readonly to: number },
  rows?: readonly number[],
): FindingCells {
  const { from, bucketTicks } = view.grid;
  return {
    ...(rows === undefined ? {} : { rows }),
    from: from + BigInt(columns.from) * bucketTicks,
    to: from + BigInt(columns.to) * bucketTicks,
  };
}

/** "Prefix 37", "Partition orders", as a row is called. */
export function rowName(view: DiagnosisView, row: number): string {
  const word = { prefix: 'Prefix', partition: 'Partition', range: 'Range', writer: 'Writer', value: 'Value' }[
    view.rowsAre
  ];
  const label = view.labels[row] ?? String(row);
  return `${word} ${label.length > 60 ? `${label.slice(0, 57)}...` : label}`;
}

/** The same, inside a sentence or a title: "prefix 37". */
export function rowNameInside(view: DiagnosisView, row: number): string {
  const name = rowName(view, row);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Whether rows are partitions of a time, or ranges of them: each ends with its time, and its silence or its burst is no news. */
export function arePassing({ rowsAre, facts }: DiagnosisInput): boolean {
  const areKeys = rowsAre === 'partition' || rowsAre === 'range';
  return areKeys && (facts.timeSource === 'partition' || facts.timeSource === 'both');
}
