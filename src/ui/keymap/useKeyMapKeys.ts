import { type KeyboardEvent, useState } from 'react';
import { clampWindow } from '../../core/keyspace/map/cellGrid.ts';
import { moveHeatCursor } from '../heatmap/useHeatCursor.ts';
import { type KeyMapAction, keyMapAction } from './keyMapKeys.ts';
import type { KeyMapProps } from './keyMapProps.ts';
import { grown, oneCell } from './mapGeometry.ts';
import { type MapPoint, reveal, wholeViewport } from './viewport.ts';

/** The keyboard on the map. `onMoved` hears of every cell that the cursor comes to. */
export function useKeyMapKeys(props: KeyMapProps, onMoved: (cell: MapPoint) => void) {
  const { grid, viewport, selection, onViewport } = props;
  const [cursor, setCursor] = useState<MapPoint>({ row: 0, column: 0 });
  const size = { rows: grid.rowCount, columns: grid.columnCount };
  const inside: MapPoint = {
    row: Math.max(0, Math.min(size.rows - 1, cursor.row)),
    column: Math.max(0, Math.min(size.columns - 1, cursor.column)),
  };
  const act = (action: KeyMapAction): void => {
    if (action.kind === 'zoom') onViewport(action.viewport, true);
    else if (action.kind === 'reset') onViewport(wholeViewport(grid), true);
    else if (action.kind === 'back') props.onBack();
    else if (action.kind === 'pin') props.onPin(oneCell(inside));
    else {
      props.onPin(undefined);
      props.onSelect(undefined);
    }
  };
  return {
    cursor: inside,
    setCursor,
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || size.rows === 0 || size.columns === 0) return;
      const moved = moveHeatCursor(inside, event.key, size);
      const action = moved === undefined ? keyMapAction(event.key, viewport, grid, inside) : undefined;
      // Shift+Enter runs the query wherever the focus is.
      if ((moved ?? action) === undefined || (event.key === 'Enter' && event.shiftKey)) return;
      event.preventDefault();
      if (action !== undefined) act(action);
      if (moved === undefined) return;
      if (event.shiftKey) props.onSelect(clampWindow(grid, grown(selection, inside, moved)));
      setCursor(moved);
      onViewport(reveal(viewport, grid, moved), false);
      onMoved(moved);
    },
  };
}
