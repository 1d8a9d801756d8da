import type { TimeView } from './waterfallTypes.ts';

/** CSS px. */
export const TRACK_HEIGHT = 20;
/** The run as a whole, over the axis. */
export const OVERVIEW_HEIGHT = 30;
export const AXIS_HEIGHT = 20;
export const HEAD_HEIGHT = OVERVIEW_HEIGHT + AXIS_HEIGHT;
export const LABEL_WIDTH = 132;
/** Kept free right of the time, for the scroll bar and the end of the last bar. */
const RIGHT_MARGIN = 18;

/** Where times lie on the screen: CSS px from the left edge of the waterfall. */
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

/** Tracks [from, to) that are at least in part in sight. */
export function tracksInSight(
  scrollTop: number,
  height: number,
  count: number,
): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.floor(scrollTop / TRACK_HEIGHT));
  return { from: Math.min(from, count), to: Math.min(count, Math.ceil((scrollTop + height) / TRACK_HEIGHT)) };
}
