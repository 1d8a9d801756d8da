import type { CellGrid } from '../../core/keyspace/map/cellGrid.ts';
import { KEY_STEPS } from '../keySteps.ts';
import type { CellSpan, MapPoint, Viewport } from './viewport.ts';

type GridTime = Pick<CellGrid, 'from' | 'bucketTicks' | 'rowCount' | 'columnCount'>;

/** Position of the keyboard cursor. It is stored by time, because a zoom has finer columns. */
export interface CursorPlace {
  readonly row: number;
  /** Ticks in the middle of its column. */
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
 * The cell of the cursor on this grid. Without a position it is the first visible cell. If a zoom or pan moved it out of view, it
 * is the middle of the view, along that axis.
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

/** The cursor after a key press; undefined if the key is not one of the cursor's. */
export function moveCursor(
  { row, column }: MapPoint,
  key: string,
  { rowCount, columnCount }: Pick<CellGrid, 'rowCount' | 'columnCount'>,
): MapPoint | undefined {
  const across = KEY_STEPS.get(key);
  const down = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
  if (across === undefined && down === 0) return undefined;
  return {
    row: Math.max(0, Math.min(rowCount - 1, row + down)),
    column: Math.max(0, Math.min(columnCount - 1, column + (across ?? 0))),
  };
}
