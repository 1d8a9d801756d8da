import { MAX_TICKS, MIN_TICKS, type Ticks } from './ticks.ts';

/** A half-open span of time, `from` included, `to` excluded, in ticks (100 ns since 0001-01-01T00:00:00Z). */
export interface Interval {
  readonly from: Ticks;
  readonly to: Ticks;
}

/**
 * The window of a time axis. Undefined if an end of the window is open: on an axis to the year 1 or 9999, all rows
 * would be one line at the edge, so the axis goes from the first to the last row instead.
 */
export function axisSpan(window: Interval | undefined): Interval | undefined {
  return window === undefined || window.from <= MIN_TICKS || window.to >= MAX_TICKS ? undefined : window;
}
