import { type CellGrid, COUNTED, ESTIMATED, leastSure } from './cellGrid.ts';
import { NO_ROW } from './keyPoints.ts';

/** How cells are joined into larger ones. */
export interface Joining {
  /** The new row of each old row, or NO_ROW. */
  readonly rowOf: Uint32Array;
  readonly rowCount: number;
  /** Old columns per new column, at least 1. The first new column begins with old column 0. */
  readonly columnsPer: number;
}

/**
 * Joins rows and columns of a grid whose keys are not available (probe, model). Standard errors are combined as independent.
 */
export function coarsen(grid: CellGrid, { rowOf, rowCount, columnsPer }: Joining): CellGrid {
  const per = Math.max(1, Math.floor(columnsPer));
  const columnCount = Math.ceil(grid.columnCount / per);
  const counts = new Uint32Array(rowCount * columnCount);
  const states = new Uint8Array(rowCount * columnCount).fill(COUNTED);
  const variances = grid.errors === undefined ? undefined : new Float64Array(rowCount * columnCount);
  for (let row = 0; row < grid.rowCount; row++) {
    const target = rowOf[row] ?? NO_ROW;
    if (target === NO_ROW) continue;
    for (let column = 0; column < grid.columnCount; column++) {
      const from = row * grid.columnCount + column;
      const to = target * columnCount + Math.floor(column / per);
      counts[to] = (counts[to] as number) + (grid.counts[from] as number);
      states[to] = leastSure(states[to] as number, grid.states[from] as number);
      if (variances !== undefined && grid.errors !== undefined && grid.states[from] === ESTIMATED)
        variances[to] = (variances[to] as number) + (grid.errors[from] as number) ** 2;
    }
  }
  return {
    rowCount,
    columnCount,
    from: grid.from,
    bucketTicks: grid.bucketTicks * BigInt(per),
    counts,
    states,
    errors: variances && Float32Array.from(variances, Math.sqrt),
  };
}
