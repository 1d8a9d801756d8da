import { gcd } from '../../bigints.ts';
import type { CellGrid } from '../map/cellGrid.ts';
import { coarsen } from '../map/coarsen.ts';
import type { DiagnosisInput } from './finding.ts';

/** If fewer columns have rows, their spacing means nothing. */
const LEAST_COLUMNS = 6;

/** The greatest common divisor of the distances between columns with rows; 1 if too few columns have any. */
function spacing(grid: CellGrid): number {
  const { rowCount, columnCount, counts } = grid;
  let first = -1;
  let step = 0n;
  let seen = 0;
  for (let column = 0; column < columnCount; column++) {
    let row = 0;
    while (row < rowCount && counts[row * columnCount + column] === 0) row++;
    if (row === rowCount) continue;
    if (first < 0) first = column;
    step = gcd(step, BigInt(column - first));
    seen++;
  }
  return seen < LEAST_COLUMNS ? 1 : Math.max(1, Number(step));
}

/**
 * Widens columns to the writer's rounding. In narrower columns, rounded times leave regular holes, which are neither a period of
 * the load nor gaps. If the rounding is unknown, the regular holes reveal it.
 */
export function onWritersGrid(input: DiagnosisInput): DiagnosisInput {
  const { grid, facts } = input;
  const { roundingTicks: rounding = 0n } = facts;
  // A whole number of roundings and of columns: with a rounding of 5 and columns of 2, the new width is 10.
  const known = rounding > grid.bucketTicks ? Number(rounding / gcd(rounding, grid.bucketTicks)) : 1;
  const columnsPer = Math.max(known, spacing(grid));
  if (columnsPer <= 1) return input;
  return { ...input, grid: coarsen(grid, columnsPer) };
}
