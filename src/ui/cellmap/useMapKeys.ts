import { type KeyboardEvent, useState } from 'react';
import { type CellWindow, clampWindow } from '../../core/keyspace/map/cellGrid.ts';
import { cursorAt, type CursorPlace, cursorCell, moveCursor } from './mapCursor.ts';
import { actOn, type KeyContext } from './mapKeys.ts';
import type { CellMapProps } from './cellMapProps.ts';
import { grown } from './mapGeometry.ts';
import { type MapPoint, reveal } from './viewport.ts';

/** The map's keyboard commands. */
export function useMapKeys(
  props: CellMapProps,
  { onMoved, ...heard }: Pick<KeyContext, 'onShown' | 'say'> & { readonly onMoved: (cell: MapPoint) => void },
) {
  const { grid, viewport } = props;
  const [place, setPlace] = useState<CursorPlace>();
  // On a map that is not explored; the frame of one that is belongs to its view.
  const [keyed, setKeyed] = useState<CellWindow>();
  const framed = props.purpose === 'explore' ? props.selection : keyed;
  const inside = cursorCell(grid, viewport, place);
  const setCursor = (cell: MapPoint): void => setPlace(cursorAt(grid, cell));
  const isEmpty = grid.rowCount === 0 || grid.columnCount === 0;
  return {
    cursor: inside,
    setCursor,
    /** The cells that Shift and the arrow keys have framed. */
    framed,
    onKeyDown: (event: KeyboardEvent): void => {
      if (isChord(event)) return;
      if (event.key === 'Escape' && keyed !== undefined) {
        event.preventDefault();
        setKeyed(undefined);
        return;
      }
      const moved = isEmpty ? undefined : moveCursor(inside, event.key, grid);
      // Shift+Enter runs the query, wherever the focus is.
      const isRun = event.key === 'Enter' && event.shiftKey;
      const context = { cursor: inside, framed, isEmpty, setCursor, ...heard };
      if (moved === undefined && (isRun || !actOn(event.key, props, context))) return;
      event.preventDefault();
      const isFraming = moved !== undefined && event.shiftKey;
      const next = isFraming ? clampWindow(grid, grown(framed, inside, moved)) : undefined;
      setKeyed(next);
      if (moved === undefined) return;
      if (props.purpose === 'explore') {
        if (next !== undefined) props.onSelect(next);
        props.onViewport(reveal(viewport, grid, moved), false);
      }
      setCursor(moved);
      onMoved(moved);
    },
  };
}

function isChord({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}
