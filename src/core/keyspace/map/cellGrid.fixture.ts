import type { CellGrid, StateCode } from './cellGrid.ts';

/** A grid without entities whose cells are all in one state. */
export function emptyGrid(
  shape: Pick<CellGrid, 'rowCount' | 'columnCount' | 'from' | 'bucketTicks'>,
  state: StateCode,
): CellGrid {
  const size = shape.rowCount * shape.columnCount;
  return {
    rowCount: shape.rowCount,
    columnCount: shape.columnCount,
    from: shape.from,
    bucketTicks: shape.bucketTicks,
    counts: new Uint32Array(size),
    states: new Uint8Array(size).fill(state),
  };
}
