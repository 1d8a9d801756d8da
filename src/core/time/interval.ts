import { MAX_TICKS, MIN_TICKS, type Ticks } from './ticks.ts';

/** A half-open span of time in ticks (100 ns since 0001-01-01T00:00:00Z): `from` is included, `to` is not. */
export interface Interval {
  readonly from: Ticks;
  readonly to: Ticks;
}

/**
 * The window to use for a time axis; undefined if an end of the window is open. On an axis to the year 1 or 9999, all rows would be one
 * line at the edge, so the axis then goes from the first row to the last.
 */
export function axisSpan(window: Interval | undefined): Interval | undefined {
  return window === undefined || window.from <= MIN_TICKS || window.to >= MAX_TICKS ? undefined : window;
}
