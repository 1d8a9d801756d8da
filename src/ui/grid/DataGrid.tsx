import { type ReactNode, useId, useLayoutEffect, useRef, memo } from 'react';
import { cx } from '../classes.ts';
import { ROLES } from '../roles.ts';
import css from './DataGrid.module.css';
import { GridHeader, type HeaderActs } from './GridHeader.tsx';
import { boxOf, type GridBox, HEADER_ROW } from './gridKeys.ts';
import { type DataGridProps, type GridColumn, type GridSort, cellId, rowId } from './gridTypes.ts';
import { useColumnWidths, useVirtualColumns, type VirtualColumns, widthOf } from './useVirtualColumns.ts';
import { useGridCursor } from './useGridCursor.ts';
import { useVirtualRows } from './useVirtualRows.ts';
import { leanText } from '../text/VisibleText.tsx';
import { spokenText } from '../text/textParts.ts';

const NO_SORT: readonly GridSort[] = [];

/**
 * A grid of any number of rows, which renders only the visible ones. Arrow keys, PageUp, PageDown, Home and End move the cursor (with Ctrl
 * to the edges); with Shift, or by dragging, they select a range of cells; Shift+Space selects rows, and Ctrl+A everything. Enter opens a
 * row. On a header, Enter sorts, + sorts by that column too, Shift with an arrow key resizes, F opens its filter, and G groups by it. On a
 * cell, F and X filter by its value, D compares its row, and Ctrl+C copies its exact text. W wraps long texts.
 */
export function DataGrid(props: DataGridProps): ReactNode {
  const { columns, rowCount } = props;
  const id = useId();
  const columnWidths = useColumnWidths(props);
  const wrapName = wrapNameOf(columns, columnWidths.widths);
  const virtualRows = useVirtualRows({ ...props, wrapName });
  const pinned = Math.min(props.pinnedColumns ?? 0, columns.length);
  const drawn = useVirtualColumns(virtualRows.scroller, columnWidths.widths, pinned, wrapName !== undefined);
  const { cursor, handlers } = useGridCursor({ props, virtualRows, columnWidths });
  const acts = useRef<HeaderActs>({ ...props, resize: columnWidths.resize });
  useLayoutEffect(() => {
    acts.current = { ...props, resize: columnWidths.resize };
  });
  const { scroller, items, from, to, height } = virtualRows;
  const box = props.range && boxOf(props.range, { rows: rowCount, columns: columns.length });
  const isDrawn =
    cursor !== undefined && (cursor.row === HEADER_ROW || (cursor.row >= from && cursor.row < to));
  return (
    <div className="high wide relative">
      <div
        ref={scroller}
        role={ROLES.grid}
        aria-label={props.label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length}
        aria-activedescendant={isDrawn ? cellId(id, cursor.row, cursor.column) : undefined}
        aria-multiselectable={props.onRange !== undefined || undefined}
        aria-busy={props.isStale}
        tabIndex={0}
        className={cx(css.grid, wrapName !== undefined && css.wraps)}
        {...handlers}
      >
        <GridHeader
          gridId={id}
          columns={columns}
          widths={columnWidths.widths}
          growing={columnWidths.growing}
          sort={props.sort ?? NO_SORT}
          cursorColumn={cursor?.row === HEADER_ROW ? cursor.column : undefined}
          acts={acts}
          pinned={pinned}
          drawn={drawn}
        />
        <div
          role={ROLES.rowgroup}
          // The elements are not kept in the order of the rows, because moving one costs as much as making a new one.
          aria-owns={items.map(({ element }) => rowId(id, element)).join(' ')}
          className="dimmed relative"
          style={{ height, minWidth: columnWidths.total }}
        >
          {items
            .toSorted((a, b) => a.element - b.element)
            .map((item) => (
              <GridRow
                key={item.element}
                {...item}
                gridId={id}
                columns={columns}
                widths={columnWidths.widths}
                growing={columnWidths.growing}
                pinned={pinned}
                drawn={drawn}
                {...columnsInRange(box, item.row)}
                isSelected={item.row === props.selectedRow}
                cursorColumn={item.row === cursor?.row ? cursor.column : undefined}
                tone={props.rowTone?.(item.row)}
                label={props.rowLabel?.(item.row)}
                renderCell={props.renderCell}
                content={props.rowContent?.(item.row)}
              />
            ))}
        </div>
      </div>
      {rowCount === 0 && <div className={css.empty}>{props.emptyState}</div>}
    </div>
  );
}

/** Identifies everything that the heights of rows depend on; undefined if no column wraps. */
function wrapNameOf(columns: readonly GridColumn[], widths: readonly number[]): string | undefined {
  if (!columns.some(({ wraps }) => wraps)) return undefined;
  return columns.map(({ id, wraps = false }, at) => (wraps ? `${id} ${widths[at] ?? 0}` : '')).join('\n');
}

const NO_COLUMNS = { rangeFrom: 0, rangeTo: 0 };

/** The columns of a row that are in the selected range. */
function columnsInRange(box: GridBox | undefined, row: number): Pick<GridRowProps, 'rangeFrom' | 'rangeTo'> {
  if (box === undefined || row < box.fromRow || row >= box.toRow) return NO_COLUMNS;
  return { rangeFrom: box.fromColumn, rangeTo: box.toColumn };
}

interface GridRowProps {
  readonly gridId: string;
  readonly row: number;
  /** The number of the element that draws the row. After a scroll, that draws another row. */
  readonly element: number;
  /** The distance from the top of the body, in CSS px. */
  readonly top: number;
  readonly columns: readonly GridColumn[];
  readonly widths: readonly number[];
  /** The column that takes the remaining width. */
  readonly growing: number;
  /** How many columns stay at the left. */
  readonly pinned: number;
  readonly drawn: VirtualColumns;
  /** The selected columns [from, to) of the row; none if both are equal. */
  readonly rangeFrom: number;
  readonly rangeTo: number;
  readonly isSelected: boolean;
  readonly cursorColumn: number | undefined;
  /** See DataGridProps.rowTone. */
  readonly tone?: 'new' | 'late' | undefined;
  readonly label: string | undefined;
  readonly renderCell: DataGridProps['renderCell'];
  /** See `DataGridProps.rowContent`. It is only compared. */
  readonly content: unknown;
}

function Row(props: GridRowProps): ReactNode {
  const { gridId, row, columns, widths, pinned, drawn } = props;
  // Not a component, because one for each cell would cost more than the drawing.
  const cellOf = (column: GridColumn, index: number): ReactNode => {
    const isPinned = index < pinned;
    const isCursor = props.cursorColumn === index;
    const isInRange = index >= props.rangeFrom && index < props.rangeTo;
    const width = widths[index];
    return (
      <div
        key={column.id}
        // Only the cell with the cursor needs an id, by which the grid finds it.
        id={isCursor ? cellId(gridId, row, index) : undefined}
        role={ROLES.gridcell}
        aria-colindex={index + 1}
        data-column={index}
        aria-selected={isInRange || undefined}
        className={cx(
          css.cell,
          isPinned && css.pinned,
          index === pinned - 1 && css.lastPinned,
          column.mono === true && css.mono,
          column.wraps === true && css.wrapped,
          column.align === 'end' && css.end,
          index === props.growing && css.growing,
          isInRange && css.inRange,
          isCursor && css.cursor,
        )}
        style={isPinned ? { width, left: widthOf(widths, 0, index) } : { width }}
      >
        {cellContent(props.renderCell(row, column.id))}
      </div>
    );
  };
  return (
    <div
      id={rowId(gridId, props.element)}
      role={ROLES.row}
      // Row 1 is the header.
      aria-rowindex={row + 2}
      aria-selected={props.isSelected}
      aria-label={props.label === undefined ? undefined : spokenText(props.label)}
      data-row={row}
      data-tone={props.tone}
      className={css.row}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      {columns.slice(0, pinned).map((column, index) => cellOf(column, index))}
      {drawn.from > pinned && (
        <span className="fixed" style={{ width: widthOf(widths, pinned, drawn.from) }} />
      )}
      {columns.slice(drawn.from, drawn.to).map((column, at) => cellOf(column, drawn.from + at))}
      {drawn.to < widths.length && (
        <span className="fixed" style={{ width: widthOf(widths, drawn.to, widths.length) }} />
      )}
    </div>
  );
}

/**
 * The text of a cell is one line that ends with an ellipsis. It must not contain boxes, because the ellipsis would hide each of them as a
 * whole.
 */
function cellContent(content: ReactNode): ReactNode {
  return typeof content === 'string' ? leanText(content) : content;
}

/** One row of a grid. It renders again only when its content changes. */
export const GridRow = memo(Row);
