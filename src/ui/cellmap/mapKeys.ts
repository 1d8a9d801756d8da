import type { CellWindow } from '../../core/keyspace/map/cellGrid.ts';
import type { CellMapProps } from './cellMapProps.ts';
import { oneCell } from './mapGeometry.ts';
import { type MapPoint, wholeViewport, ZOOM_STEP, zoomAt } from './viewport.ts';

export interface KeyContext {
  readonly cursor: MapPoint;
  /** The cells that are framed with Shift. */
  readonly framed: CellWindow | undefined;
  readonly isEmpty: boolean;
  /** Fixes the cursor to the time of this cell, so that it stays there when columns become finer. */
  readonly setCursor: (cell: MapPoint) => void;
  /** Called after a key that changes the view, even if it could not change it further. */
  readonly onShown: () => void;
  /** Announces what a key did, or why it did nothing, because after silence the key would seem dead. */
  readonly say: (words: string) => void;
}

const ZOOMS: ReadonlyMap<string, number> = new Map([
  ['+', ZOOM_STEP],
  ['=', ZOOM_STEP],
  ['-', 1 / ZOOM_STEP],
]);
const VIEW_KEYS: ReadonlySet<string> = new Set([...ZOOMS.keys(), 'backspace', 'delete', 'r', 'z']);

/**
 * Carries out a key other than an arrow: + and - zoom about the cursor, Backspace goes back, R shows all, Z zooms to the selection, Enter
 * pins, F selects the rows of cells, X leaves them out. Returns false if the key is left to the surroundings, such as a details pane that
 * Escape closes.
 */
export function actOn(pressed: string, props: CellMapProps, context: KeyContext): boolean {
  const { cursor, framed, isEmpty, setCursor, say } = context;
  const key = pressed.toLowerCase();
  if (VIEW_KEYS.has(key)) return changeView(key, props, context);
  if (key === 'escape') {
    const hasNothing = props.purpose === 'explore' && !props.pinned && !props.selection;
    if (hasNothing && !isEmpty) say('No details are open.');
    return false;
  }
  if (isEmpty) return false;
  if (key === 'enter' && props.onPin !== undefined) {
    setCursor(cursor);
    props.onPin(oneCell(cursor));
    say('The details of the cell are open beside the map.');
    return true;
  }
  if ((key === 'f' || key === 'x') && props.onTake !== undefined) {
    props.onTake(framed ?? oneCell(cursor), key === 'x');
    return true;
  }
  return false;
}

function changeView(
  key: string,
  props: CellMapProps,
  { cursor, isEmpty, setCursor, onShown, say }: KeyContext,
): boolean {
  if (props.purpose === 'choose') {
    say('This map does not zoom. It always shows everything.');
    return false;
  }
  const { grid, viewport, selection, onViewport } = props;
  const factor = ZOOMS.get(key);
  // These also work on a map without cells, as the way back out of it.
  if (key === 'backspace' || key === 'delete') props.onBack();
  else if (key === 'r') onViewport(wholeViewport(grid), true);
  else if (isEmpty) return false;
  else if (factor !== undefined) {
    setCursor(cursor);
    const at = { row: cursor.row + 0.5, column: cursor.column + 0.5 };
    onViewport(zoomAt(viewport, grid, at, { row: factor, column: factor }), true);
  } else if (selection === undefined) {
    say('Nothing is selected. Shift and the arrow keys select cells.');
    return true;
  } else {
    // Exactly the frame, because the map gets columns that are fine enough for it.
    onViewport(selection, true);
  }
  onShown();
  return true;
}
