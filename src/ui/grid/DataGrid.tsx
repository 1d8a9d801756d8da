import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { cx } from '../classes.ts';
import { announce } from '../announce.ts';
import { ROLES } from '../roles.ts';
import { spokenText } from '../text/textParts.ts';
import css from './DataGrid.module.css';
import { GridHeader } from './GridHeader.tsx';
import { GridRow } from './GridRow.tsx';
import type { GridAction, GridCursor, GridKey } from './gridKeys.ts';
import { gridAction, HEADER_ROW } from './gridKeys.ts';
import type { DataGridProps, GridSort } from './gridTypes.ts';
import { cellId, HEADER_HEIGHT, ROW_HEIGHT } from './gridTypes.ts';
import { type ColumnWidths, useColumnWidths } from './useColumnWidths.ts';
import { useRowWindow } from './useRowWindow.ts';

const NO_SORT: readonly GridSort[] = [];

/** Row and column under the pointer, from the data attributes of GridRow. */
function pressed(target: EventTarget): GridCursor | undefined {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
  if (row === undefined) return undefined;
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
  return { row: Number(row), column: column === undefined ? 0 : Number(column) };
}

/** Longer texts are in the details of the row. */
const MOST_TIP_CHARS = 1000;

/** A cell whose text does not fit has it as its tooltip. */
function tellWhole(target: EventTarget, props: DataGridProps): void {
  const at = pressed(target);
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const column = at === undefined ? undefined : props.columns[at.column];
  if (at === undefined || cell === null || column === undefined) return;
  const isCut = cell.scrollWidth > cell.clientWidth;
  if (isCut) cell.title = spokenText(props.getCellText(at.row, column.id).slice(0, MOST_TIP_CHARS));
  else cell.removeAttribute('title');
}

interface CursorInput {
  readonly props: DataGridProps;
  readonly rowWindow: ReturnType<typeof useRowWindow>;
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

/** Copies the exact text of a cell, or the title of a column. A selection of text is copied by the browser. */
function copyCell(props: DataGridProps, cursor: GridCursor): void {
  const column = props.columns[cursor.column];
  if (column === undefined || document.getSelection()?.isCollapsed === false) return;
  const text = cursor.row === HEADER_ROW ? column.title : props.getCellText(cursor.row, column.id);
  navigator.clipboard.writeText(text).then(
    () => announce('Copied'),
    () => announce('The browser refused the clipboard'),
  );
}

/** The grid's cursor, moved by keys and presses. */
function useGridCursor({ props, rowWindow, columnWidths }: CursorInput) {
  const { columns, rowCount, onSelectRow } = props;
  const { scroller, showRow } = rowWindow;
  const { widths, resize } = columnWidths;
  const [placed, setPlaced] = useState<GridCursor>({ row: 0, column: 0 });
  const [hasFocus, setHasFocus] = useState(false);
  const cursor: GridCursor = {
    row: Math.min(placed.row, rowCount - 1),
    column: Math.min(placed.column, columns.length - 1),
  };
  const moveTo = (next: GridCursor): void => {
    setPlaced(next);
    if (next.row >= 0) showRow(next.row);
    if (next.row >= 0 && next.row !== cursor.row) onSelectRow?.(next.row);
    showColumn(scroller.current, widths, next.column, props.pinsFirstColumn === true);
  };
  // A row chosen elsewhere (a match of a search) is where the keyboard continues, and in sight.
  const { selectedRow } = props;
  const [seenSelected, setSeenSelected] = useState(selectedRow);
  if (seenSelected !== selectedRow) {
    setSeenSelected(selectedRow);
    if (selectedRow !== undefined) setPlaced({ row: selectedRow, column: placed.column });
  }
  const reveal = useRef(showRow);
  useEffect(() => {
    reveal.current = showRow;
  });
  useEffect(() => {
    if (selectedRow !== undefined) reveal.current(selectedRow);
  }, [selectedRow]);
  const sortBy = (index: number, adds: boolean): void => {
    const column = columns[index];
    if (column?.sortable === true) props.onSort?.(column.id, adds);
  };
  const filterBy = (excludes: boolean): void => {
    const column = columns[cursor.column];
    if (column !== undefined && cursor.row >= 0) props.onFilterCell?.(cursor.row, column.id, excludes);
  };
  const filterColumn = (index: number): void => {
    const column = columns[index];
    if (column !== undefined) props.onFilterColumn?.(column.id);
  };
  const act = (action: GridAction): void => {
    if (action.kind === 'copy') copyCell(props, cursor);
    else if (action.kind === 'sort') sortBy(action.column, action.adds);
    else if (action.kind === 'filter') filterBy(action.excludes);
    else if (action.kind === 'filterColumn') filterColumn(action.column);
    else if (action.kind === 'open') props.onOpenRow?.(action.row);
    else if (action.kind === 'resize') resize(action.column, (widths[action.column] ?? 0) + action.byPx);
    else moveTo(action.to);
  };
  const handlers = {
    onKeyDown: (event: KeyboardEvent) => {
      const seenRows = ((scroller.current?.clientHeight ?? 0) - HEADER_HEIGHT) / ROW_HEIGHT;
      const pageRows = Math.max(1, Math.floor(seenRows) - 1);
      const action = gridAction(toGridKey(event), cursor, {
        rows: rowCount,
        columns: columns.length,
        pageRows,
      });
      if (action === undefined) return;
      if (action.kind !== 'copy') event.preventDefault();
      act(action);
    },
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
    onClick: (event: MouseEvent) => {
      const cell = pressed(event.target);
      if (cell === undefined) return;
      setPlaced(cell);
      onSelectRow?.(cell.row);
      if (document.getSelection()?.isCollapsed !== false) props.onPressRow?.(cell.row);
    },
    onPointerOver: (event: PointerEvent) => tellWhole(event.target, props),
    onDoubleClick: (event: MouseEvent) => {
      const cell = pressed(event.target);
      if (cell !== undefined) props.onOpenRow?.(cell.row);
    },
  };
  return { cursor: hasFocus ? cursor : undefined, sortBy, filterColumn, handlers };
}

/**
 * A grid of many rows that only renders the visible ones. Arrow keys, PageUp, PageDown, Home and End move the cursor (with Ctrl
 * to the edges). Enter opens a row, or sorts by a header. Shift with an arrow key resizes a column from its header. + on a
 * header sorts by that column too, F on one opens its filter; F and X on a cell filter by its value. Ctrl+C copies the exact text of the cell.
 */
export function DataGrid(props: DataGridProps): ReactNode {
  const { columns, rowCount } = props;
  const id = useId();
  const rowWindow = useRowWindow(props);
  const columnWidths = useColumnWidths(props);
  const { cursor, sortBy, filterColumn, handlers } = useGridCursor({ props, rowWindow, columnWidths });
  const { scroller, items, from, to, height } = rowWindow;
  const isDrawn =
    cursor !== undefined && (cursor.row === HEADER_ROW || (cursor.row >= from && cursor.row < to));
  return (
    <div className={css.frame}>
      <div
        ref={scroller}
        role={ROLES.grid}
        aria-label={props.label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length}
        aria-activedescendant={isDrawn ? cellId(id, cursor.row, cursor.column) : undefined}
        aria-busy={props.isStale === true || undefined}
        tabIndex={0}
        className={cx(
          css.grid,
          props.isStale === true && css.stale,
          props.pinsFirstColumn === true && css.pinned,
        )}
        {...handlers}
      >
        <GridHeader
          gridId={id}
          columns={columns}
          widths={columnWidths.widths}
          growing={columnWidths.growing}
          sort={props.sort ?? NO_SORT}
          cursorColumn={cursor?.row === HEADER_ROW ? cursor.column : undefined}
          onPress={sortBy}
          onFilter={props.onFilterColumn === undefined ? undefined : filterColumn}
          onResize={columnWidths.resize}
        />
        <div role={ROLES.rowgroup} className={css.body} style={{ height, minWidth: columnWidths.total }}>
          {items.map((item) => (
            <GridRow
              key={item.row}
              gridId={id}
              row={item.row}
              top={item.top}
              columns={columns}
              widths={columnWidths.widths}
              growing={columnWidths.growing}
              isSelected={item.row === props.selectedRow}
              cursorColumn={item.row === cursor?.row ? cursor.column : undefined}
              label={props.rowLabel?.(item.row)}
              renderCell={props.renderCell}
            />
          ))}
        </div>
      </div>
      {rowCount === 0 && <div className={css.empty}>{props.emptyState}</div>}
    </div>
  );
}

/** Scrolls sideways until a column is visible, next to the first column if that is fixed. */
function showColumn(
  scroller: HTMLElement | null,
  widths: readonly number[],
  column: number,
  isFirstPinned: boolean,
): void {
  if (scroller === null || (isFirstPinned && column === 0)) return;
  const left = widths.slice(0, column).reduce((sum, width) => sum + width, 0);
  const width = widths[column] ?? 0;
  const pinned = isFirstPinned ? (widths[0] ?? 0) : 0;
  if (left - pinned < scroller.scrollLeft) scroller.scrollLeft = left - pinned;
  else if (left + width > scroller.scrollLeft + scroller.clientWidth) {
    scroller.scrollLeft = Math.min(left - pinned, left + width - scroller.clientWidth);
  }
}
