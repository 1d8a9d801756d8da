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
  | { readonly kind: 'close' };

/**
 * Keys besides the arrows: + and - zoom about the cursor, Backspace goes back, R resets, Z zooms to the selection, Enter pins,
 * Escape closes.
 */
export function mapAction(
  key: string,
  viewport: Viewport,
  size: MapSize,
  cursor: MapPoint,
): MapAction | undefined {
  const at = { row: cursor.row + 0.5, column: cursor.column + 0.5 };
  switch (key) {
    case '+':
    case '=':
      return { kind: 'zoom', viewport: zoomAt(viewport, size, at, { row: ZOOM_STEP, column: ZOOM_STEP }) };
    case '-':
      return {
        kind: 'zoom',
        viewport: zoomAt(viewport, size, at, { row: 1 / ZOOM_STEP, column: 1 / ZOOM_STEP }),
      };
    case 'Backspace':
    case 'Delete':
      return { kind: 'back' };
    case 'r':
    case 'R':
      return { kind: 'reset' };
    case 'z':
    case 'Z':
      return { kind: 'box' };
    case 'Enter':
      return { kind: 'pin' };
    case 'Escape':
      return { kind: 'close' };
    default:
      return undefined;
  }
}
