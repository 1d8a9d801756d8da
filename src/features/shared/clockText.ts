import { formatInstant, type InstantText } from '../../core/time/formatInstant.ts';
import { isRepeatedTime, clockOf } from '../../core/time/zoneClock.ts';
import { TICKS_PER_SECOND } from '../../core/time/ticks.ts';

/**
 * A time of day, exact, to the second at least and without trailing zeros. The offset is added ("01:30:00 -05:00") if the clock shows this
 * time twice. `timeZone` undefined: UTC.
 */
export function clockText(ticks: bigint, timeZone: string | undefined): string {
  const instant = formatInstant(ticks, timeZone);
  return withOffset(instant.timeOfDay.replace(/\.?0+$/, ''), instant, ticks, timeZone);
}

/** Adds the offset to a time of day if the clock shows that time twice. */
export function withOffset(
  text: string,
  { zone }: InstantText,
  ticks: bigint,
  timeZone: string | undefined,
): string {
  const clock = clockOf(timeZone);
  return isRepeatedTime(Number(ticks / TICKS_PER_SECOND), clock) ? `${text} ${zone}` : text;
}
