import { timeBuckets } from '../../entities/order/timeBuckets.ts';
import {
  type CellGrid,
  columnsOfTime,
  COUNTED,
  emptyGrid,
  ESTIMATED,
  FAILED,
  READING,
  WAITING,
} from '../map/cellGrid.ts';
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
  const grid = emptyGrid({ rowCount: groups.length, columnCount, from, bucketTicks }, WAITING);
  const { counts, states } = grid;
  const errors = new Float32Array(counts.length);
  const rowOf = new Map(groups.map(({ id }, row) => [id, row]));
  for (const { group, isFailed, ...time } of pending) {
    const start = (rowOf.get(group) ?? 0) * columnCount;
    const columns = columnsOfTime(grid, time);
    states.fill(isFailed ? FAILED : READING, start + columns.from, start + columns.to);
  }
  for (const [row, { rowsIn }] of groups.entries()) {
    for (let column = 0; column < columnCount; column++) {
      const start = from + BigInt(column) * bucketTicks;
      const cell = rowsIn(start, start + bucketTicks);
      if (cell === undefined) continue;
      const at = row * columnCount + column;
      counts[at] = Math.round(cell.rows);
      states[at] = cell.isCount ? COUNTED : ESTIMATED;
      errors[at] = cell.standardError;
    }
  }
  return states.includes(ESTIMATED) ? { ...grid, errors } : grid;
}
