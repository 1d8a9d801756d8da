import { MAX_TICKS, MIN_TICKS, type Ticks } from './ticks.ts';

/** A half-open span of time, `from` included, `to` excluded, in ticks (100 ns since 0001-01-01T00:00:00Z). */
export interface Interval {
  readonly from: Ticks;
  readonly to: Ticks;
}

/**
 * The part of a window that a time axis can show: up to the year 1 or 9999, rows would be one line at its edge. Undefined: an end is
 * open, so the axis goes from the first to the last row.
 */
export function axisSpan(window: Interval | undefined): Interval | undefined {
  return window === undefined || window.from <= MIN_TICKS || window.to >= MAX_TICKS ? undefined : window;
}
