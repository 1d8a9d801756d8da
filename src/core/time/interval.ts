import type { Ticks } from './ticks.ts';

/** A half-open span of time, `from` included, `to` excluded, in ticks (100 ns since 0001-01-01T00:00:00Z). */
export interface Interval {
  readonly from: Ticks;
  readonly to: Ticks;
}
