import { memo, type ReactNode } from 'react';
import { cx } from '../classes.ts';
import { ROLES } from '../roles.ts';
import css from './DataGrid.module.css';
import type { DataGridProps, GridColumn } from './gridTypes.ts';
import { cellId } from './gridTypes.ts';
import { type ColumnWindow, widthOf } from './columnWindow.ts';
import { wordsOf } from '../text/VisibleText.tsx';
import { LINE_BOUNDS, spokenText } from '../text/textParts.ts';

export interface GridRowProps {
  readonly gridId: string;
  readonly row: number;
  /** CSS px from the top of the body. */
  readonly top: number;
  readonly columns: readonly GridColumn[];
  readonly widths: readonly number[];
  /** The column that takes the remaining width. */
  readonly growing: number;
  /** Columns that stay at the left. */
  readonly pinned: number;
  /** The others that are drawn. */
  readonly drawn: ColumnWindow;
  /** Columns [from, to) of the selected range; equal: none. */
  readonly rangeFrom: number;
  readonly rangeTo: number;
  readonly isSelected: boolean;
  readonly cursorColumn: number | undefined;
  readonly label: string | undefined;
  readonly renderCell: DataGridProps['renderCell'];
}

function Row(props: GridRowProps): ReactNode {
  const { row, columns, widths, pinned, drawn } = props;
  return (
    <div
      role={ROLES.row}
      // The header is row 1.
      aria-rowindex={row + 2}
      aria-selected={props.isSelected}
      aria-label={props.label === undefined ? undefined : spokenText(props.label)}
      data-row={row}
      className={css.row}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      {columns.slice(0, pinned).map((column, index) => (
        <Cell key={column.id} {...props} column={column} index={index} />
      ))}
      <span className={css.skipped} style={{ width: widthOf(widths, pinned, drawn.from) }} />
      {columns.slice(drawn.from, drawn.to).map((column, at) => (
        <Cell key={column.id} {...props} column={column} index={drawn.from + at} />
      ))}
      <span className={css.skipped} style={{ width: widthOf(widths, drawn.to, widths.length) }} />
    </div>
  );
}

function Cell(props: GridRowProps & { readonly column: GridColumn; readonly index: number }): ReactNode {
  const { row, column, index, widths, gridId, pinned } = props;
  const isPinned = index < pinned;
  const isInRange = index >= props.rangeFrom && index < props.rangeTo;
  return (
    <div
      id={cellId(gridId, row, index)}
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
        props.cursorColumn === index && css.cursor,
      )}
      style={{ width: widths[index], ...(isPinned && { left: widthOf(widths, 0, index) }) }}
    >
      {wordsOf(props.renderCell(row, column.id), LINE_BOUNDS)}
    </div>
  );
}

/** One row of a grid. It renders again only when its content changes. */
export const GridRow = memo(Row);
