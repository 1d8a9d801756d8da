import { dateText, MAX_SECONDS, SECONDS_PER_DAY, timeOfDayText, twoDigits } from './civil.ts';
import { TICKS_PER_SECOND, toTicks, clampTicks } from './ticks.ts';
import { clockOf, type ZoneClock } from './zoneClock.ts';

/** An instant as it is shown, in pieces so that a grid can align them. */
export interface InstantText {
  /** yyyy-MM-dd */
  readonly date: string;
  /** HH:mm:ss.fffffff, always with 7 fraction digits. */
  readonly timeOfDay: string;
  /** `Z` or an offset such as `+01:00`; local mean time has seconds too: `+00:09:21`. */
  readonly zone: string;
  /** All three as one ISO 8601 text. */
  readonly text: string;
}

/** `Z`, or an offset as `+hh:mm[:ss]`. */
function offsetText(offsetSeconds: number, isUtc: boolean): string {
  if (isUtc) return 'Z';
  const size = Math.abs(offsetSeconds);
  const seconds = size % 60;
  const minutes = Math.floor(size / 60);
  const tail = seconds === 0 ? '' : `:${twoDigits(seconds)}`;
  return `${offsetSeconds < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}${tail}`;
}

/**
 * The text of an instant, made without BigInt from whole seconds since 0001-01-01T00:00:00Z (0 .. 315537897599) and ticks within the second
 * (0 .. 9999999). The caller must have checked both ranges. Without a `clock` it is in UTC. If the local time is outside the years 1..9999,
 * which happens in the first and last hours of the calendar, the text is UTC and ends in Z.
 */
export function formatParts(seconds: number, fraction: number, clock?: ZoneClock): InstantText {
  const offset = clock?.offsetSeconds(seconds) ?? 0;
  const shown = seconds + offset;
  const isInside = shown >= 0 && shown <= MAX_SECONDS;
  const local = isInside ? shown : seconds;
  const days = Math.floor(local / SECONDS_PER_DAY);
  const date = dateText(days);
  const timeOfDay = timeOfDayText(local - days * SECONDS_PER_DAY, fraction);
  const zone = offsetText(offset, clock === undefined || clock.isUtc || !isInside);
  return { date, timeOfDay, zone, text: `${date}T${timeOfDay}${zone}` };
}

/**
 * The text of an instant in an IANA zone (undefined: UTC), with all 7 fraction digits and the offset that applied then, exact to the
 * second. Throws RangeError if the ticks are out of range or the zone is unknown. For many rows, keep one zoneClock and call formatParts
 * instead.
 */
export function formatInstant(ticks: bigint, timeZone?: string): InstantText {
  const checked = toTicks(ticks);
  const seconds = Number(checked / TICKS_PER_SECOND);
  const fraction = Number(checked % TICKS_PER_SECOND);
  return formatParts(seconds, fraction, clockOf(timeZone));
}

/** An instant cut to the second, in UTC: "2026-11-20T21:42:00Z". */
export function secondText(ticks: bigint): string {
  return `${formatInstant(clampTicks(ticks)).text.slice(0, 19)}Z`;
}

/** Milliseconds since the Unix epoch as text, cut to the second: "2026-11-20T21:00:00Z". */
export function unixSecondText(unixMs: number): string {
  return `${new Date(unixMs).toISOString().slice(0, 19)}Z`;
}
