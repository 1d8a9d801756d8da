/*
 * Nights, weekends and timers: stretches without rows that come back are how a table is used, not what happened to it.
 */
import type { DiagnosisView } from './finding.ts';

const DAY_SECONDS = 86_400;
/** The day first: nights are seen twice where a week has passed. */
const CYCLES_SECONDS = [DAY_SECONDS, 7 * DAY_SECONDS];
/** Share of a stretch that must be as empty one cycle before or after. */
const LEAST_SHARE = 0.85;
/** How far edges may lie from those of the cycle before, as a share of the stretch. */
const EDGE_SHARE = 0.15;
/** A stretch whose only likeness is the end of what is seen may be an outage, if it is shorter than a night. */
const NIGHT_SECONDS = 4 * 3600;
const TICKS_PER_SECOND = 10_000_000n;

/** Columns, half-open. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

type Seen = Pick<DiagnosisView, 'active' | 'cellSeconds' | 'grid'>;

/**
 * Whether a stretch of empty (or quiet) columns comes back with the day or the week, or is a weekend. `isQuiet` tells of any
 * active column; outside of the active ones nothing is known, and an edge there counts as one.
 */
export function isOfCalendar(view: Seen, stretch: Stretch, isQuiet: (column: number) => boolean): boolean {
  return (
    isWeekend(view, stretch) || CYCLES_SECONDS.some((seconds) => recurs(view, stretch, seconds, isQuiet))
  );
}

function recurs(
  { active, cellSeconds }: Seen,
  { from, to }: Stretch,
  seconds: number,
  isQuiet: (column: number) => boolean,
): boolean {
  const shift = Math.round(seconds / cellSeconds);
  const length = to - from;
  if (shift < 2 || length >= shift) return false;
  const isOutside = (column: number) => column < active.from || column >= active.to;
  const near = Math.max(1, Math.round(length * EDGE_SHARE));
  return [-shift, shift].some((by) => {
    let quiet = 0;
    let seen = 0;
    for (let column = from + by; column < to + by; column++) {
      if (isOutside(column)) quiet++;
      else {
        seen++;
        if (isQuiet(column)) quiet++;
      }
    }
    if (quiet < length * LEAST_SHARE) return false;
    // Nothing of the other cycle is seen but where it begins or ends.
    const edge = by < 0 ? Math.abs(to + by - active.from) : Math.abs(from + by - active.to);
    return seen >= length * LEAST_SHARE || (edge <= near && length * cellSeconds >= NIGHT_SECONDS);
  });
}

/** All of a Saturday and a Sunday (UTC), give or take half a day at each end, and not much more. */
function isWeekend({ grid, cellSeconds }: Seen, { from, to }: Stretch): boolean {
  const length = (to - from) * cellSeconds;
  if (length < 1.5 * DAY_SECONDS || length > 3.5 * DAY_SECONDS) return false;
  const start = Number(grid.from / TICKS_PER_SECOND) + from * cellSeconds;
  // 0001-01-01 was a Monday.
  const sinceMonday = ((start % (7 * DAY_SECONDS)) + 7 * DAY_SECONDS) % (7 * DAY_SECONDS);
  const saturdayNoon = 5.5 * DAY_SECONDS;
  return (
    sinceMonday <= saturdayNoon && sinceMonday >= 4 * DAY_SECONDS && sinceMonday + length >= 6.5 * DAY_SECONDS
  );
}

/** Whether stretches are of like length and at like distance, three at least: a timer. */
export function areEven(stretches: readonly Stretch[]): boolean {
  if (stretches.length < 3) return false;
  const lengths = stretches.map(({ from, to }) => to - from);
  const steps = stretches.slice(1).map(({ from }, at) => from - (stretches[at]?.from ?? 0));
  return isNarrow(lengths, 0.25) && isNarrow(steps, 0.1);
}

function isNarrow(values: readonly number[], share: number): boolean {
  const least = Math.min(...values);
  const most = Math.max(...values);
  return most - least <= Math.max(1, share * most);
}
