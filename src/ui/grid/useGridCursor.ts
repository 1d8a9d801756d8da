import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type PointerEvent,
  useLayoutEffect,
} from 'react';
import { announce } from '../announce.ts';
import { copyText } from '../controls/CopyButton.tsx';
import { widthOf, type ColumnWidths } from './useVirtualColumns.ts';
import { type GridAction, type GridCursor, type GridKey, gridAction, HEADER_ROW } from './gridKeys.ts';
import { spokenText } from '../text/textParts.ts';
import type { DataGridProps } from './gridTypes.ts';
import type { useVirtualRows } from './useVirtualRows.ts';

interface CursorInput {
  readonly props: DataGridProps;
  readonly virtualRows: ReturnType<typeof useVirtualRows>;
  readonly columnWidths: ColumnWidths;
}

function toGridKey(event: KeyboardEvent): GridKey {
  return {
    key: event.key,
    isCtrl: event.ctrlKey || event.metaKey,
    isShift: event.shiftKey,
    isAlt: event.altKey,
  };
}

/** Copies the exact text of a cell, or the title of a column. If text is selected, the browser copies that. */
function copyCell(props: DataGridProps, cursor: GridCursor): void {
  if (document.getSelection()?.isCollapsed === false) return;
  const text = copiedText(props, cursor);
  if (typeof text === 'string') void copyText(text);
  else text?.then(copyText, () => announce('Not copied: the whole text could not be read. Copy it again.'));
}

/** What Ctrl+C copies: the exact text of a cell, which is fetched first if only its beginning is there, or the title of a header. */
export function copiedText(
  { columns, cutText, getCellText }: Pick<DataGridProps, 'columns' | 'cutText' | 'getCellText'>,
  { row, column: at }: GridCursor,
): string | Promise<string> | undefined {
  const column = columns[at];
  if (column === undefined) return undefined;
  if (row === HEADER_ROW) return column.title;
  return cutText?.(row, column.id)?.whole() ?? getCellText(row, column.id);
}

/** The cursor within the rows and columns that are left. */
function within({ row, column }: GridCursor, { rowCount, columns }: DataGridProps): GridCursor {
  return { row: Math.min(row, rowCount - 1), column: Math.min(column, columns.length - 1) };
}

/** Moves the cursor to a row that was selected elsewhere, such as a match of a search, and makes it visible. */
function useSelectedRow(
  selectedRow: number | undefined,
  showRow: (row: number) => void,
  place: (row: number) => void,
  moved: DataGridProps['moved'],
): void {
  const [seen, setSeen] = useState(selectedRow);
  if (seen !== selectedRow) {
    setSeen(selectedRow);
    if (selectedRow !== undefined) place(selectedRow);
  }
  const reveal = useEffectEvent(showRow);
  const last = useRef<{ readonly selectedRow: number | undefined; readonly moved: DataGridProps['moved'] }>(
    undefined,
  );
  useEffect(() => {
    const before = last.current;
    last.current = { selectedRow, moved };
    if (selectedRow === undefined || selectedRow === before?.selectedRow) return;
    // It is the same row, which moved together with the others.
    const by = before === undefined || before.moved === moved ? 0 : (moved?.shift ?? 0);
    if (by !== 0 && before?.selectedRow !== undefined && selectedRow === before.selectedRow + by) return;
    reveal(selectedRow);
  }, [selectedRow, moved]);
}

/** Opening a pane below makes the grid lower. The row that the pane is about must stay visible. */
function useKeptRow({ sightHeight, keepRow }: CursorInput['virtualRows'], row: number): void {
  const before = useRef(sightHeight);
  const keep = useEffectEvent((height: number) => {
    if (row >= 0) keepRow(row, height);
  });
  useEffect(() => {
    const height = before.current;
    before.current = sightHeight;
    if (sightHeight < height) keep(height);
  }, [sightHeight]);
}

/** Where the cursor was placed. It moves with its row if rows arrive above. */
function usePlaced(now: DataGridProps['moved']) {
  const state = useState<GridCursor>({ row: 0, column: 0 });
  const [placed, setPlaced] = state;
  const [moved, setMoved] = useState(now);
  if (moved !== now) {
    setMoved(now);
    const { shift = 0 } = now ?? {};
    if (shift !== 0 && placed.row >= 0) setPlaced({ ...placed, row: Math.max(0, placed.row + shift) });
  }
  return state;
}

/** Passes the action of a key on to the grid's owner, which knows columns by their ids. */
function columnAct(
  action: GridAction,
  { props, columnWidths: { widths, resize } }: CursorInput,
  { row, column }: GridCursor,
  moveTo: (next: GridCursor) => void,
): void {
  const { columns, onMoveColumn } = props;
  const own = columns[column];
  if (own === undefined) return;
  const moveColumn = (by: -1 | 1): void => {
    const to = column + by;
    if (onMoveColumn === undefined || columns[to] === undefined) return;
    onMoveColumn(own.id, columns[by < 0 ? to : to + 1]?.id);
    moveTo({ row, column: to });
  };
  if (action.kind === 'sort') {
    if (own.sortable === true) props.onSort?.(own.id, action.adds);
  } else if (action.kind === 'filter') props.onFilterCell?.(row, own.id, action.excludes);
  else if (action.kind === 'filterColumn') props.onFilterColumn?.(own.id);
  else if (action.kind === 'groupColumn') props.onGroupColumn?.(own.id);
  else if (action.kind === 'resize') resize(column, (widths[column] ?? 0) + action.byPx);
  else if (action.kind === 'moveColumn') moveColumn(action.by);
}

/** The cursor of the grid, and the handlers for keys and presses that move it. */
export function useGridCursor({ props, virtualRows, columnWidths }: CursorInput) {
  const { columns, rowCount, onSelectRow, pinnedColumns = 0 } = props;
  const { scroller, showRow } = virtualRows;
  const { widths } = columnWidths;
  const [placed, setPlaced] = usePlaced(props.moved);
  const [hasFocus, setHasFocus] = useState(false);
  const cursor = within(placed, props);
  const moveTo = (next: GridCursor): void => {
    setPlaced(next);
    if (next.row >= 0) showRow(next.row);
    if (next.row >= 0 && next.row !== cursor.row) onSelectRow?.(next.row);
    showColumn(scroller.current, widths, next.column, pinnedColumns);
  };
  useSelectedRow(props.selectedRow, showRow, (row) => setPlaced({ row, column: placed.column }), props.moved);
  useKeptRow(virtualRows, cursor.row);
  const ranges = useGridRange(props, cursor, virtualRows);
  const onPointerOver = useWholeTip(props);
  const extendTo = (to: GridCursor): void => {
    ranges.extend(to);
    setPlaced(to);
    showRow(to.row);
    showColumn(scroller.current, widths, to.column, pinnedColumns);
  };
  const act = (action: GridAction): void => {
    if (action.kind === 'copy') {
      if (props.range === undefined) copyCell(props, cursor);
      else props.onCopyRange?.();
    } else if (action.kind === 'open') props.onOpenRow?.(cursor.row);
    else if (action.kind === 'compare') props.onCompareRow?.(cursor.row);
    else if (action.kind === 'toggleWrap') props.onToggleWrap?.();
    else if (action.kind === 'extend') extendTo(action.to);
    else if (action.kind === 'selectAll') ranges.selectAll();
    else if (action.kind === 'selectRow') ranges.selectRows();
    else if (action.kind === 'move') {
      ranges.clear();
      moveTo(action.to);
    } else columnAct(action, { props, columnWidths, virtualRows }, cursor, moveTo);
  };
  const handlers = {
    onKeyDown: (event: KeyboardEvent) => {
      const action = gridAction(toGridKey(event), cursor, {
        rows: rowCount,
        columns: columns.length,
        pageRows: virtualRows.pageRows(),
      });
      if (event.key === 'Escape' && ranges.clear()) {
        // Esc cancels a run only if no cells are selected.
        event.stopPropagation();
        event.preventDefault();
      }
      if (action === undefined || (isRangeAction(action) && props.onRange === undefined)) return;
      if (action.kind === 'compare' && props.onCompareRow === undefined) return;
      if (action.kind !== 'copy') event.preventDefault();
      act(action);
    },
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
    ...ranges.handlers,
    onClick: (event: MouseEvent) => {
      const cell = pressed(event.target);
      if (ranges.wasDragged() || cell === undefined) return;
      if (event.shiftKey && props.onRange !== undefined) {
        extendTo(cell);
        return;
      }
      ranges.clear();
      setPlaced(cell);
      onSelectRow?.(cell.row);
      if (document.getSelection()?.isCollapsed !== false) props.onPressRow?.(cell.row);
    },
    onPointerOver,
    onDoubleClick: (event: MouseEvent) => {
      const cell = pressed(event.target);
      if (cell === undefined || props.onOpenRow === undefined) return;
      // A double click makes the browser select a word, and with it all text up to the pane that opens now.
      document.getSelection()?.removeAllRanges();
      props.onOpenRow(cell.row);
    },
  };
  return { cursor: hasFocus ? cursor : undefined, handlers };
}

/** Scrolls sideways until a column is visible next to the pinned ones. */
function showColumn(
  scroller: HTMLElement | null,
  widths: readonly number[],
  column: number,
  pinnedColumns: number,
): void {
  if (scroller === null || column < pinnedColumns) return;
  const left = widthOf(widths, 0, column);
  const width = widths[column] ?? 0;
  const pinned = widthOf(widths, 0, pinnedColumns);
  if (left - pinned < scroller.scrollLeft) scroller.scrollLeft = left - pinned;
  else if (left + width > scroller.scrollLeft + scroller.clientWidth) {
    scroller.scrollLeft = Math.min(left - pinned, left + width - scroller.clientWidth);
  }
}

function isRangeAction({ kind }: GridAction): boolean {
  return kind === 'extend' || kind === 'selectAll' || kind === 'selectRow';
}

/** Cells that are selected together, with keys or by dragging. The owner of the grid keeps the range. */
function useGridRange(
  { range, onRange, rowCount, columns }: DataGridProps,
  cursor: GridCursor,
  { scroller, from, to }: Pick<ReturnType<typeof useVirtualRows>, 'scroller' | 'from' | 'to'>,
) {
  const start = useRef<GridCursor>(undefined);
  const dragged = useRef(false);
  useLayoutEffect(() => {
    const { current } = start;
    if (current === undefined || dragged.current || (current.row >= from && current.row < to)) return;
    start.current = undefined;
    const selection = document.getSelection();
    // When a row leaves, its element shows another row, and selected text in it is no longer what the user selected.
    if (scroller.current?.contains(selection?.anchorNode ?? null) === true) selection?.removeAllRanges();
  }, [scroller, from, to]);
  const lastColumn = columns.length - 1;
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      dragged.current = false;
      start.current = event.button === 0 && !event.shiftKey ? pressed(event.target) : undefined;
    },
    onPointerMove: (event: PointerEvent) => {
      const from = start.current;
      if (from === undefined || event.buttons !== 1 || onRange === undefined) return;
      const cell = pressed(event.target);
      const isSame = cell?.row === from.row && cell.column === from.column;
      // A drag within one cell selects its text.
      if (cell === undefined || (isSame && !dragged.current)) return;
      dragged.current = true;
      document.getSelection()?.removeAllRanges();
      if (cell.row !== range?.end.row || cell.column !== range.end.column)
        onRange({ anchor: from, end: cell });
    },
    onMouseDown: (event: MouseEvent) => {
      // Otherwise the browser would select all text in between.
      if (event.shiftKey && onRange !== undefined && pressed(event.target) !== undefined)
        event.preventDefault();
    },
  };
  return {
    handlers,
    /** True if the last press selected cells by dragging, so that it must not open anything. */
    wasDragged: () => dragged.current,
    extend: (to: GridCursor) => onRange?.({ anchor: range?.anchor ?? cursor, end: to }),
    selectAll: () =>
      onRange?.({ anchor: { row: 0, column: 0 }, end: { row: rowCount - 1, column: lastColumn } }),
    selectRows: () =>
      onRange?.({
        anchor: { row: range?.anchor.row ?? cursor.row, column: 0 },
        end: { row: range?.end.row ?? cursor.row, column: lastColumn },
      }),
    /** Clears the range. Returns whether there was one. */
    clear: (): boolean => {
      if (range === undefined) return false;
      onRange?.(undefined);
      return true;
    },
  };
}

/** Row and column under the pointer, from the data attributes of GridRow. */
function pressed(target: EventTarget): GridCursor | undefined {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
  if (row === undefined) return undefined;
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
  return { row: Number(row), column: column === undefined ? 0 : Number(column) };
}

/** Limits of a tooltip, which says how much it leaves out. The whole text is in the details of the row. */
const TIP_BOUNDS = { chars: 1000, marks: 8 } as const;

/** Gives a cell a tooltip if its text does not fit. */
function tellWhole(target: EventTarget, props: DataGridProps): void {
  const at = pressed(target);
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const column = at === undefined ? undefined : props.columns[at.column];
  if (at === undefined || cell === null || column === undefined) return;
  const isCut =
    cell.scrollWidth > cell.clientWidth || (column.wraps === true && cell.scrollHeight > cell.clientHeight);
  if (isCut)
    cell.title = spokenText(
      props.getCellText(at.row, column.id),
      TIP_BOUNDS,
      props.cutText?.(at.row, column.id)?.units,
    );
  else cell.removeAttribute('title');
}

/** How long the pointer must rest before a cell is measured. Measuring while rows scroll below the pointer would lay them out once more. */
const REST_MS = 100;

/** Gives the cell below the pointer its tooltip, and removes that of the previous cell, which may show another text by then. */
function useWholeTip(props: DataGridProps): (event: PointerEvent) => void {
  const latest = useRef(props);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tipped = useRef<Element>(null);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return ({ target }) => {
    const cell = target instanceof Element ? target.closest('[data-column]') : null;
    clearTimeout(timer.current);
    if (tipped.current !== cell) tipped.current?.removeAttribute('title');
    tipped.current = cell;
    if (cell !== null) timer.current = setTimeout(() => tellWhole(target, latest.current), REST_MS);
  };
}
