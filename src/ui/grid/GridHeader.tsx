import { ArrowDown, ArrowUp } from 'lucide-react';
import type { MouseEvent, PointerEvent, ReactNode } from 'react';
import { cx } from '../classes.ts';
import { ROLES } from '../roles.ts';
import css from './DataGrid.module.css';
import type { GridColumn, GridSort } from './gridTypes.ts';
import { cellId } from './gridTypes.ts';
import { wordsOf } from '../text/VisibleText.tsx';
import { LINE_BOUNDS } from '../text/textParts.ts';

export interface GridHeaderProps {
  readonly gridId: string;
  readonly columns: readonly GridColumn[];
  readonly widths: readonly number[];
  /** The column that takes the width that is left. */
  readonly growing: number;
  readonly sort: readonly GridSort[];
  readonly cursorColumn: number | undefined;
  readonly onPress: (column: number, adds: boolean) => void;
  readonly onFilter: ((column: number) => void) | undefined;
  readonly onResize: (column: number, widthPx: number) => void;
}

interface HandleProps {
  readonly width: number;
  readonly onResize: (widthPx: number) => void;
}

function ResizeHandle({ width, onResize }: HandleProps): ReactNode {
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLSpanElement>) => {
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      // A column that grows is wider than it is said to be.
      const shown = event.currentTarget.parentElement?.offsetWidth ?? width;
      event.currentTarget.dataset.startX = String(event.clientX - shown);
    },
    onPointerMove: (event: PointerEvent<HTMLSpanElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      onResize(event.clientX - Number(event.currentTarget.dataset.startX));
    },
    onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
  };
  return <span className={css.resize} {...handlers} />;
}

function sortWord(column: GridColumn, sort: readonly GridSort[]): GridSort['direction'] | 'none' | undefined {
  if (column.sortable !== true) return undefined;
  return sort.find((each) => each.columnId === column.id)?.direction ?? 'none';
}

/** The fixed head of a grid. By keyboard: Enter sorts, Shift with an arrow key resizes. */
export function GridHeader(props: GridHeaderProps): ReactNode {
  const { columns, widths, sort, gridId } = props;
  return (
    <div role={ROLES.row} aria-rowindex={1} className={css.header}>
      {columns.map((column, index) => {
        const place = sort.findIndex((each) => each.columnId === column.id);
        const sorted = sort[place]?.direction;
        const handlers = {
          onClick: (event: MouseEvent) => props.onPress(index, event.shiftKey),
          onContextMenu: (event: MouseEvent) => {
            if (props.onFilter === undefined) return;
            event.preventDefault();
            props.onFilter(index);
          },
        };
        return (
          <div
            key={column.id}
            id={cellId(gridId, -1, index)}
            role={ROLES.columnheader}
            aria-colindex={index + 1}
            aria-sort={sortWord(column, sort)}
            className={cx(
              css.headerCell,
              column.sortable === true && css.sortable,
              sorted !== undefined && css.sorted,
              column.align === 'end' && css.end,
              index === props.growing && css.growing,
              props.cursorColumn === index && css.cursor,
            )}
            style={{ width: widths[index] }}
            {...handlers}
          >
            <span className={css.headerTitle} dir="auto">
              {wordsOf(column.title, LINE_BOUNDS)}
              {column.note !== undefined && (
                <span className={css.note}> {wordsOf(column.note, LINE_BOUNDS)}</span>
              )}
            </span>
            {sorted === 'ascending' && <ArrowUp aria-hidden="true" />}
            {sorted === 'descending' && <ArrowDown aria-hidden="true" />}
            {sorted !== undefined && sort.length > 1 && <span className={css.note}>{place + 1}</span>}
            <ResizeHandle
              width={widths[index] ?? column.width}
              onResize={(widthPx) => props.onResize(index, widthPx)}
            />
          </div>
        );
      })}
    </div>
  );
}
