import { daysInMonth } from '../../time/civil.ts';
import { numberAt } from '../base/digits.ts';
import type { DateLayout } from './dateLayouts.ts';

/** A date found in a text. */
export interface ScannedDate {
  /** How it is written, so that `dateLayouts` can read and write it. */
  readonly layout: DateLayout;
  /** Offset after its last character. */
  readonly end: number;
}

/** Between year, month and day; a slash cannot be in a key. */
const DATE_MARKS = '-_.:';
/** Between date and time of day. */
const TIME_MARKS = 'Tt_- :.';
/** Between hour, minute and second. */
const CLOCK_MARKS = ':-_.';
const MOST_FRACTION = 7;

function isDigitAt(text: string, at: number): boolean {
  const digit = text.charCodeAt(at) - 48;
  return digit >= 0 && digit <= 9;
}

function digitsFrom(text: string, at: number): number {
  let end = at;
  while (isDigitAt(text, end)) end++;
  return end - at;
}

/** Whether two digits of a number in [low, high] are at `at`. */
function isPair(text: string, at: number, low: number, high: number): boolean {
  const value = numberAt(text, at, 2);
  return value >= low && value <= high;
}

/** The mark at `at` where it is one of `marks` and a digit follows; else ''. */
function markAt(text: string, at: number, marks: string): string {
  const mark = text.charAt(at);
  return mark !== '' && marks.includes(mark) && isDigitAt(text, at + 1) ? mark : '';
}

/** Year, month and day, or year and month; what was found may go on. */
function scanDay(text: string, at: number): ScannedDate | undefined {
  const year = numberAt(text, at, 4);
  const mark = markAt(text, at + 4, DATE_MARKS);
  const monthAt = at + 4 + mark.length;
  if (year < 1 || !isPair(text, monthAt, 1, 12)) return undefined;
  const month = { layout: `yyyy${mark}MM`, end: monthAt + 2 };
  const dayAt = month.end + mark.length;
  if (!text.startsWith(mark, month.end) || numberAt(text, dayAt, 2) < 0) return month;
  if (!isPair(text, dayAt, 1, daysInMonth(year, numberAt(text, monthAt, 2)))) {
    // 30 February is no date, and not the February before it either; three digits and more are another part.
    return isDigitAt(text, dayAt + 2) ? month : undefined;
  }
  return { layout: `${month.layout}${mark}dd`, end: dayAt + 2 };
}

/** The fraction after the seconds: digits alone, or after a dot or comma. */
function scanFraction(text: string, found: ScannedDate): ScannedDate {
  const mark = markAt(text, found.end, '.,');
  const at = found.end + mark.length;
  const count = digitsFrom(text, at);
  if (count === 0 || count > MOST_FRACTION) return found;
  return { layout: found.layout + mark + 'f'.repeat(count), end: at + count };
}

/** Hour, minute, second and fraction after a day, as far as they go; undefined where the time of day is impossible. */
function scanClock(text: string, day: ScannedDate): readonly ScannedDate[] | undefined {
  const mark = markAt(text, day.end, TIME_MARKS);
  const hourAt = day.end + mark.length;
  if (!isPair(text, hourAt, 0, 23)) return /[Tt]/.test(mark) ? undefined : [];
  const hour = { layout: `${day.layout}${mark}HH`, end: hourAt + 2 };
  const between = markAt(text, hour.end, CLOCK_MARKS);
  const minuteAt = hour.end + between.length;
  if (!isPair(text, minuteAt, 0, 59)) return between === ':' ? undefined : [hour];
  const minute = { layout: `${hour.layout}${between}mm`, end: minuteAt + 2 };
  const secondAt = minute.end + between.length;
  if (!text.startsWith(between, minute.end) || !isDigitAt(text, secondAt)) return [hour, minute];
  if (!isPair(text, secondAt, 0, 59)) return between === ':' ? undefined : [hour, minute];
  const second = { layout: `${minute.layout}${between}ss`, end: secondAt + 2 };
  const fraction = scanFraction(text, second);
  return fraction === second ? [hour, minute, second] : [hour, minute, second, fraction];
}

function withZone(text: string, found: ScannedDate): ScannedDate {
  return text.charAt(found.end) === 'Z' && found.layout.includes('H')
    ? { layout: `${found.layout}Z`, end: found.end + 1 }
    : found;
}

/**
 * The longest date at `at`, with or without marks between its numbers and with a time of day or without; no digit follows
 * it. Undefined where there is none.
 */
export function scanDateAt(text: string, at: number): ScannedDate | undefined {
  const day = scanDay(text, at);
  if (day === undefined) return undefined;
  const clock = day.layout.includes('d') ? scanClock(text, day) : [];
  return clock === undefined
    ? undefined
    : [day, ...clock].map((each) => withZone(text, each)).findLast(({ end }) => !isDigitAt(text, end));
}
