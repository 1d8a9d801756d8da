import { type MapPoint, type MapSize, type Viewport, zoomAt } from './viewport.ts';

/** Zoom factor of the + key and of a wheel step. */
export const ZOOM_STEP = 1.5;

/** What a key does on the map; undefined if it does nothing. */
export type MapAction =
  | { readonly kind: 'zoom'; readonly viewport: Viewport }
  | { readonly kind: 'back' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'box' }
  | { readonly kind: 'pin' }
  | { readonly kind: 'take'; readonly leavesOut: boolean }
  | { readonly kind: 'close' };

const ZOOMS: ReadonlyMap<string, number> = new Map([
  ['+', ZOOM_STEP],
  ['=', ZOOM_STEP],
  ['-', 1 / ZOOM_STEP],
]);

const ACTIONS: ReadonlyMap<string, MapAction> = new Map<string, MapAction>([
  ['backspace', { kind: 'back' }],
  ['delete', { kind: 'back' }],
  ['r', { kind: 'reset' }],
  ['z', { kind: 'box' }],
  ['f', { kind: 'take', leavesOut: false }],
  ['x', { kind: 'take', leavesOut: true }],
  ['enter', { kind: 'pin' }],
  ['escape', { kind: 'close' }],
]);

/**
 * Keys besides the arrows: + and - zoom about the cursor, Backspace goes back, R resets, Z zooms to the selection, Enter pins,
 * F selects the rows of cells, X leaves them out, Escape closes.
 */
export function mapAction(
  key: string,
  viewport: Viewport,
  size: MapSize,
  cursor: MapPoint,
): MapAction | undefined {
  const factor = ZOOMS.get(key);
  if (factor === undefined) return ACTIONS.get(key.toLowerCase());
  const at = { row: cursor.row + 0.5, column: cursor.column + 0.5 };
  return { kind: 'zoom', viewport: zoomAt(viewport, size, at, { row: factor, column: factor }) };
}
