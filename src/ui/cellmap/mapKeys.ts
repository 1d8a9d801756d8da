import type { CellWindow, CellGrid } from '../../core/keyspace/map/cellGrid.ts';
import type { CellMapProps } from './cellMapProps.ts';
import { oneCell } from './mapGeometry.ts';
import { type MapPoint, wholeViewport, ZOOM_STEP, zoomAt, type CellSpan, type Viewport } from './viewport.ts';
import { KEY_STEPS } from '../gestures.ts';

export interface KeyContext {
  readonly cursor: MapPoint;
  /** The cells that are framed with Shift. */
  readonly framed: CellWindow | undefined;
  readonly isEmpty: boolean;
  /** Fixes the cursor to the time of this cell, so that it stays there when columns become finer. */
  readonly setCursor: (cell: MapPoint) => void;
  /** Called after a key that changes the view, even if it could not change it further. */
  readonly onShown: () => void;
  /** Announces what a key did, or why it did nothing, because after silence the key would seem dead. */
  readonly say: (words: string) => void;
}

const ZOOMS: ReadonlyMap<string, number> = new Map([
  ['+', ZOOM_STEP],
  ['=', ZOOM_STEP],
  ['-', 1 / ZOOM_STEP],
]);
const VIEW_KEYS: ReadonlySet<string> = new Set([...ZOOMS.keys(), 'backspace', 'delete', 'r', 'z']);

/**
 * Carries out a key other than an arrow: + and - zoom about the cursor, Backspace goes back, R shows all, Z zooms to the selection, Enter
 * pins, F selects the rows of cells, X leaves them out. Returns false if the key is left to the surroundings, such as a details pane that
 * Escape closes.
 */
export function actOn(pressed: string, props: CellMapProps, context: KeyContext): boolean {
  const { cursor, framed, isEmpty, setCursor, say } = context;
  const key = pressed.toLowerCase();
  if (VIEW_KEYS.has(key)) return changeView(key, props, context);
  if (key === 'escape') {
    const hasNothing = props.purpose === 'explore' && !props.pinned && !props.selection;
    if (hasNothing && !isEmpty) say('No details are open.');
    return false;
  }
  if (isEmpty) return false;
  if (key === 'enter' && props.onPin !== undefined) {
    setCursor(cursor);
    props.onPin(oneCell(cursor));
    say('The details of the cell are open beside the map.');
    return true;
  }
  if ((key === 'f' || key === 'x') && props.onTake !== undefined) {
    props.onTake(framed ?? oneCell(cursor), key === 'x');
    return true;
  }
  return false;
}

function changeView(
  key: string,
  props: CellMapProps,
  { cursor, isEmpty, setCursor, onShown, say }: KeyContext,
): boolean {
  if (props.purpose === 'choose') {
    say('This map does not zoom. It always shows everything.');
    return false;
  }
  const { grid, viewport, selection, onViewport } = props;
  const factor = ZOOMS.get(key);
  // These also work on a map without cells, as the way back out of it.
  if (key === 'backspace' || key === 'delete') props.onBack();
  else if (key === 'r') onViewport(wholeViewport(grid), true);
  else if (isEmpty) return false;
  else if (factor !== undefined) {
    setCursor(cursor);
    const at = { row: cursor.row + 0.5, column: cursor.column + 0.5 };
    onViewport(zoomAt(viewport, grid, at, { row: factor, column: factor }), true);
  } else if (selection === undefined) {
    say('Nothing is selected. Shift and the arrow keys select cells.');
    return true;
  } else {
    // Exactly the frame, because the map gets columns that are fine enough for it.
    onViewport(selection, true);
  }
  onShown();
  return true;
}

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
