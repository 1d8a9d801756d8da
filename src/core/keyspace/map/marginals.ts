import { type CellGrid, type CellWindow, clampWindow, COUNTED, ESTIMATED } from './cellGrid.ts';

/** Sums of a window of cells by row and by column. Entry i belongs to row (column) window.from + i. */
export interface Marginals {
  readonly window: CellWindow;
  readonly rowTotals: Float64Array;
  readonly columnTotals: Float64Array;
  readonly total: number;
  /** Cells of each row (column) that were not completely read. If there are any, the sum is a lower bound. */
  readonly rowUnread: Uint32Array;
  readonly columnUnread: Uint32Array;
  /** Cells of each row (column) whose count is an estimate. */
  readonly rowEstimated: Uint32Array;
  readonly columnEstimated: Uint32Array;
  /** The highest count of a cell. */
  readonly max: number;
  /** How many entities of `total` are estimated. */
  readonly estimated: number;
  /** Standard error of `total`, the estimates taken as independent. */
  readonly standardError: number;
}

/** Sums a window in one pass over its cells. */
export function marginals(grid: CellGrid, wanted: CellWindow): Marginals {
  const window = clampWindow(grid, wanted);
  const { rows, columns } = window;
  const rowTotals = new Float64Array(rows.to - rows.from);
  const columnTotals = new Float64Array(columns.to - columns.from);
  const rowUnread = new Uint32Array(rowTotals.length);
  const columnUnread = new Uint32Array(columnTotals.length);
  const rowEstimated = new Uint32Array(rowTotals.length);
  const columnEstimated = new Uint32Array(columnTotals.length);
  const { counts, states, errors, columnCount } = grid;
  let max = 0;
  let estimated = 0;
  let variance = 0;
  for (let row = rows.from; row < rows.to; row++) {
    const start = row * columnCount;
    let sum = 0;
    let unread = 0;
    let guessed = 0;
    for (let column = columns.from; column < columns.to; column++) {
      const at = start + column;
      const count = counts[at] as number;
      if (count !== 0) {
        sum += count;
        columnTotals[column - columns.from] = (columnTotals[column - columns.from] as number) + count;
        if (count > max) max = count;
      }
      const state = states[at];
      if (state === COUNTED) continue;
      if (state === ESTIMATED) {
        estimated += count;
        guessed += 1;
        columnEstimated[column - columns.from] = (columnEstimated[column - columns.from] as number) + 1;
        variance += (errors?.[at] ?? 0) ** 2;
      } else {
        unread += 1;
        columnUnread[column - columns.from] = (columnUnread[column - columns.from] as number) + 1;
      }
    }
    rowTotals[row - rows.from] = sum;
    rowUnread[row - rows.from] = unread;
    rowEstimated[row - rows.from] = guessed;
  }
  return {
    window,
    rowTotals,
    columnTotals,
    rowUnread,
    columnUnread,
    rowEstimated,
    columnEstimated,
    total: rowTotals.reduce((sum, count) => sum + count, 0),
    max,
    estimated,
    standardError: Math.sqrt(variance),
  };
}
