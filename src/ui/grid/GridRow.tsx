import { memo, type ReactNode, useState } from 'react';
import { cx } from '../classes.ts';
import { ROLES } from '../roles.ts';
import css from './DataGrid.module.css';
import type { DataGridProps, GridColumn } from './gridTypes.ts';
import { cellId } from './gridTypes.ts';
import { type ColumnWindow, widthOf } from './columnWindow.ts';
import { leanText } from '../text/VisibleText.tsx';
import { spokenText } from '../text/textParts.ts';

export interface GridRowProps {
  readonly gridId: string;
  readonly row: number;
  /** CSS px from the top of the body. */
  readonly top: number;
  /** Set: its cells are not drawn yet, only this. */
  readonly glance: string | undefined;
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
  /** See `DataGridProps.rowContent`: only compared. */
  readonly content: unknown;
}

/** Not empty: then its text would have to be made again. */
const NO_GLANCE = ' ';

function Row(props: GridRowProps): ReactNode {
  const isGlance = props.glance !== undefined;
  const [hasGlance, setHasGlance] = useState(false);
  // Once there, it stays: to hide it paints the row, but to take it away would lay out the page.
  if (isGlance && !hasGlance) setHasGlance(true);
  return (
    <div
      role={ROLES.row}
      // The header is row 1.
      aria-rowindex={props.row + 2}
      aria-selected={props.isSelected}
      aria-label={props.label === undefined ? undefined : spokenText(props.label)}
      data-row={props.row}
      className={css.row}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      <div className={css.cells} aria-hidden={isGlance || undefined}>
        <Cells {...props} />
      </div>
      {hasGlance && (
        <div
          role={isGlance ? ROLES.gridcell : undefined}
          aria-colindex={isGlance ? 1 : undefined}
          className={cx(css.glance, isGlance && css.shown)}
        >
          {leanText(props.glance ?? NO_GLANCE)}
        </div>
      )}
    </div>
  );
}

/** What cells are made of: not where their row is. */
const CELLS_OF = [
  'row',
  'columns',
  'widths',
  'growing',
  'pinned',
  'drawn',
  'rangeFrom',
  'rangeTo',
  'cursorColumn',
  'renderCell',
  'content',
] as const satisfies readonly (keyof GridRowProps)[];

/** While a row shows only a glance, the old cells stay below it: to change them later costs less than to make new ones. */
function areSame(before: GridRowProps, after: GridRowProps): boolean {
  if (after.glance !== undefined) return true;
  if (before.glance !== undefined) return false;
  // Where nobody says what a row is made of, all of its cells are drawn again with it.
  return after.content !== undefined && CELLS_OF.every((name) => before[name] === after[name]);
}

const Cells = memo((props: GridRowProps): ReactNode => {
  const { gridId, row, columns, widths, pinned, drawn, renderCell } = props;
  if (props.glance !== undefined) return undefined;
  const content = props.content ?? props;
  const cellOf = (column: GridColumn, index: number): ReactNode => (
    <Cell
      key={column.id}
      {...{ gridId, row, column, index, renderCell, content }}
      width={widths[index]}
      left={index < pinned ? widthOf(widths, 0, index) : undefined}
      isLastPinned={index === pinned - 1}
      isGrowing={index === props.growing}
      isInRange={index >= props.rangeFrom && index < props.rangeTo}
      isCursor={props.cursorColumn === index}
    />
  );
  return (
    <>
      {columns.slice(0, pinned).map((column, index) => cellOf(column, index))}
      {drawn.from > pinned && (
        <span className={css.skipped} style={{ width: widthOf(widths, pinned, drawn.from) }} />
      )}
      {columns.slice(drawn.from, drawn.to).map((column, at) => cellOf(column, drawn.from + at))}
      {drawn.to < widths.length && (
        <span className={css.skipped} style={{ width: widthOf(widths, drawn.to, widths.length) }} />
      )}
    </>
  );
}, areSame);

interface CellProps extends Pick<GridRowProps, 'gridId' | 'row' | 'renderCell' | 'content'> {
  readonly column: GridColumn;
  readonly index: number;
  readonly width: number | undefined;
  /** Where a pinned cell stays; undefined: it is not pinned. */
  readonly left: number | undefined;
  readonly isLastPinned: boolean;
  readonly isGrowing: boolean;
  readonly isInRange: boolean;
  readonly isCursor: boolean;
}

/** A cell renders again only when it changes: scrolling sideways draws the columns that enter, and no others. */
const Cell = memo((props: CellProps): ReactNode => {
  const { row, column, index, gridId, left, width } = props;
  return (
    <div
      // Only the grid looks for it, by the cursor.
      id={props.isCursor ? cellId(gridId, row, index) : undefined}
      role={ROLES.gridcell}
      aria-colindex={index + 1}
      data-column={index}
      aria-selected={props.isInRange || undefined}
      className={cx(
        css.cell,
        left !== undefined && css.pinned,
        props.isLastPinned && css.lastPinned,
        column.mono === true && css.mono,
        column.wraps === true && css.wrapped,
        column.align === 'end' && css.end,
        props.isGrowing && css.growing,
        props.isInRange && css.inRange,
        props.isCursor && css.cursor,
      )}
      style={left === undefined ? { width } : { width, left }}
    >
      {cellContent(props.renderCell(row, column.id))}
    </div>
  );
});

/** A text of a cell is one line that ends with an ellipsis: nothing in it may be a box of its own, which would vanish as a whole. */
function cellContent(content: ReactNode): ReactNode {
  return typeof content === 'string' ? leanText(content) : content;
}

/** One row of a grid. It renders again only when its content changes. */
export const GridRow = memo(Row);
