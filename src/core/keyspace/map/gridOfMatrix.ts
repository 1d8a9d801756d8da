import type { KeyspaceMatrix } from '../matrix.ts';
import { type CellGrid, COUNTED, FAILED, IN_FLIGHT, NOT_READ, type StateCode } from './cellGrid.ts';

/** How far the query of a row of the matrix is. */
export type MatrixRowState = 'waiting' | 'reading' | 'done' | 'failed' | 'stopped';

const CODES: Readonly<Record<MatrixRowState, StateCode>> = {
  waiting: NOT_READ,
  reading: IN_FLIGHT,
  done: COUNTED,
  failed: FAILED,
  stopped: NOT_READ,
};

/** A matrix as cells. `rowStates`: how far each row's query is; undefined: all that was asked for was read. */
export function gridOfMatrix(matrix: KeyspaceMatrix, rowStates?: readonly MatrixRowState[]): CellGrid {
  const { rowCount, columnCount, from, bucketTicks, counts } = matrix;
  const states = new Uint8Array(counts.length).fill(COUNTED);
  for (const [row, state] of (rowStates ?? []).entries()) {
    states.fill(CODES[state], row * columnCount, (row + 1) * columnCount);
  }
  return { rowCount, columnCount, from, bucketTicks, counts, states };
}
