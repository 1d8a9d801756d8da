import { daysFromCivil, daysInMonth } from '../../time/civil.ts';
import { numberAt } from '../base/digits.ts';
import type { DateLayout } from './dateLayouts.ts';

export interface ScannedDate {
  /** How it is written, so that `dateLayouts` can read and write it. */
  readonly layout: DateLayout;
  /** Offset after its last character. */
  readonly end: number;
}

/**
 * The longest date at a position. What follows the day may be a time of day, or only look like one, so the end of the day (or month) is
 * given as well.
 */
export interface LongestDate extends ScannedDate {
  readonly dayEnd: number;
  /** The same date cut before each of its last fields, longest first, because what looks like a field may belong to the next part. */
  readonly shorter: readonly ScannedDate[];
}

/** Marks between year, month and day. A key cannot contain a slash. */
const DATE_MARKS = '-_.:';
/** Marks between date and time of day. */
const TIME_MARKS = 'Tt_- :.';
/** Marks between hour, minute and second. */
const CLOCK_MARKS = ':-_.';
const MOST_FRACTION = 7;
/** A fraction after a mark has at most nine digits: Go and Java write nanoseconds. */
const MOST_BEHIND_MARK = 9;
/** Two dates in one key are at most this many years apart; otherwise the second is another number. */
const MOST_YEARS_APART = 10;
/** 1970-01-01 in days since 0001-01-01. */
const UNIX_DAYS = daysFromCivil(1970, 1, 1);
const SECONDS_PER_DAY = 86_400;

function isDigitAt(text: string, at: number): boolean {
  const digit = text.charCodeAt(at) - 48;
  return digit >= 0 && digit <= 9;
}

function digitsFrom(text: string, at: number): number {
  let end = at;
  while (isDigitAt(text, end)) end++;
  return end - at;
}

/** Whether the two digits at `at` are a number in [low, high]. */
function isPair(text: string, at: number, low: number, high: number): boolean {
  const value = numberAt(text, at, 2);
  return value >= low && value <= high;
}

/** The mark at `at`, if it is one of `marks` and a digit follows; else ''. */
function markAt(text: string, at: number, marks: string): string {
  const mark = text.charAt(at);
  return mark !== '' && marks.includes(mark) && isDigitAt(text, at + 1) ? mark : '';
}

/** Whether the four digits at `at` are a year close to `year`. */
function isNearYear(text: string, at: number, year: number): boolean {
  const other = numberAt(text, at, 4);
  return other > 0 && Math.abs(other - year) <= MOST_YEARS_APART;
}

/** Whether a year close to `year`, the mark and a month are at `at`. */
function isNearMonth(text: string, at: number, year: number, mark: string): boolean {
  const monthAt = at + 4 + mark.length;
  return isNearYear(text, at, year) && text.startsWith(mark, at + 4) && isPair(text, monthAt, 1, 12);
}

/** How many characters of the following part are looked at. */
const PART_START = 24;
const MOST_DAYS = 31;

/**
 * Whether another part begins at `at`, and not an impossible field of the date: a longer number, or an id such as `7f3a9c`. A suffix of one
 * or two letters, the zone `Z` or a `T` before a time of day does not make it another part.
 */
function isOtherPart(text: string, at: number): boolean {
  const part = text.slice(at, at + PART_START);
  return /^(?!\d+z(?![\da-z]))(?:\d{3}|\d[\da-z](?!t\d)[\da-z]{3})/iu.test(part);
}

/**
 * Like `isOtherPart`, after year and month. If letters follow a number from 1 to 31, it still counts as a day, even one that does not
 * exist, such as 30 February.
 */
function isOtherThanDay(text: string, at: number): boolean {
  return isOtherPart(text, at) && (isDigitAt(text, at + 2) || !isPair(text, at, 1, MOST_DAYS));
}

/** Reads year, month and day, or year and month. The text may continue. */
function scanDay(text: string, at: number): ScannedDate | undefined {
  const year = numberAt(text, at, 4);
  const mark = markAt(text, at + 4, DATE_MARKS);
  const monthAt = at + 4 + mark.length;
  if (year < 1 || !isPair(text, monthAt, 1, 12)) return undefined;
  const month = { layout: `yyyy${mark}MM`, end: monthAt + 2 };
  const dayAt = month.end + mark.length;
  if (!text.startsWith(mark, month.end) || numberAt(text, dayAt, 2) < 0) return month;
  // 2024-03-2024-04 are two months, not a date.
  if (mark !== '' && isNearMonth(text, dayAt, year, mark)) return month;
  if (!isPair(text, dayAt, 1, daysInMonth(year, numberAt(text, monthAt, 2)))) {
    // 30 February is not a date, and neither is its month alone, whatever follows.
    return isOtherThanDay(text, dayAt) ? month : undefined;
  }
  return { layout: `${month.layout}${mark}dd`, end: dayAt + 2 };
}

/** Reads the fraction after the seconds: digits only, or digits after a dot or comma. */
function scanFraction(text: string, found: ScannedDate): ScannedDate {
  const mark = markAt(text, found.end, '.,');
  const at = found.end + mark.length;
  const count = digitsFrom(text, at);
  if (count === 0 || count > (mark === '' ? MOST_FRACTION : MOST_BEHIND_MARK)) return found;
  return { layout: found.layout + mark + 'f'.repeat(count), end: at + count };
}

/**
 * Whether the digits after a day are a second date, or the same day in Unix seconds or milliseconds. Either can look like a time of day:
 * 20240306 could be read as 20:24:03.06.
 */
function isOtherTime(text: string, at: number, dateAt: number, { layout }: ScannedDate): boolean {
  const year = numberAt(text, dateAt, 4);
  const count = digitsFrom(text, at);
  if (count === 10 || count === 13) {
    const month = numberAt(text, dateAt + layout.indexOf('M'), 2);
    const day = numberAt(text, dateAt + layout.indexOf('d'), 2);
    const unixDay = Math.floor(numberAt(text, at, 10) / SECONDS_PER_DAY);
    return Math.abs(UNIX_DAYS + unixDay - daysFromCivil(year, month, day)) <= 1;
  }
  const second = scanDay(text, at);
  return second?.layout.includes('d') === true && !isDigitAt(text, second.end) && isNearYear(text, at, year);
}

/**
 * Whether the text after a day and a mark is not a time of day, but a second time, or four digits after the date's own mark, which are
 * often a year or a counter (2024-03-05-2024).
 */
function isNoClock(text: string, dateAt: number, day: ScannedDate, mark: string): boolean {
  const at = day.end + mark.length;
  const isOwnMark = day.layout.charAt(4) === mark;
  return (isOwnMark && digitsFrom(text, at) === 4) || isOtherTime(text, at, dateAt, day);
}

/**
 * Whether two digits that cannot be a minute or second make the whole text no time. They do after a colon, unless they begin another part,
 * and before the zone `Z`.
 */
function isBrokenClock(text: string, at: number, mark: string): boolean {
  return (mark === ':' && !isOtherPart(text, at)) || /^\d\dZ(?![\da-z])/i.test(text.slice(at, at + 4));
}

/**
 * Whether three or four digits follow the mark after the minute. They are a counter, since nobody writes seconds and a fraction as `ssf`.
 */
function isCounter(text: string, at: number, mark: string): boolean {
  const count = digitsFrom(text, at);
  return mark !== '' && (count === 3 || count === 4);
}

/** Reads hour, minute, second and fraction after a day, as far as they go; undefined if the time of day is impossible. */
function scanClock(text: string, dateAt: number, day: ScannedDate): readonly ScannedDate[] | undefined {
  const mark = markAt(text, day.end, TIME_MARKS);
  const hourAt = day.end + mark.length;
  if (!isPair(text, hourAt, 0, 23)) return /[Tt]/.test(mark) ? undefined : [];
  if (mark !== '' && !/[Tt]/.test(mark) && isNoClock(text, dateAt, day, mark)) return [];
  const hour = { layout: `${day.layout}${mark}HH`, end: hourAt + 2 };
  const between = markAt(text, hour.end, CLOCK_MARKS);
  const minuteAt = hour.end + between.length;
  if (!isPair(text, minuteAt, 0, 59)) return isBrokenClock(text, minuteAt, between) ? undefined : [hour];
  const minute = { layout: `${hour.layout}${between}mm`, end: minuteAt + 2 };
  const secondAt = minute.end + between.length;
  if (!text.startsWith(between, minute.end) || !isDigitAt(text, secondAt))
    return isBrokenClock(text, minute.end + 1, markAt(text, minute.end, '-_.')) ? undefined : [hour, minute];
  if (!isPair(text, secondAt, 0, 59))
    return isBrokenClock(text, secondAt, between) ? undefined : [hour, minute];
  if (isCounter(text, secondAt, between)) return [hour, minute];
  const second = { layout: `${minute.layout}${between}ss`, end: secondAt + 2 };
  const fraction = scanFraction(text, second);
  return fraction === second ? [hour, minute, second] : [hour, minute, second, fraction];
}

/** Matches what marks a time of day as UTC. Two zeros after a minus are not included, because they may be a counter. */
const UTC = /Z| ?(?:\+00(?::?00)?|-00:?00)(?![\da-zA-Z:.])| UTC(?!\w| ?[+\-\u2212\u2013\uff0d])/y;

function withZone(text: string, found: ScannedDate): ScannedDate {
  const { layout, end } = found;
  if (!layout.includes('H')) return found;
  UTC.lastIndex = end;
  const read = UTC.exec(text)?.[0] ?? '';
  // Offsets after ISO 8601 are read by its own codec.
  const zone = read === 'Z' || !/TH.*:/.test(layout) ? read : '';
  return { layout: layout + zone, end: end + zone.length };
}

/** Whether a layout ends with a zone for UTC: `Z`, zeros or `UTC`. */
export function hasZone(layout: DateLayout): boolean {
  return /[Z0C]$/.test(layout);
}

/**
 * The longest date at `at`, with or without marks, and with or without a time of day. It does not end in the middle of a number. Undefined
 * if there is none.
 */
export function scanDateAt(text: string, at: number): LongestDate | undefined {
  const day = scanDay(text, at);
  if (day === undefined) return undefined;
  const clock = day.layout.includes('d') ? scanClock(text, at, day) : [];
  if (clock === undefined) return undefined;
  const [longest, ...shorter] = [day, ...clock]
    .map((each) => withZone(text, each))
    .filter(({ end }) => !isDigitAt(text, end))
    .toReversed();
  return longest === undefined ? undefined : { ...longest, shorter, dayEnd: day.end };
}
