import { daysFromCivil, SECONDS_PER_DAY } from './civil.ts';

/** The offsets of a time zone at all instants. */
export interface ZoneClock {
  readonly timeZone: string;
  readonly isUtc: boolean;
  /** Local time minus UTC in seconds, at an instant given as whole seconds since 0001-01-01T00:00:00Z. */
  readonly offsetSeconds: (seconds: number) => number;
}

/** 1970-01-01 in seconds since 0001-01-01. */
const UNIX_EPOCH_SECONDS = 62_135_596_800;
/**
 * Since 1973 every change of offset in the tz database falls on a quarter of an hour (the last one that did not was Liberia's, in January
 * 1972). So an offset that was read once holds for its whole quarter.
 */
const QUARTER_GRID_FROM = daysFromCivil(1973, 1, 1) * SECONDS_PER_DAY;
const QUARTER_SECONDS = 900;
const CACHE_LIMIT = 4096;

function numberOf(parts: readonly Intl.DateTimeFormatPart[], type: Intl.DateTimeFormatPartTypes): number {
  return Number(parts.find((part) => part.type === type)?.value ?? Number.NaN);
}

function wallSeconds(format: Intl.DateTimeFormat, seconds: number): number {
  const parts = format.formatToParts((seconds - UNIX_EPOCH_SECONDS) * 1000);
  const yearOfEra = numberOf(parts, 'year');
  const isBeforeChrist = parts.some((part) => part.type === 'era' && part.value.startsWith('B'));
  const year = isBeforeChrist ? 1 - yearOfEra : yearOfEra;
  const days = daysFromCivil(year, numberOf(parts, 'month'), numberOf(parts, 'day'));
  return (
    days * SECONDS_PER_DAY +
    numberOf(parts, 'hour') * 3600 +
    numberOf(parts, 'minute') * 60 +
    numberOf(parts, 'second')
  );
}

/** How many clocks are kept. Creating one takes far longer than reading it, and views show one or two zones. */
const MOST_CLOCKS = 8;
const clocks = new Map<string, ZoneClock>();

/** The clock of an IANA zone, by the platform's tz database. Throws RangeError if that does not know the name. */
export function zoneClock(timeZone: string): ZoneClock {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = newClock(timeZone);
  if (clocks.size >= MOST_CLOCKS) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}

/** The clock of the zone in which times are shown; undefined for UTC. */
export function clockOf(timeZone: string | undefined): ZoneClock | undefined {
  return timeZone === undefined ? undefined : zoneClock(timeZone);
}

function newClock(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const resolved = format.resolvedOptions().timeZone;
  const isUtc = resolved === 'UTC' || resolved === 'Etc/UTC';
  const cache = new Map<number, number>();
  const read = (seconds: number): number => wallSeconds(format, seconds) - seconds;

  const offsetSeconds = (seconds: number): number => {
    if (isUtc) return 0;
    if (seconds < QUARTER_GRID_FROM) return read(seconds);
    const quarter = Math.floor(seconds / QUARTER_SECONDS);
    const known = cache.get(quarter);
    if (known !== undefined) return known;
    const offset = read(seconds);
    if (cache.size >= CACHE_LIMIT) cache.clear();
    cache.set(quarter, offset);
    return offset;
  };
  return { timeZone: resolved, isUtc, offsetSeconds };
}

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
