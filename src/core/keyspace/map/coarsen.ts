import { type CellGrid, COUNTED, ESTIMATED, leastSure } from './cellGrid.ts';

/**
 * Joins every `columnsPer` columns of a grid, from column 0 on, where its keys are not at hand to be counted again. Standard errors are
 * combined as independent.
 */
export function coarsen(grid: CellGrid, columnsPer: number): CellGrid {
  const { rowCount } = grid;
  const columnCount = Math.ceil(grid.columnCount / columnsPer);
  const counts = new Uint32Array(rowCount * columnCount);
  const states = new Uint8Array(rowCount * columnCount).fill(COUNTED);
  const variances = grid.errors && new Float64Array(rowCount * columnCount);
  for (let from = 0; from < grid.counts.length; from++) {
    const [row, column] = [Math.floor(from / grid.columnCount), from % grid.columnCount];
    const to = row * columnCount + Math.floor(column / columnsPer);
    counts[to] = (counts[to] as number) + (grid.counts[from] as number);
    states[to] = leastSure(states[to] as number, grid.states[from] as number);
    if (variances !== undefined && grid.errors !== undefined && grid.states[from] === ESTIMATED)
      variances[to] = (variances[to] as number) + (grid.errors[from] as number) ** 2;
  }
  return {
    rowCount,
    columnCount,
    from: grid.from,
    bucketTicks: grid.bucketTicks * BigInt(columnsPer),
    counts,
    states,
    errors: variances && Float32Array.from(variances, Math.sqrt),
  };
}
