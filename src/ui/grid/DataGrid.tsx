import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { cx } from '../classes.ts';
import { ROLES } from '../roles.ts';
import css from './DataGrid.module.css';
import { GridHeader, type HeaderActs } from './GridHeader.tsx';
import { GridRow, type GridRowProps } from './GridRow.tsx';
import { boxOf, type GridBox, HEADER_ROW } from './gridKeys.ts';
import type { DataGridProps, GridColumn, GridSort } from './gridTypes.ts';
import { cellId, rowId } from './gridTypes.ts';
import { useColumnWidths } from './useColumnWidths.ts';
import { useVirtualColumns } from './useVirtualColumns.ts';
import { useGridCursor } from './useGridCursor.ts';
import { useVirtualRows } from './useVirtualRows.ts';

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
    <div className={css.frame}>
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
          className={css.body}
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
