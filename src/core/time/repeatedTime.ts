import type { ZoneClock } from './zoneClock.ts';

/** In seconds, twice as much as a clock has ever been put back at once. */
const REACH_SECONDS = 2 * 86_400;

/**
 * Whether a zone's clock shows the local time of an instant (whole seconds since 0001-01-01T00:00:00Z) a second time at another instant,
 * because it is put back in between. Then only the offset tells the two apart.
 */
export function isRepeatedTime(seconds: number, clock: ZoneClock | undefined): boolean {
  if (clock === undefined || clock.isUtc) return false;
  const offset = clock.offsetSeconds(seconds);
  return [-REACH_SECONDS, REACH_SECONDS].some((reach) => {
    const other = clock.offsetSeconds(seconds + reach);
    return other !== offset && clock.offsetSeconds(seconds + offset - other) === other;
  });
}

/** The clock is looked at this often, in seconds. No change lasts less; the shortest are those around Ramadan in Morocco. */
const LOOK_SECONDS = 28 * 86_400;
const LOOKS_OF_A_YEAR = 14;

/**
 * Whether the clock changes between two instants, or shows one of their local times twice. Of a longer span, only the first year is looked
 * at.
 */
export function meetsClockChange(from: number, to: number, clock: ZoneClock | undefined): boolean {
  if (clock === undefined || clock.isUtc) return false;
  const offset = clock.offsetSeconds(to);
  return (
    Array.from({ length: LOOKS_OF_A_YEAR }, (_, at) => Math.min(to, from + at * LOOK_SECONDS)).some(
      (at) => clock.offsetSeconds(at) !== offset,
    ) ||
    isRepeatedTime(from, clock) ||
    isRepeatedTime(to, clock)
  );
}
