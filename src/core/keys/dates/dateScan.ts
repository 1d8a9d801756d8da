import { daysFromCivil, daysInMonth } from '../../time/civil.ts';
import { numberAt } from '../base/digits.ts';
import type { DateLayout } from './dateLayouts.ts';

/** A date found in a text. */
export interface ScannedDate {
  /** How it is written, so that `dateLayouts` can read and write it. */
  readonly layout: DateLayout;
  /** Offset after its last character. */
  readonly end: number;
}

/** Like ScannedDate, with the end of its day (or month). What follows may be a time of day, or only look like one. */
export interface LongestDate extends ScannedDate {
  readonly dayEnd: number;
  /** The same date, cut before each of its last fields: what looks like one may belong to the next part. Longest first. */
  readonly shorter: readonly ScannedDate[];
}

/** Marks between year, month and day. A key cannot contain a slash. */
const DATE_MARKS = '-_.:';
/** Marks between date and time of day. */
const TIME_MARKS = 'Tt_- :.';
/** Marks between hour, minute and second. */
const CLOCK_MARKS = ':-_.';
const MOST_FRACTION = 7;
/** Behind a mark: nanoseconds, as Go and Java write them. */
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

/** Whether two digits at `at` are a number in [low, high]. */
function isPair(text: string, at: number, low: number, high: number): boolean {
  const value = numberAt(text, at, 2);
  return value >= low && value <= high;
}

/** The mark at `at`, if it is one of `marks` and a digit follows; else ''. */
function markAt(text: string, at: number, marks: string): string {
  const mark = text.charAt(at);
  return mark !== '' && marks.includes(mark) && isDigitAt(text, at + 1) ? mark : '';
}

/** Whether four digits at `at` are a year close to another year. */
function isNearYear(text: string, at: number, year: number): boolean {
  const other = numberAt(text, at, 4);
  return other > 0 && Math.abs(other - year) <= MOST_YEARS_APART;
}

/** Whether `yyyy MM` with this mark is at `at`, with a year close to another year. */
function isNearMonth(text: string, at: number, year: number, mark: string): boolean {
  const monthAt = at + 4 + mark.length;
  return isNearYear(text, at, year) && text.startsWith(mark, at + 4) && isPair(text, monthAt, 1, 12);
}

/** More than a part's first characters are not looked at. */
const PART_START = 24;
/** Days of some month. */
const MOST_DAYS = 31;

/**
 * Whether what is at `at` is no field of a date but begins another part: a longer number, or an id such as `7f3a9c`. A suffix
 * of one or two letters, the zone `Z`, or a `T` before a time of day makes no other part of an impossible field.
 */
function isOtherPart(text: string, at: number): boolean {
  const part = text.slice(at, at + PART_START);
  return /^(?!\d+z(?![\da-z]))(?:\d{3}|\d[\da-z](?!t\d)[\da-z]{3})/iu.test(part);
}

/** The same after year and month. Letters behind 1 .. 31 leave it a day, such as 30 February. */
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
  // 2024-03-2024-04 are two months.
  if (mark !== '' && isNearMonth(text, dayAt, year, mark)) return month;
  if (!isPair(text, dayAt, 1, daysInMonth(year, numberAt(text, monthAt, 2)))) {
    // 30 February is no date, and neither is the February in it, whatever follows.
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
 * Whether the digits after a day are a second date, or the same day in Unix seconds or milliseconds. Both may look like a time of
 * day, such as 20:24:03.06 for 20240306.
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
 * Whether the text after a day and a mark is not a time of day: it is another time, or four digits after the date's own mark,
 * often a year or a counter (2024-03-05-2024).
 */
function isNoClock(text: string, dateAt: number, day: ScannedDate, mark: string): boolean {
  const at = day.end + mark.length;
  const isOwnMark = day.layout.charAt(4) === mark;
  return (isOwnMark && digitsFrom(text, at) === 4) || isOtherTime(text, at, dateAt, day);
}

/**
 * Whether two digits that are no minute or second make the whole no time: those after a colon, unless they begin another part, and
 * those before the zone `Z`.
 */
function isBrokenClock(text: string, at: number, mark: string): boolean {
  return (mark === ':' && !isOtherPart(text, at)) || /^\d\dZ(?![\da-z])/i.test(text.slice(at, at + 4));
}

/** Whether three or four digits follow the mark after the minute. Nobody writes `mm-ssf`, but many write a counter there. */
function isCounter(text: string, at: number, mark: string): boolean {
  const count = digitsFrom(text, at);
  return mark !== '' && (count === 3 || count === 4);
}

/** Reads hour, minute, second and fraction after a day, as many as there are; undefined if the time of day is impossible. */
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

/** What says behind a time of day that it is in UTC. Two zeros behind a minus may be a counter. */
const UTC = /Z| ?(?:\+00(?::?00)?|-00:?00)(?![\da-zA-Z:.])| UTC(?!\w| ?[+\-\u2212\u2013\uff0d])/y;

function withZone(text: string, found: ScannedDate): ScannedDate {
  const { layout, end } = found;
  if (!layout.includes('H')) return found;
  UTC.lastIndex = end;
  const read = UTC.exec(text)?.[0] ?? '';
  // ISO 8601 reads its own offsets.
  const zone = read === 'Z' || !/TH.*:/.test(layout) ? read : '';
  return { layout: layout + zone, end: end + zone.length };
}

/** Whether a layout ends with a zone: `Z`, zeros or `UTC`. */
export function hasZone(layout: DateLayout): boolean {
  return /[Z0C]$/.test(layout);
}

/**
 * The longest date at `at`, with or without marks, and with or without a time of day. No digit follows it. Undefined if there is
 * none.
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
