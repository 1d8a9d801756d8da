/** The cell under the keyboard cursor; row -1 is the header. */
export interface GridCursor {
  readonly row: number;
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** The number of whole visible rows, for PageUp and PageDown. */
  readonly pageRows: number;
}

export const HEADER_ROW = -1;

/** Where a key moves the cursor (WAI-ARIA grid pattern); undefined if the key does not move it. */
export function moveCursor(
  key: string,
  isCtrl: boolean,
  { row, column }: GridCursor,
  size: GridSize,
): GridCursor | undefined {
  const lastRow = size.rows - 1;
  const lastColumn = Math.max(0, size.columns - 1);
  const to = (nextRow: number, nextColumn = column): GridCursor => ({
    row: Math.max(HEADER_ROW, Math.min(lastRow, nextRow)),
    column: Math.max(0, Math.min(lastColumn, nextColumn)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(isCtrl ? 0 : row - 1);
    case 'ArrowDown':
      return to(isCtrl ? lastRow : row + 1);
    case 'ArrowLeft':
      return to(row, isCtrl ? 0 : column - 1);
    case 'ArrowRight':
      return to(row, isCtrl ? lastColumn : column + 1);
    case 'PageUp':
      return to(Math.max(0, row - size.pageRows));
    case 'PageDown':
      return to(row + size.pageRows);
    case 'Home':
      return to(isCtrl ? 0 : row, 0);
    case 'End':
      return to(isCtrl ? lastRow : row, lastColumn);
    default:
      return undefined;
  }
}

/** The parts of a key event that matter to a grid. */
export interface GridKey {
  readonly key: string;
  /** Ctrl, or Cmd on a Mac. */
  readonly isCtrl: boolean;
  readonly isShift: boolean;
  readonly isAlt: boolean;
}

/** What a key does. If it concerns a row or a column, that is the one with the cursor. */
export type GridAction =
  | {
      readonly kind:
        | 'copy'
        | 'open'
        | 'compare'
        | 'filterColumn'
        | 'groupColumn'
        | 'toggleWrap'
        | 'selectAll';
    }
  /** Selects all columns of the range, or of the cursor's row. */
  | { readonly kind: 'selectRow' }
  | { readonly kind: 'sort'; readonly adds: boolean }
  | { readonly kind: 'filter'; readonly excludes: boolean }
  | { readonly kind: 'resize'; readonly byPx: number }
  /** Moves the column by one place to the left or right. */
  | { readonly kind: 'moveColumn'; readonly by: -1 | 1 }
  /** `extend`: the selected range of cells ends there from now on. */
  | { readonly kind: 'extend' | 'move'; readonly to: GridCursor };

/** By how many CSS px Shift with an arrow key resizes a column. */
const RESIZE_STEP_PX = 16;

function headerAction({ key, isCtrl, isShift }: GridKey): GridAction | undefined {
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : undefined;
  if (isShift && by !== undefined)
    return isCtrl ? { kind: 'moveColumn', by } : { kind: 'resize', byPx: by * RESIZE_STEP_PX };
  // On most keyboards + is typed with Shift.
  if (key === '+' && !isCtrl) return { kind: 'sort', adds: true };
  if (isCtrl || isShift) return undefined;
  // With Caps Lock, the key is a capital letter.
  const letter = key.toLowerCase();
  if (letter === 'f') return { kind: 'filterColumn' };
  if (letter === 'g') return { kind: 'groupColumn' };
  return key === 'Enter' ? { kind: 'sort', adds: false } : undefined;
}

function selectAction(pressed: GridKey, cursor: GridCursor, size: GridSize): GridAction | undefined {
  const { key, isCtrl, isShift } = pressed;
  if (isCtrl && !isShift && key.toLowerCase() === 'a') return { kind: 'selectAll' };
  if (!isShift) return undefined;
  if (key === ' ' && !isCtrl) return { kind: 'selectRow' };
  const to = moveCursor(key, isCtrl, cursor, size);
  return to === undefined ? undefined : { kind: 'extend', to: { ...to, row: Math.max(0, to.row) } };
}

function cellAction({ key, isCtrl, isShift }: GridKey): GridAction | undefined {
  if (isCtrl || isShift) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'f' || letter === 'x') return { kind: 'filter', excludes: letter === 'x' };
  if (letter === 'd') return { kind: 'compare' };
  return key === 'Enter' ? { kind: 'open' } : undefined;
}

/** What a key means; undefined if it means nothing to the grid. */
export function gridAction(pressed: GridKey, cursor: GridCursor, size: GridSize): GridAction | undefined {
  if (pressed.isAlt) return undefined;
  if (pressed.isCtrl && pressed.key === 'c') return { kind: 'copy' };
  if (!pressed.isCtrl && !pressed.isShift && pressed.key.toLowerCase() === 'w') return { kind: 'toggleWrap' };
  const action =
    cursor.row === HEADER_ROW
      ? headerAction(pressed)
      : (selectAction(pressed, cursor, size) ?? cellAction(pressed));
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
