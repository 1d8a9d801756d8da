import { formatInstant, type InstantText } from '../../core/time/formatInstant.ts';
import { isRepeatedTime } from '../../core/time/repeatedTime.ts';
import { TICKS_PER_SECOND } from '../../core/time/ticks.ts';
import { clockOf } from '../../core/time/zoneClock.ts';

/**
 * A time of day without zeros at its end, to the second at least: still exact. With its offset ("01:30:00 -05:00") if the clock shows it
 * twice. `timeZone` undefined: UTC.
 */
export function clockText(ticks: bigint, timeZone: string | undefined): string {
  const instant = formatInstant(ticks, timeZone);
  return withOffset(instant.timeOfDay.replace(/\.?0+$/, ''), instant, ticks, timeZone);
}

/** A text for a time of day, and the offset if the clock shows that time twice. */
export function withOffset(
  text: string,
  { zone }: InstantText,
  ticks: bigint,
  timeZone: string | undefined,
): string {
  const clock = clockOf(timeZone);
  return isRepeatedTime(Number(ticks / TICKS_PER_SECOND), clock) ? `${text} ${zone}` : text;
}
