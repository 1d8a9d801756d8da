import { type KeyboardEvent, useState } from 'react';
import { type CellWindow, clampWindow } from '../../core/keyspace/map/cellGrid.ts';
import { cursorAt, type CursorPlace, cursorCell, moveCursor } from './mapCursor.ts';
import { type MapAction, mapAction } from './mapKeys.ts';
import type { CellMapProps, ExploreProps } from './cellMapProps.ts';
import { grown, oneCell } from './mapGeometry.ts';
import { type MapPoint, reveal, wholeViewport } from './viewport.ts';

export interface MapHeard {
  /** The cursor moved to a cell. */
  readonly onMoved: (cell: MapPoint) => void;
  /** A key changed the view, or could not change it further. */
  readonly onShown: () => void;
  /** Z was pressed, and nothing is selected. */
  readonly onNoSelection: () => void;
  /** A key that zooms or goes back, on a map that always shows all. */
  readonly onFixed: () => void;
  /** The details of a cell opened. */
  readonly onPinned: () => void;
  /** Escape was pressed, but there are no details or selection to close. */
  readonly onNothingOpen: () => void;
}

/** The map's keyboard commands. */
export function useMapKeys(props: CellMapProps, { onMoved, ...heard }: MapHeard) {
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
      if (
        moved === undefined &&
        (isRun || !actOn(event.key, props, inside, { isEmpty, setCursor, framed, ...heard }))
      )
        return;
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

interface KeyContext extends Omit<MapHeard, 'onMoved'> {
  readonly isEmpty: boolean;
  readonly framed?: CellWindow | undefined;
  readonly setCursor: (cell: MapPoint) => void;
}

const FIXED: ReadonlySet<MapAction['kind']> = new Set(['zoom', 'back', 'reset', 'box']);

/**
 * Carries out a key other than an arrow. Returns false if the key is left to the surroundings, such as a details pane
 * that closes itself.
 */
export function actOn(key: string, props: CellMapProps, cursor: MapPoint, context: KeyContext): boolean {
  const { grid, viewport } = props;
  const action = mapAction(key, viewport, grid, cursor);
  if (action?.kind === 'take') {
    if (props.onTake === undefined || context.isEmpty) return false;
    props.onTake(context.framed ?? oneCell(cursor), action.leavesOut);
    return true;
  }
  if (props.purpose === 'choose') return choose(action, props, cursor, context);
  // A way back out of a map without cells.
  if (action === undefined || (context.isEmpty && action.kind !== 'back' && action.kind !== 'reset'))
    return false;
  if (action.kind === 'close') {
    if (props.pinned === undefined && props.selection === undefined) context.onNothingOpen();
    return false;
  }
  explore(action, props, cursor, context);
  return true;
}

function choose(
  action: MapAction | undefined,
  { onPin }: Pick<CellMapProps, 'onPin'>,
  cursor: MapPoint,
  { isEmpty, onFixed, onPinned }: KeyContext,
): boolean {
  if (action !== undefined && FIXED.has(action.kind)) onFixed();
  if (action?.kind !== 'pin' || isEmpty || onPin === undefined) return false;
  onPin(oneCell(cursor));
  onPinned();
  return true;
}

function explore(
  action: Exclude<MapAction, { kind: 'close' | 'take' }>,
  props: ExploreProps,
  cursor: MapPoint,
  context: KeyContext,
): void {
  const { setCursor, onShown } = context;
  const { grid, selection, onViewport } = props;
  switch (action.kind) {
    case 'zoom':
      // The centre of the zoom stays at the cursor, however fine the columns become.
      setCursor(cursor);
      onViewport(action.viewport, true);
      onShown();
      return;
    case 'box':
      if (selection === undefined) {
        context.onNoSelection();
        return;
      }
      // Not snapped, because a finer map has enough columns for it.
      onViewport(selection, true);
      onShown();
      return;
    case 'reset':
      onViewport(wholeViewport(grid), true);
      onShown();
      return;
    case 'back':
      props.onBack();
      onShown();
      return;
    case 'pin':
      setCursor(cursor);
      props.onPin?.(oneCell(cursor));
      if (props.onPin !== undefined) context.onPinned();
      return;
  }
}
