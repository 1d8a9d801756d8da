/*
 * Joins what the columns of the map show with the pauses that the times of the rows show (`pauseFacts.ts`): these see pauses that are
 * narrower than a column, and give exact times to all others.
 */
import { columnsOfTime } from '../map/cellGrid.ts';
import type { DiagnosisView, FindingCells, RowPause } from './finding.ts';
import type { ColumnRange } from './rhythm.ts';
import { cellsOf } from './view.ts';

/** A range of columns without rows, and its exact times if they are known. */
export interface Paused extends ColumnRange {
  readonly exact?: RowPause;
}

/** Whether all rows of the map were read. Rows that were not read would look like a pause. */
function isAllRead({ judged, labels }: DiagnosisView): boolean {
  return judged.length === labels.length;
}

/** Pauses of all rows. */
export function pausesOfAll(view: DiagnosisView): readonly RowPause[] {
  return isAllRead(view) ? (view.facts.pauses ?? []).filter(({ row }) => row === undefined) : [];
}

/** Pauses of single rows of the map. */
export function pausesOfOne(view: DiagnosisView): readonly (RowPause & { readonly row: number })[] {
  if (!isAllRead(view)) return [];
  return (view.facts.pauses ?? []).flatMap(({ row, ...pause }) =>
    row === undefined ? [] : [{ row, ...pause }],
  );
}

/** Whether a pause meets a range of columns. */
export function meets(view: DiagnosisView, { from, to }: RowPause, columns: ColumnRange): boolean {
  const cells = cellsOf(view, columns);
  return from < cells.to && to > cells.from;
}

/** The columns that a pause meets, at least one. An open one reaches to the last column with rows. */
export function columnsOfPause(view: DiagnosisView, pause: RowPause): ColumnRange {
  const { from, to } = columnsOfTime(view.grid, pause);
  return { from, to: pause.isOpen === true ? Math.max(view.active.to, from + 1) : Math.max(to, from + 1) };
}

/** The cells of a pause, from its exact times if they are known. */
export function cellsOfPaused(view: DiagnosisView, paused: Paused, rows?: readonly number[]): FindingCells {
  const cells = cellsOf(view, paused, rows);
  const { exact } = paused;
  if (exact === undefined) return cells;
  return { ...cells, from: exact.from, to: exact.isOpen === true ? cells.to : exact.to };
}
