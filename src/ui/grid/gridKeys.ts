/** The cell under the keyboard cursor; row -1 is the header. */
export interface GridCursor {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** The number of whole visible rows, for PageUp and PageDown. */
  readonly pageRows: number;
}

export const HEADER_ROW = -1;

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

function target(key: string, isCtrl: boolean, cursor: GridCursor, size: GridSize): GridCursor | undefined {
  const { row, column } = cursor;
  const lastColumn = size.columns - 1;
  switch (key) {
    case 'ArrowUp':
      return { row: isCtrl ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: isCtrl ? size.rows - 1 : row + 1, column };
    case 'ArrowLeft':
      return { row, column: isCtrl ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: isCtrl ? lastColumn : column + 1 };
    case 'PageUp':
      return { row: Math.max(0, row - size.pageRows), column };
    case 'PageDown':
      return { row: row + size.pageRows, column };
    case 'Home':
      return { row: isCtrl ? 0 : row, column: 0 };
    case 'End':
      return { row: isCtrl ? size.rows - 1 : row, column: lastColumn };
    default:
      return undefined;
  }
}

/** Where a key moves the cursor (WAI-ARIA grid pattern); undefined if the key does not move it. */
export function moveCursor(
  key: string,
  isCtrl: boolean,
  cursor: GridCursor,
  size: GridSize,
): GridCursor | undefined {
  const moved = target(key, isCtrl, cursor, size);
  if (moved === undefined) return undefined;
  return {
    row: clamp(moved.row, HEADER_ROW, size.rows - 1),
    column: clamp(moved.column, 0, Math.max(0, size.columns - 1)),
  };
}

/** The parts of a key event that matter to a grid. */
export interface GridKey {
  readonly key: string;
  /** Ctrl, or Cmd on a Mac. */
  readonly isCtrl: boolean;
  readonly isShift: boolean;
  readonly isAlt: boolean;
}

export type GridAction =
  | { readonly kind: 'copy' }
  | { readonly kind: 'sort'; readonly column: number; readonly adds: boolean }
  | { readonly kind: 'filter'; readonly excludes: boolean }
  | { readonly kind: 'filterColumn'; readonly column: number }
  | { readonly kind: 'groupColumn'; readonly column: number }
  | { readonly kind: 'open'; readonly row: number }
  | { readonly kind: 'compare'; readonly row: number }
  | { readonly kind: 'resize'; readonly column: number; readonly byPx: number }
  /** Moves a column by one place to the left or right. */
  | { readonly kind: 'moveColumn'; readonly column: number; readonly by: -1 | 1 }
  /** The selected range of cells ends there from now on. */
  | { readonly kind: 'extend'; readonly to: GridCursor }
  | { readonly kind: 'toggleWrap' }
  | { readonly kind: 'selectAll' }
  /** Selects all columns of the range, or of the cursor's row. */
  | { readonly kind: 'selectRow' }
  | { readonly kind: 'move'; readonly to: GridCursor };

/** By how many CSS px Shift with an arrow key resizes a column. */
const RESIZE_STEP_PX = 16;

const HEADER_LETTERS: ReadonlyMap<string, 'filterColumn' | 'groupColumn'> = new Map([
  ['f', 'filterColumn'],
  ['g', 'groupColumn'],
]);

function headerAction({ key, isCtrl, isShift }: GridKey, column: number): GridAction | undefined {
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  if (isShift && isCtrl && isSideways)
    return { kind: 'moveColumn', column, by: key === 'ArrowRight' ? 1 : -1 };
  if (isShift && isSideways)
    return { kind: 'resize', column, byPx: key === 'ArrowRight' ? RESIZE_STEP_PX : -RESIZE_STEP_PX };
  // On most keyboards + is typed with Shift.
  if (key === '+' && !isCtrl) return { kind: 'sort', column, adds: true };
  if (isCtrl || isShift) return undefined;
  const kind = HEADER_LETTERS.get(key.toLowerCase());
  if (kind !== undefined) return { kind, column };
  return key === 'Enter' ? { kind: 'sort', column, adds: false } : undefined;
}

function selectAction(pressed: GridKey, cursor: GridCursor, size: GridSize): GridAction | undefined {
  const { key, isCtrl, isShift } = pressed;
  if (isCtrl && !isShift && key.toLowerCase() === 'a') return { kind: 'selectAll' };
  if (!isShift) return undefined;
  if (key === ' ' && !isCtrl) return { kind: 'selectRow' };
  const to = moveCursor(key, isCtrl, cursor, size);
  return to === undefined ? undefined : { kind: 'extend', to: { ...to, row: Math.max(0, to.row) } };
}

function cellAction({ key, isCtrl, isShift }: GridKey, row: number): GridAction | undefined {
  if (isCtrl || isShift) return undefined;
  // With Caps Lock, the key is a capital letter.
  const letter = key.toLowerCase();
  if (letter === 'f' || letter === 'x') return { kind: 'filter', excludes: letter === 'x' };
  if (letter === 'd') return { kind: 'compare', row };
  return key === 'Enter' ? { kind: 'open', row } : undefined;
}

/** What a key means; undefined if it means nothing to the grid. */
export function gridAction(pressed: GridKey, cursor: GridCursor, size: GridSize): GridAction | undefined {
  if (pressed.isAlt) return undefined;
  const onHeader = cursor.row === HEADER_ROW;
  if (pressed.isCtrl && pressed.key === 'c') return { kind: 'copy' };
  if (!pressed.isCtrl && !pressed.isShift && pressed.key.toLowerCase() === 'w') return { kind: 'toggleWrap' };
  const action = onHeader
    ? headerAction(pressed, cursor.column)
    : (selectAction(pressed, cursor, size) ?? cellAction(pressed, cursor.row));
  if (action !== undefined) return action;
  if (pressed.isShift) return undefined;
  const to = moveCursor(pressed.key, pressed.isCtrl, cursor, size);
  return to === undefined ? undefined : { kind: 'move', to };
}

/** A rectangle of cells, with both ends included. */
export interface GridRange {
  readonly anchor: GridCursor;
  readonly end: GridCursor;
}

/** The edges of a range: rows [fromRow, toRow), columns [fromColumn, toColumn). */
export interface GridBox {
  readonly fromRow: number;
  readonly toRow: number;
  readonly fromColumn: number;
  readonly toColumn: number;
}

/** The edges of a range, without rows and columns that no longer exist; undefined if nothing is left. */
export function boxOf(
  { anchor, end }: GridRange,
  size: Pick<GridSize, 'rows' | 'columns'>,
): GridBox | undefined {
  const box = {
    fromRow: Math.max(0, Math.min(anchor.row, end.row)),
    toRow: Math.min(size.rows, Math.max(anchor.row, end.row) + 1),
    fromColumn: Math.max(0, Math.min(anchor.column, end.column)),
    toColumn: Math.min(size.columns, Math.max(anchor.column, end.column) + 1),
  };
  return box.fromRow < box.toRow && box.fromColumn < box.toColumn ? box : undefined;
}
