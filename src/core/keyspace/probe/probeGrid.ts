import { timeBuckets } from '../../entities/order/timeBuckets.ts';
import {
  type CellGrid,
  columnsOfTime,
  COUNTED,
  ESTIMATED,
  FAILED,
  READING,
  WAITING,
} from '../map/cellGrid.ts';
import { LiveGrid } from '../map/liveGrid.ts';
import type { ProbePicture } from './probeTypes.ts';

/**
 * The probe's knowledge as grid cells: one row per group, at most `columns` columns, the same ones that a look at the window
 * samples. A cell of which every row was read is counted; one that was read in part is estimated; the others were not looked at.
 */
export function probeGrid(
  { groups, pending }: ProbePicture,
  window: { readonly from: bigint; readonly to: bigint },
  columns: number,
): CellGrid {
  const { from, bucketTicks, bucketCount: columnCount } = timeBuckets(window, columns);
  const live = new LiveGrid({ rowCount: groups.length, columnCount, from, bucketTicks }, WAITING);
  const rowOf = new Map(groups.map(({ id }, row) => [id, row]));
  for (const { group, isFailed, ...time } of pending) {
    const row = rowOf.get(group) ?? 0;
    const cells = { rows: { from: row, to: row + 1 }, columns: columnsOfTime(live.grid, time) };
    live.setState(cells, isFailed ? FAILED : READING);
  }
  for (const [row, { rowsIn }] of groups.entries()) {
    for (let column = 0; column < columnCount; column++) {
      const start = from + BigInt(column) * bucketTicks;
      const cell = rowsIn(start, start + bucketTicks);
      if (cell !== undefined)
        live.setCell(row, column, cell.rows, cell.isCount ? COUNTED : ESTIMATED, cell.standardError);
    }
  }
  return live.grid;
}
