import type { CellGrid } from '../../core/keyspace/map/cellGrid.ts';
import type { CellSpan, MapPoint, Viewport } from './viewport.ts';

type GridTime = Pick<CellGrid, 'from' | 'bucketTicks' | 'rowCount' | 'columnCount'>;

/** Where the keyboard's cursor is: by its time, since a zoom counts anew in finer columns. */
export interface CursorPlace {
  readonly row: number;
  /** Ticks, the middle of its column. */
  readonly ticks: bigint;
}

export function cursorAt(grid: GridTime, { row, column }: MapPoint): CursorPlace {
  return { row, ticks: grid.from + BigInt(column) * grid.bucketTicks + grid.bucketTicks / 2n };
}

function isIn(at: number, { from, to }: CellSpan): boolean {
  return at + 1 > from && at < to;
}

function middle({ from, to }: CellSpan): number {
  return Math.floor((from + to) / 2);
}

/**
 * The cell of the cursor on this grid. Without a place it is the first one in sight; where a zoom or a move by the pointer has left
 * it behind, the middle of what is in sight, along the axis where it is out of it.
 */
export function cursorCell(
  grid: GridTime,
  { rows, columns }: Viewport,
  place: CursorPlace | undefined,
): MapPoint {
  const inside = (at: number, count: number): number => Math.max(0, Math.min(count - 1, at));
  if (place === undefined)
    return {
      row: inside(Math.ceil(rows.from), grid.rowCount),
      column: inside(Math.ceil(columns.from), grid.columnCount),
    };
  const column = Math.floor(Number(place.ticks - grid.from) / Number(grid.bucketTicks));
  return {
    row: inside(isIn(place.row, rows) ? place.row : middle(rows), grid.rowCount),
    column: inside(isIn(column, columns) ? column : middle(columns), grid.columnCount),
  };
}

/** Columns that PageUp and PageDown move by. */
const PAGE_COLUMNS = 10;

/** Where a key moves the cursor; undefined: not a key of the cursor. */
export function moveCursor(
  { row, column }: MapPoint,
  key: string,
  { rowCount, columnCount }: Pick<CellGrid, 'rowCount' | 'columnCount'>,
): MapPoint | undefined {
  const to = (nextRow: number, nextColumn: number): MapPoint => ({
    row: Math.max(0, Math.min(rowCount - 1, nextRow)),
    column: Math.max(0, Math.min(columnCount - 1, nextColumn)),
  });
  switch (key) {
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowDown':
      return to(row + 1, column);
    case 'PageUp':
      return to(row, column - PAGE_COLUMNS);
    case 'PageDown':
      return to(row, column + PAGE_COLUMNS);
    case 'Home':
      return to(row, 0);
    case 'End':
      return to(row, columnCount - 1);
    default:
      return undefined;
  }
}
