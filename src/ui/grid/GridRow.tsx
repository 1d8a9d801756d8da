import { memo, type ReactNode } from 'react';
import { cx } from '../classes.ts';
import { ROLES } from '../roles.ts';
import css from './DataGrid.module.css';
import type { DataGridProps, GridColumn } from './gridTypes.ts';
import { cellId, rowId } from './gridTypes.ts';
import { type VirtualColumns, widthOf } from './useVirtualColumns.ts';
import { leanText } from '../text/VisibleText.tsx';
import { spokenText } from '../text/textParts.ts';

export interface GridRowProps {
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
