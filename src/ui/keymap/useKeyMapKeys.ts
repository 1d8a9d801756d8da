import { type KeyboardEvent, useState } from 'react';
import { clampWindow } from '../../core/keyspace/map/cellGrid.ts';
import { moveHeatCursor } from '../heatmap/useHeatCursor.ts';
import { cursorAt, type CursorPlace, cursorCell } from './keyMapCursor.ts';
import { type KeyMapAction, keyMapAction } from './keyMapKeys.ts';
import type { KeyMapProps } from './keyMapProps.ts';
import { grown, oneCell } from './mapGeometry.ts';
import { type MapPoint, reveal, wholeViewport } from './viewport.ts';

export interface KeyMapHeard {
  /** The cursor came to a cell. */
  readonly onMoved: (cell: MapPoint) => void;
  /** A key changed, or will change, what is in sight. */
  readonly onShown: () => void;
}

/** The keyboard on the map. */
export function useKeyMapKeys(props: KeyMapProps, { onMoved, onShown }: KeyMapHeard) {
  const { grid, viewport, selection, onViewport } = props;
  const [place, setPlace] = useState<CursorPlace>();
  const size = { rows: grid.rowCount, columns: grid.columnCount };
  const inside = cursorCell(grid, viewport, place);
  const setCursor = (cell: MapPoint): void => setPlace(cursorAt(grid, cell));
  const act = (action: KeyMapAction): void => {
    switch (action.kind) {
      case 'zoom':
        // What the zoom is about stays the cursor, however fine columns become.
        setCursor(inside);
        onViewport(action.viewport, true);
        break;
      case 'box':
        if (selection === undefined) return;
        // As it is: a finer map has columns enough for it.
        onViewport(selection, true);
        break;
      case 'reset':
        onViewport(wholeViewport(grid), true);
        break;
      case 'back':
        props.onBack();
        break;
      case 'pin':
        setCursor(inside);
        props.onPin(oneCell(inside));
        return;
      case 'clear':
        props.onPin(undefined);
        props.onSelect(undefined);
        return;
    }
    onShown();
  };
  const moveTo = (moved: MapPoint, isSelecting: boolean): void => {
    if (isSelecting) props.onSelect(clampWindow(grid, grown(selection, inside, moved)));
    setCursor(moved);
    onViewport(reveal(viewport, grid, moved), false);
    onMoved(moved);
  };
  const isEmpty = size.rows === 0 || size.columns === 0;
  return {
    cursor: inside,
    setCursor,
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const moved = isEmpty ? undefined : moveHeatCursor(inside, event.key, size);
      if (moved !== undefined) {
        event.preventDefault();
        moveTo(moved, event.shiftKey);
        return;
      }
      const action = keyMapAction(event.key, viewport, grid, inside);
      // Shift+Enter runs the query wherever the focus is.
      if (action === undefined || (event.key === 'Enter' && event.shiftKey)) return;
      // The way back out of a map without cells.
      if (isEmpty && action.kind !== 'back' && action.kind !== 'reset') return;
      event.preventDefault();
      act(action);
    },
  };
}
