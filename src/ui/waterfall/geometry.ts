import { TEXT_SCALE } from '../theme/textScale.ts';
import type { TimeView } from './waterfallTypes.ts';

/** Height of a line in CSS px. */
export const TRACK_HEIGHT = 20 * TEXT_SCALE;
/** Height of the strip with the whole run, above the axis. */
export const OVERVIEW_HEIGHT = 30 * TEXT_SCALE;
export const AXIS_HEIGHT = 20 * TEXT_SCALE;
export const HEAD_HEIGHT: number = OVERVIEW_HEIGHT + AXIS_HEIGHT;
export const LABEL_WIDTH = 132 * TEXT_SCALE;
/** Space to the right of the time, for the scroll bar and the end of the last bar. */
const RIGHT_MARGIN = 18;

/** Maps times to CSS px from the left edge of the waterfall. */
export interface TimeScale {
  readonly view: TimeView;
  readonly left: number;
  readonly width: number;
}

export function timeScale(view: TimeView, elementWidth: number): TimeScale {
  return { view, left: LABEL_WIDTH, width: Math.max(1, elementWidth - LABEL_WIDTH - RIGHT_MARGIN) };
}

export function xOf({ view, left, width }: TimeScale, atMs: number): number {
  return left + ((atMs - view.fromMs) / (view.toMs - view.fromMs)) * width;
}

export function timeAt({ view, left, width }: TimeScale, x: number): number {
  return view.fromMs + ((x - left) / width) * (view.toMs - view.fromMs);
}

/** Lines [from, to) that are at least partly visible. */
export function tracksInSight(
  scrollTop: number,
  height: number,
  count: number,
): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.floor(scrollTop / TRACK_HEIGHT));
  return { from: Math.min(from, count), to: Math.min(count, Math.ceil((scrollTop + height) / TRACK_HEIGHT)) };
}
