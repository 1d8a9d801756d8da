import { fail, ok, type Result, type TextFault } from '../result.ts';
import { dateText, MAX_SECONDS, SECONDS_PER_DAY } from './civil.ts';
import { formatInstant } from './formatInstant.ts';
import { TICKS_PER_SECOND, type Ticks, ticksFromParts } from './ticks.ts';
import { datesOfNumbers, isoOfPrinted, isOnWrongDay, TWELVE_HOURS, unwrapped } from './printedTime.ts';
import { parseTimeInput, type TimeInput } from './timeInput.ts';
import { zoneClock } from './zoneClock.ts';

/** A typed instant, with the text that a form or a link keeps of it: relative to now, or with its zone. */
export interface TypedEnd extends TimeInput {
  readonly text: string;
}

/** What was typed as a time: an instant, or a half-open span if there is a `to`. */
export interface TypedTime {
  readonly from: TypedEnd;
  readonly to?: TypedEnd;
}

/** Longer texts are refused without being read. */
const LONGEST = 100;
const CLOCK = String.raw`\d{1,2}(?::\d\d(?::\d\d(?:[.,]\d{1,7})?)?|h(?:\d\d)?)`;
const DAY = String.raw`today|yesterday|\d{4}-\d\d-\d\d`;
const DAY_TIME = new RegExp(`^(?:(${DAY})[ t]+)?(${CLOCK})(.*)$`, 'i');
const ISO_CLOCK = /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
const ZULU = /^\s*(?:z|utc|gmt)$/i;
const HALF_DAY = /^\s*[ap]\.?m\b/i;
const CLOCK_PARTS = /^(\d{1,2})[:h]?(\d\d)?(.*)$/i;
/**
 * Matches "12:00-12:30", with or without a day. In other spans the hyphen needs blanks around it, because it is also the sign of an offset
 * and a part of dates.
 */
const CLOCKS = new RegExp(`^((?:(?:${DAY}) +)?${CLOCK})-(${CLOCK}|now)$`, 'i');
const OFFSET_LIKE = /^(\d{4}-\d\d-\d\d) +(\d\d:\d\d)-(\d\d:\d\d)$/;
const JOINED = /^(.*?\S)(?:\s+(?:to|until)\s+|\s*(?:\.{2,3}|[\u2013\u2014])\s*|\s+-\s+)(\S.*)$/i;
/** Matches the beginning of "now - 1h", which is a time and not a span. */
const NOW_AND = /^(now)\s*([+-])\s*(?=\d{1,9}[a-z])/i;
/** Matches an ISO 8601 interval. */
const INTERVAL = /^(\d{4}-[^/]+)\/(\d{4}-.+)$/;
const LENGTH =
  /^(?:last\s+)?((?:\d{1,9}\s*(?:seconds?|sec|s|minutes?|min|m|hours?|h|days?|d|weeks?|w)\s*)+)$/i;
const AMOUNT = /(\d+)\s*([a-z])[a-z]*/gi;
/** Matches 14h and 09h, which are just as often a time of day as a length. 1h, 6h, 12h and 24h are always understood as a length. */
const HOUR_OR_LENGTH = /^(0\d?|1[3-9]|2[0-3])\s*h$/i;
const MONTHS_OR_MINUTES = /^(?:last\s+)?(\d{1,9})\s*M$/;

/**
 * Reads what a person types as a time. It can be everything that `parseTimeInput` reads; a time of day (`12:00`, today; `14h` only after a
 * day); a day and a time, `yesterday 14h`, `2024-03-05 14h`; or a span: `30m` (the last 30 minutes), `today`, `yesterday`, `12:00-12:30`,
 * `yesterday 23h to 1h`, or two times joined by "to", by "-" between blanks, or by "/" between ISO texts. Times that other programs print
 * are read too (`printedTime.ts`). Without a zone, times are in `timeZone` (undefined: UTC). A text with two meanings is refused, and both
 * are named: 14h, 30M, 03/04/2024, 23:00 before 23:00, and hours that clocks skip or repeat.
 */
export function readTypedTime(
  typed: string,
  nowTicks: Ticks,
  timeZone: string | undefined,
  edge: 'from' | 'to' = 'from',
): Result<TypedTime, TextFault> {
  const trimmed = typed.trim();
  const reader: Reader = { nowTicks, timeZone, edge };
  if (trimmed.length > LONGEST) return refuse(typed, 'is too long for a time', 'Type a shorter one.');
  const text = unwrapped(trimmed).replace(NOW_AND, '$1$2');
  const read = timeOrSpan(text, reader);
  if (read.ok) return read;
  if (text !== trimmed) return whole(typed, read);
  const { from, to } = read.error;
  const offset = typed.length - typed.trimStart().length;
  return fail({ ...read.error, from: from + offset, to: Math.min(to + offset, typed.length) });
}

/** Like readTypedTime, for places where a single instant is meant: a span is refused. */
export function readTypedInstant(...args: Parameters<typeof readTypedTime>): Result<TypedEnd, TextFault> {
  const read = readTypedTime(...args);
  if (!read.ok) return read;
  const { from, to } = read.value;
  return to === undefined
    ? ok(from)
    : refuse(args[0], 'is a span, and one time is needed', `Write its start, ${from.text}.`);
}

interface Reader {
  readonly nowTicks: Ticks;
  readonly timeZone: string | undefined;
  readonly edge: 'from' | 'to';
}

function refuse(text: string, isWhat: string, nextStep: string): Result<never, TextFault> {
  return fail({ message: `"${text.slice(0, 40)}" ${isWhat}`, from: 0, to: text.length, nextStep });
}

function timeOrSpan(text: string, reader: Reader): Result<TypedTime, TextFault> {
  const meanings = twoMeanings(isoOfPrinted(text)) ?? halfMeanings(text);
  if (meanings !== undefined) return refuse(text, 'has two meanings', meanings);
  const [first, last] = sidesOf(isoOfPrinted(text));
  // "2024-03-05 10:17:42-05:00" looks like a span, but ends with an offset.
  const isSpan = first !== undefined && last !== undefined && !parseTimeInput(text, reader.nowTicks).ok;
  if (isSpan) return span(first, last, text, reader);
  const read = instant(text, reader);
  return read.ok ? ok({ from: read.value }) : read;
}

/** Matches a time of day that may be one of twelve hours, and no offset. */
const BARE_CLOCK = /(?<![\d:.+]|\s-)(?:0?\d|1[0-2]):\d\d/;

/** What to write if only one of two times says whether it is before or after noon. */
function halfMeanings(text: string): string | undefined {
  const rest = text.replace(TWELVE_HOURS, '#');
  const isOne = rest !== text && !TWELVE_HOURS.test(rest) && BARE_CLOCK.test(rest);
  return isOne ? 'Write AM or PM behind both times.' : undefined;
}

/** The texts of the two ends of a span; empty if the text is not a span. */
function sidesOf(text: string): readonly string[] {
  if (/^today$/i.test(text)) return ['today 00:00', 'now'];
  if (/^yesterday$/i.test(text)) return ['yesterday 00:00', 'today 00:00'];
  const [amounts] = LENGTH.exec(text) ?? [];
  if (amounts === undefined)
    return (CLOCKS.exec(text) ?? INTERVAL.exec(text) ?? JOINED.exec(text) ?? []).slice(1);
  const length = [...amounts.matchAll(AMOUNT)].map(([, count, unit = '']) => `${count}${unit.toLowerCase()}`);
  return [`now-${length.join('')}`, 'now'];
}

/** What to write instead of a text with two meanings; undefined if there is only one. */
function twoMeanings(text: string): string | undefined {
  const [, hour] = HOUR_OR_LENGTH.exec(text) ?? [];
  if (hour !== undefined)
    return `Write ${hour.padStart(2, '0')}:00 for the time of day, or "last ${hour}h" for a length.`;
  const [, count] = MONTHS_OR_MINUTES.exec(text) ?? [];
  if (count !== undefined) return `Write now-${count}M for months, or ${count}m for minutes.`;
  const [, day, from, to] = OFFSET_LIKE.exec(text) ?? [];
  return day === undefined
    ? undefined
    : `Write ${day} ${from} - ${to} for a span, or ${day}T${from}-${to} for an offset from UTC.`;
}

/** Reads a span of two times. If the second one has no day, it is the first such time after the first one. */
function span(first: string, last: string, text: string, reader: Reader): Result<TypedTime, TextFault> {
  const ofSpan: Reader = { ...reader, edge: 'from' };
  const from = instant(first, ofSpan);
  if (!from.ok) return whole(text, from);
  const { ticks } = from.value;
  if (first === 'now') return refuse(text, 'begins now', 'Write when it begins, as in now-1h.');
  const end = isoOfPrinted(last);
  const isClock = new RegExp(`^${CLOCK}$`, 'i').test(end);
  const isZoned = /\d:\d.*(?:[a-z]|[+-]\d\d:?\d\d)$/i.test(first);
  if (isClock && isZoned && (reader.timeZone !== undefined || !/(?:Z|UTC|GMT)$/i.test(first)))
    return refuse(text, 'has two meanings: only one time has a zone', 'Write the zone of both.');
  for (const days of [0, 1]) {
    const to = instant(isClock ? `${dateOf(ticks, reader.timeZone, days)} ${end}` : last, ofSpan);
    if (!to.ok) return whole(text, to);
    if (to.value.ticks > ticks) return ok({ from: from.value, to: to.value });
  }
  return refuse(text, 'ends before it begins', 'Swap the two, or write the day of each.');
}

/** Makes a fault mark the whole text, because its offsets belong to a part of it or to another text. */
function whole(text: string, { error }: { readonly error: TextFault }): Result<never, TextFault> {
  return fail({ ...error, from: 0, to: text.length });
}

/** The date of an instant in a zone, moved by `days`, as yyyy-MM-dd. */
function dateOf(ticks: Ticks, timeZone: string | undefined, days: number): string {
  const seconds = Number(ticks / TICKS_PER_SECOND);
  const shown = seconds + (timeZone === undefined ? 0 : zoneClock(timeZone).offsetSeconds(seconds));
  return dateText(Math.max(0, Math.floor(shown / SECONDS_PER_DAY) + days));
}

/** Rewrites a time of day as in ISO 8601: "9:05" and "9h05" become "09:05". */
function isoClock(clock: string): string {
  const [, hour = '', minute = '00', rest = ''] = CLOCK_PARTS.exec(clock) ?? [];
  return `${hour.padStart(2, '0')}:${minute}${rest.replace(',', '.')}`;
}

function instant(typed: string, reader: Reader): Result<TypedEnd, TextFault> {
  const dates = datesOfNumbers(typed);
  if (dates?.length === 0) return refuse(typed, 'is not a date', 'Write year, month and day: 2024-03-25.');
  if (dates?.length === 2) return refuse(typed, 'has two meanings', `Write ${dates.join(' or ')}.`);
  if (isOnWrongDay(typed))
    return refuse(typed, 'names a day that does not fit its date', 'Leave the day out, and check the date.');
  return ofIso(isoOfPrinted(unwrapped(typed)), typed, reader);
}

/** `text`: `typed` as in ISO 8601, or with a time of day alone or after the name of a day. */
function ofIso(text: string, typed: string, reader: Reader): Result<TypedEnd, TextFault> {
  const [, day, clock, zone = ''] = DAY_TIME.exec(text) ?? [];
  const isDate = day !== undefined && /^\d/.test(day);
  if (clock === undefined || (isDate && ISO_CLOCK.test(clock))) return written(text, typed, reader);
  if (!isZone(zone, isDate))
    return refuse(
      typed,
      'cannot be read',
      'Write hours from 00 to 23; in front of an offset, write the date.',
    );
  const shown = zone === '' ? reader.timeZone : undefined;
  const date = isDate ? day : dateOf(reader.nowTicks, shown, day?.toLowerCase() === 'yesterday' ? -1 : 0);
  const read = written(`${date} ${isoClock(clock)}${zone}`, typed, reader);
  const isLater = day === undefined && read.ok && read.value.ticks > reader.nowTicks;
  const both = `Write "yesterday ${typed}" or "today ${typed}".`;
  return isLater ? refuse(typed, 'has two meanings: it is later than now', both) : read;
}

/**
 * Whether what follows a time of day is a zone. An offset is only allowed with a date, because "yesterday" can be another day in that
 * offset than here.
 */
function isZone(zone: string, hasDate: boolean): boolean {
  return zone === '' || ZULU.test(zone) || (hasDate && !HALF_DAY.test(zone));
}

/** Reads a time by `parseTimeInput`. Without a zone, it is a time in the reader's zone. */
function written(
  iso: string,
  text: string,
  { nowTicks, timeZone, edge }: Reader,
): Result<TypedEnd, TextFault> {
  const read = parseTimeInput(iso, nowTicks, edge);
  if (!read.ok) return iso === text ? read : whole(text, read);
  if (read.value.note === undefined) return ok({ ...read.value, text: iso });
  const local = timeZone === undefined ? ok(read.value.ticks) : ofZone(read.value.ticks, text, timeZone);
  if (!local.ok) return local;
  const note = `No zone was given: read as ${timeZone ?? 'UTC'}.`;
  return ok({ kind: 'absolute', ticks: local.value, note, text: shortIso(local.value) });
}

function shortIso(ticks: Ticks, timeZone?: string): string {
  return formatInstant(ticks, timeZone).text.replace(/\.?0+(?=Z$|[+-]\d\d:\d\d$)/, '');
}

/** The instant at which the clocks of a zone show a time. When clocks are changed, some times are shown twice and some never. */
function ofZone(shown: Ticks, text: string, timeZone: string): Result<Ticks, TextFault> {
  const clock = zoneClock(timeZone);
  const seconds = Number(shown / TICKS_PER_SECOND);
  const offsets = new Set(
    [-SECONDS_PER_DAY, SECONDS_PER_DAY].map((away) => clock.offsetSeconds(seconds + away)),
  );
  const all = [...offsets]
    .map((offset) => seconds - offset)
    .filter((each) => each >= 0 && each <= MAX_SECONDS);
  if (all.length === 0)
    return refuse(text, 'is outside of the years 0001 to 9999 in UTC', 'Write it in UTC, with Z.');
  const ticks = (each: number): Ticks => ticksFromParts(each, Number(shown % TICKS_PER_SECOND));
  const [only, second] = all.filter((each) => each + clock.offsetSeconds(each) === seconds);
  if (only !== undefined && second === undefined) return ok(ticks(only));
  const how = only === undefined ? 'does not exist' : 'happens twice';
  return refuse(
    text,
    `${how} in ${timeZone}`,
    `Write ${all.map((each) => shortIso(ticks(each), timeZone)).join(' or ')}.`,
  );
}
