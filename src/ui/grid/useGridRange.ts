import { type MouseEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import type { GridAction, GridCursor } from './gridKeys.ts';
import type { DataGridProps } from './gridTypes.ts';
import { pressed } from './pressedCell.ts';
import type { useVirtualRows } from './useVirtualRows.ts';

export function isRangeAction({ kind }: GridAction): boolean {
  return kind === 'extend' || kind === 'selectAll' || kind === 'selectRow';
}

/** Cells that are selected together, by keys and by dragging. The owner of the grid keeps them. */
export function useGridRange(
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
    // Selected text leaves with its row, whose element shows another one now.
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
      // Within one cell its text is selected.
      if (cell === undefined || (isSame && !dragged.current)) return;
      dragged.current = true;
      document.getSelection()?.removeAllRanges();
      if (cell.row !== range?.end.row || cell.column !== range.end.column)
        onRange({ anchor: from, end: cell });
    },
    onMouseDown: (event: MouseEvent) => {
      // The browser would select all text in between.
      if (event.shiftKey && onRange !== undefined && pressed(event.target) !== undefined)
        event.preventDefault();
    },
  };
  return {
    handlers,
    /** The press that ended selected cells: it opens nothing. */
    wasDragged: () => dragged.current,
    extend: (to: GridCursor) => onRange?.({ anchor: range?.anchor ?? cursor, end: to }),
    selectAll: () =>
      onRange?.({ anchor: { row: 0, column: 0 }, end: { row: rowCount - 1, column: lastColumn } }),
    selectRows: () =>
      onRange?.({
        anchor: { row: range?.anchor.row ?? cursor.row, column: 0 },
        end: { row: range?.end.row ?? cursor.row, column: lastColumn },
      }),
    /** Whether there was one. */
    clear: (): boolean => {
      if (range === undefined) return false;
      onRange?.(undefined);
      return true;
    },
  };
}
