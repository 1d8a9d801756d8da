import { type KeyboardEvent, useState } from 'react';
import type { HeatCell } from './layout.ts';

/** Columns that PageUp and PageDown move by. */
const PAGE_COLUMNS = 10;

/** Where a key moves the cursor in a map of so many rows and columns; undefined: not a key of the cursor. */
export function moveHeatCursor(
  cell: HeatCell,
  key: string,
  size: { readonly rows: number; readonly columns: number },
): HeatCell | undefined {
  const to = (row: number, column: number): HeatCell => ({
    row: Math.max(0, Math.min(size.rows - 1, row)),
    column: Math.max(0, Math.min(size.columns - 1, column)),
  });
  switch (key) {
    case 'ArrowLeft':
      return to(cell.row, cell.column - 1);
    case 'ArrowRight':
      return to(cell.row, cell.column + 1);
    case 'ArrowUp':
      return to(cell.row - 1, cell.column);
    case 'ArrowDown':
      return to(cell.row + 1, cell.column);
    case 'PageUp':
      return to(cell.row, cell.column - PAGE_COLUMNS);
    case 'PageDown':
      return to(cell.row, cell.column + PAGE_COLUMNS);
    case 'Home':
      return to(cell.row, 0);
    case 'End':
      return to(cell.row, size.columns - 1);
    default:
      return undefined;
  }
}

/** The cell that the keyboard is on: shown while the map has the focus. */
export function useHeatCursor(size: { readonly rows: number; readonly columns: number }) {
  const [cell, setCell] = useState<HeatCell>({ row: 0, column: 0 });
  const [hasFocus, setHasFocus] = useState(false);
  const inside: HeatCell = {
    row: Math.max(0, Math.min(size.rows - 1, cell.row)),
    column: Math.max(0, Math.min(size.columns - 1, cell.column)),
  };
  return {
    cell: hasFocus && size.rows > 0 && size.columns > 0 ? inside : undefined,
    setCell,
    setHasFocus,
    /** The new cell where the key moved it. */
    onKey: (event: KeyboardEvent): HeatCell | undefined => {
      if (event.ctrlKey || event.metaKey || event.altKey || size.rows === 0 || size.columns === 0)
        return undefined;
      const next = moveHeatCursor(inside, event.key, size);
      if (next === undefined) return undefined;
      event.preventDefault();
      setCell(next);
      return next;
    },
  };
}
