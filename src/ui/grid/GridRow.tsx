import { memo, type ReactNode } from 'react';
import { cx } from '../classes.ts';
import { ROLES } from '../roles.ts';
import css from './DataGrid.module.css';
import type { DataGridProps, GridColumn } from './gridTypes.ts';
import { cellId } from './gridTypes.ts';
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
  readonly isSelected: boolean;
  readonly cursorColumn: number | undefined;
  readonly label: string | undefined;
  readonly renderCell: DataGridProps['renderCell'];
}

function Row(props: GridRowProps): ReactNode {
  const { row, columns, widths, gridId } = props;
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
      {columns.map((column, index) => (
        <div
          key={column.id}
          id={cellId(gridId, row, index)}
          role={ROLES.gridcell}
          aria-colindex={index + 1}
          data-column={index}
          className={cx(
            css.cell,
            column.mono === true && css.mono,
            column.align === 'end' && css.end,
            index === props.growing && css.growing,
            props.cursorColumn === index && css.cursor,
          )}
          style={{ width: widths[index] }}
        >
          {wordsOf(props.renderCell(row, column.id), LINE_BOUNDS)}
        </div>
      ))}
    </div>
  );
}

/** One row of a grid. It renders again only when its content changes. */
export const GridRow = memo(Row);
