import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type MouseEvent, type PointerEvent, type ReactNode, type RefObject, useRef } from 'react';
import { cx } from '../classes.ts';
import { ROLES } from '../roles.ts';
import { useDrag } from '../gestures.ts';
import css from './DataGrid.module.css';
import { cellId, type DataGridProps, type GridColumn, type GridSort } from './gridTypes.ts';
import { type ColumnWidths, type VirtualColumns, widthOf } from './useVirtualColumns.ts';
import { wordsOf } from '../text/VisibleText.tsx';
import { LINE_BOUNDS } from '../text/textParts.ts';

/** What the owner of a grid does when a header is pressed or dragged. */
export type HeaderActs = Pick<DataGridProps, 'onSort' | 'onFilterColumn' | 'onFitColumn' | 'onMoveColumn'> &
  Pick<ColumnWidths, 'resize'>;

interface GridHeaderProps {
  /** A ref, because the functions change with each row that enters, and the header is not drawn again for these. */
  readonly acts: RefObject<HeaderActs>;
  readonly gridId: string;
  readonly columns: readonly GridColumn[];
  readonly widths: readonly number[];
  /** The column that takes the remaining width. */
  readonly growing: number;
  readonly sort: readonly GridSort[];
  readonly cursorColumn: number | undefined;
  /** How many columns stay at the left. */
  readonly pinned: number;
  readonly drawn: VirtualColumns;
}

interface HandleProps {
  readonly width: number;
  readonly onFit: () => void;
  readonly onResize: (widthPx: number) => void;
}

function ResizeHandle({ width, onResize, onFit }: HandleProps): ReactNode {
  /** `left`: the left edge of the column. */
  const { handlers } = useDrag<{ readonly left: number }>({
    begin: (event) => {
      event.stopPropagation();
      // A growing column may be wider than its set width.
      return { left: event.clientX - (event.currentTarget.parentElement?.offsetWidth ?? width) };
    },
    move: (drag, event) => {
      onResize(event.clientX - drag.left);
      return drag;
    },
    end: () => undefined,
  });
  const clicks = { onClick: (event: MouseEvent) => event.stopPropagation(), onDoubleClick: onFit };
  return <span className={css.resize} {...handlers} {...clicks} />;
}

function sortWord(column: GridColumn, sort: readonly GridSort[]): GridSort['direction'] | 'none' | undefined {
  if (column.sortable !== true) return undefined;
  return sort.find((each) => each.columnId === column.id)?.direction ?? 'none';
}

/**
 * The fixed header of a grid. With the keyboard, Enter sorts, Shift with an arrow key resizes a column, and Ctrl+Shift with an arrow key
 * moves it.
 */
export const GridHeader = memo((props: GridHeaderProps): ReactNode => {
  const { columns, widths, pinned, drawn } = props;
  const drag = useHeaderDrag(props.acts, columns);
  return (
    <div role={ROLES.row} aria-rowindex={1} className={css.header}>
      {columns.slice(0, pinned).map((column, index) => (
        <HeaderCell key={column.id} {...props} column={column} index={index} drag={drag} />
      ))}
      <span className="fixed" style={{ width: widthOf(widths, pinned, drawn.from) }} />
      {columns.slice(drawn.from, drawn.to).map((column, at) => (
        <HeaderCell key={column.id} {...props} column={column} index={drawn.from + at} drag={drag} />
      ))}
      <span className="fixed" style={{ width: widthOf(widths, drawn.to, widths.length) }} />
    </div>
  );
});

function HeaderTitle({
  column,
  sort,
}: {
  readonly column: GridColumn;
  readonly sort: readonly GridSort[];
}): ReactNode {
  const place = sort.findIndex((each) => each.columnId === column.id);
  const sorted = sort[place]?.direction;
  return (
    <>
      <span className="clip" dir="auto">
        {wordsOf(column.title, LINE_BOUNDS)}
        {column.note !== undefined && <span className={css.note}> {wordsOf(column.note, LINE_BOUNDS)}</span>}
      </span>
      {sorted === 'ascending' && <ArrowUp aria-hidden="true" />}
      {sorted === 'descending' && <ArrowDown aria-hidden="true" />}
      {sorted !== undefined && sort.length > 1 && <span className={css.note}>{place + 1}</span>}
    </>
  );
}

function HeaderCell(
  props: GridHeaderProps & {
    readonly column: GridColumn;
    readonly index: number;
    readonly drag: ReturnType<typeof useHeaderDrag>;
  },
): ReactNode {
  const { column, index, drag, sort, gridId, widths, pinned, acts } = props;
  const isSorted = sort.some((each) => each.columnId === column.id);
  const isPinned = index < pinned;
  const handlers = {
    ...drag.handlers,
    onClick: (event: MouseEvent) => {
      if (!drag.moved.current && column.sortable === true) acts.current.onSort?.(column.id, event.shiftKey);
    },
    onContextMenu: (event: MouseEvent) => {
      const { onFilterColumn } = acts.current;
      if (onFilterColumn === undefined) return;
      event.preventDefault();
      onFilterColumn(column.id);
    },
  };
  return (
    <div
      id={cellId(gridId, -1, index)}
      role={ROLES.columnheader}
      aria-colindex={index + 1}
      aria-sort={sortWord(column, sort)}
      data-header={index}
      className={cx(
        css.headerCell,
        isPinned && css.pinned,
        index === pinned - 1 && css.lastPinned,
        column.sortable === true && css.sortable,
        isSorted && css.sorted,
        column.align === 'end' && css.end,
        index === props.growing && css.growing,
        props.cursorColumn === index && css.cursor,
        drag.over === index && css.dropBefore,
        drag.dragged === index && css.dragged,
      )}
      style={{ width: widths[index], ...(isPinned && { left: widthOf(widths, 0, index) }) }}
      {...handlers}
    >
      <HeaderTitle column={column} sort={sort} />
      <ResizeHandle
        width={widths[index] ?? column.width}
        onResize={(widthPx) => acts.current.resize(index, widthPx)}
        onFit={() => acts.current.onFitColumn?.(column.id)}
      />
    </div>
  );
}

function headerAt(event: PointerEvent<HTMLElement>): number | undefined {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-header]')
    ?.dataset.header;
  return found === undefined ? undefined : Number(found);
}

/** Moves a column by dragging its header onto another one. Dragged to the right it goes after that column, to the left before it. */
function useHeaderDrag(acts: RefObject<HeaderActs>, columns: readonly GridColumn[]) {
  /** True if the press that just ended was a drag, so that it does not count as a click. */
  const moved = useRef(false);
  /** `over`: the column under the pointer. */
  const { drag, hasMoved, handlers } = useDrag<{
    readonly dragged: number;
    readonly over?: number | undefined;
  }>({
    begin: (event) => {
      moved.current = false;
      return acts.current.onMoveColumn && { dragged: Number(event.currentTarget.dataset.header) };
    },
    move: ({ dragged }, event) => ({ dragged, over: headerAt(event) }),
    end: ({ dragged, over }, isDrag) => {
      moved.current = isDrag && over !== dragged;
      const column = columns[dragged];
      if (!moved.current || over === undefined || column === undefined) return;
      acts.current.onMoveColumn?.(column.id, columns[over > dragged ? over + 1 : over]?.id);
    },
  });
  return { ...(hasMoved && drag), moved, handlers };
}
