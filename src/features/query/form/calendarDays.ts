import { daysFromCivil, SECONDS_PER_DAY } from '../../../core/time/civil.ts';
import { formatParts } from '../../../core/time/formatInstant.ts';
import { clampTicks, ticksFromParts, ticksToIso } from '../../../core/time/ticks.ts';
import { zoneClock } from '../../../core/time/zoneClock.ts';

/** Clocks change by multiples of a quarter of an hour. */
const QUARTER_SECONDS = 900;
/** How many quarters of an hour, from midnight on, are tried. The longest skip was a whole day (Samoa, 30 December 2011). */
const MOST_QUARTERS = 97;

/**
 * The instant at which a day begins in a zone (undefined: UTC), as ISO text in UTC. It is midnight, or the first instant after it if clocks
 * skip midnight. `plus`: this many days later.
 */
export function dayStart(date: string, plus: number, timeZone: string | undefined): string {
  const [year = 1, month = 1, day = 1] = date.split('-').map(Number);
  const midnight = (daysFromCivil(year, month, day) + plus) * SECONDS_PER_DAY;
  return isoText(timeZone === undefined ? midnight : inZone(midnight, timeZone));
}

function inZone(midnight: number, timeZone: string): number {
  const clock = zoneClock(timeZone);
  const wanted = formatParts(midnight, 0).date;
  const guess = midnight - clock.offsetSeconds(midnight);
  let found = midnight - clock.offsetSeconds(guess);
  for (let quarter = 0; quarter < MOST_QUARTERS; quarter += 1) {
    if (formatParts(found, 0, clock).date >= wanted) return found;
    found += QUARTER_SECONDS;
  }
  return found;
}

function isoText(seconds: number): string {
  return ticksToIso(clampTicks(ticksFromParts(Math.max(0, seconds), 0))).replace('.0000000Z', 'Z');
}
