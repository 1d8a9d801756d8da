import type { CellGrid } from '../map/cellGrid.ts';
import { coarsen } from '../map/coarsen.ts';
import type { DiagnosisInput } from './finding.ts';

/** Columns with rows that must be seen before their spacing says anything. */
const LEAST_COLUMNS = 6;

function gcd(a: number, b: number): number {
  let [high, low] = [a, b];
  while (low !== 0) [high, low] = [low, high % low];
  return high;
}

/** What the distances between columns with rows are all multiples of; 1 where too few have any. */
function spacing(grid: CellGrid): number {
  const { rowCount, columnCount, counts } = grid;
  let first = -1;
  let step = 0;
  let seen = 0;
  for (let column = 0; column < columnCount; column++) {
    let row = 0;
    while (row < rowCount && counts[row * columnCount + column] === 0) row++;
    if (row === rowCount) continue;
    if (first < 0) first = column;
    step = gcd(step, column - first);
    seen++;
  }
  return seen < LEAST_COLUMNS ? 1 : Math.max(1, step);
}

/**
 * The cells as wide as the writers' rounding: in narrower ones rounded times stand like a comb, which is no period of the load
 * and no row of gaps. Where the rounding is not known, the comb itself shows it.
 */
export function onWritersGrid(input: DiagnosisInput): DiagnosisInput {
  const { grid, facts } = input;
  const { roundingTicks } = facts;
  const bucket = Number(grid.bucketTicks);
  const rounding = roundingTicks === undefined ? 0 : Number(roundingTicks);
  // Whole roundings and whole columns: of a rounding of 5 and columns of 2, 10.
  const known = rounding > bucket ? rounding / gcd(rounding, bucket) : 1;
  const columnsPer = Math.max(known, spacing(grid));
  if (columnsPer <= 1) return input;
  const rowOf = Uint32Array.from({ length: grid.rowCount }, (_, row) => row);
  return { ...input, grid: coarsen(grid, { rowOf, rowCount: grid.rowCount, columnsPer }) };
}
