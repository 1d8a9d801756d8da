import { fail, ok, type Result, type TextFault } from '../result.ts';
import { dateText, MAX_SECONDS, SECONDS_PER_DAY } from './civil.ts';
import { formatInstant } from './formatInstant.ts';
import { TICKS_PER_SECOND, type Ticks, ticksFromParts, ticksToIso } from './ticks.ts';
import { parseTimeInput, type TimeInput } from './timeInput.ts';
import { zoneClock } from './zoneClock.ts';

/** A typed instant, and the text that a form or a link keeps of it: relative to now, or with its zone. */
export interface TypedEnd extends TimeInput {
  readonly text: string;
}

/** What was typed as a time: an instant, or with `to` a whole span, of which `to` is not part. */
export interface TypedTime {
  readonly from: TypedEnd;
  readonly to?: TypedEnd;
}

/** Longer texts are refused unread. */
const LONGEST = 100;
const CLOCK = String.raw`\d{1,2}(?::\d\d(?::\d\d(?:[.,]\d{1,7})?)?|h(?:\d\d)?)`;
const DAY = String.raw`today|yesterday|\d{4}-\d\d-\d\d`;
const DAY_TIME = new RegExp(`^(?:(${DAY})[ t]+)?(${CLOCK})(.*)$`, 'i');
const ISO_CLOCK = /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
const ZULU = /^\s*(?:z|utc|gmt)$/i;
const HALF_DAY = /^\s*[ap]\.?m\b/i;
const CLOCK_PARTS = /^(\d{1,2})[:h]?(\d\d)?:?(.*)$/i;
/** "12:00-12:30", with or without a day. Other hyphens need blanks around: they are also signs of offsets and parts of dates. */
const CLOCKS = new RegExp(`^((?:(?:${DAY}) +)?${CLOCK})-(${CLOCK}|now)$`, 'i');
const OFFSET_LIKE = /^\d{4}-\d\d-\d\d +\d\d:\d\d-\d\d:\d\d$/;
const JOINED = /^(.*?\S)(?:\s+(?:to|until)\s+|\s*(?:\.{2,3}|[\u2013\u2014])\s*|\s+-\s+)(\S.*)$/i;
/** "now - 1h" is a time. */
const NOW_AND = /^(now)\s*([+-])\s*(?=\d{1,9}[a-z])/i;
/** An ISO 8601 interval. */
const INTERVAL = /^(\d{4}-[^/]+)\/(\d{4}-.+)$/;
const LENGTH =
  /^(?:last\s+)?((?:\d{1,9}\s*(?:seconds?|sec|s|minutes?|min|m|hours?|h|days?|d|weeks?|w)\s*)+)$/i;
const AMOUNT = /(\d+)\s*([a-z])[a-z]*/gi;
/** 14h and 09h are as often hours of the clock; 1h, 6h, 12h and 24h are what everybody calls a length. */
const HOUR_OR_LENGTH = /^(0\d?|1[3-9]|2[0-3])\s*h$/i;
const MONTHS_OR_MINUTES = /^(?:last\s+)?(\d{1,9})\s*M$/;
const SLASHED = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})\b/;

/**
 * Reads what a person types as a time: all that `parseTimeInput` reads, a time of day (`12:00`, today; `14h` only behind a day), `yesterday
 * 14h`, `2024-03-05 14h`, and spans: `30m` (the last 30 minutes), `today`, `yesterday`, `12:00-12:30`, `yesterday 23h to 1h`, or two times
 * joined by "to", "-" between blanks, or "/" between ISO texts. Without a zone, times are of `timeZone` (undefined: UTC).
 * A text with two meanings is refused, and both are named: 14h, 30M, 03/04/2024, 23:00 before 23:00, hours that clocks skip or repeat.
 */
export function readTypedTime(
  typed: string,
  nowTicks: Ticks,
  timeZone: string | undefined,
  edge: 'from' | 'to' = 'from',
): Result<TypedTime, TextFault> {
  const text = typed.trim().replace(NOW_AND, '$1$2');
  const offset = typed.length - typed.trimStart().length;
  const reader: Reader = { nowTicks, timeZone, edge };
  const read = text.length > LONGEST ? instant(text, reader) : timeOrSpan(text, reader);
  if (read.ok) return read;
  return fail({
    ...read.error,
    from: read.error.from + offset,
    to: Math.min(read.error.to + offset, typed.length),
  });
}

/** The same where one instant is meant: a span is refused. */
export function readTypedInstant(
  typed: string,
  nowTicks: Ticks,
  timeZone: string | undefined,
  edge: 'from' | 'to' = 'from',
): Result<TypedEnd, TextFault> {
  const read = readTypedTime(typed, nowTicks, timeZone, edge);
  if (!read.ok) return read;
  const { from, to } = read.value;
  return to === undefined
    ? ok(from)
    : refuse(typed.trim(), 'is a span, and one time is needed here', `Write its start, ${from.text}.`);
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
  const twofold = twoMeanings(text);
  if (twofold !== undefined) return twofold;
  const [first, last] = sidesOf(text);
  // "2024-03-05 10:17:42-05:00" ends with its offset.
  const isInstant = last === undefined || parseTimeInput(text, reader.nowTicks).ok;
  return isInstant || first === undefined ? instant(text, reader) : span(first, last, text, reader);
}

/** The two ends of a span; none: the text names none. */
function sidesOf(text: string): readonly string[] {
  if (/^today$/i.test(text)) return ['today 00:00', 'now'];
  if (/^yesterday$/i.test(text)) return ['yesterday 00:00', 'today 00:00'];
  const [amounts] = LENGTH.exec(text) ?? [];
  if (amounts === undefined) {
    return (CLOCKS.exec(text) ?? INTERVAL.exec(text) ?? JOINED.exec(text) ?? []).slice(1);
  }
  const length = [...amounts.matchAll(AMOUNT)].map(([, count, unit = '']) => `${count}${unit.toLowerCase()}`);
  return [`now-${length.join('')}`, 'now'];
}

/** A fault of a part, or of what stands for it, marks the whole text. */
function whole(text: string, { error }: { readonly error: TextFault }): Result<never, TextFault> {
  return fail({ ...error, from: 0, to: text.length });
}

function twoMeanings(text: string): Result<never, TextFault> | undefined {
  const [, hour] = HOUR_OR_LENGTH.exec(text) ?? [];
  if (hour !== undefined) {
    const at = `${hour.padStart(2, '0')}:00`;
    return refuse(
      text,
      'has two meanings',
      `Write ${at} for the time of day, or "last ${hour}h" for a length.`,
    );
  }
  const [, count] = MONTHS_OR_MINUTES.exec(text) ?? [];
  if (count !== undefined) {
    return refuse(text, 'has two meanings', `Write now-${count}M for months, or ${count}m for minutes.`);
  }
  const [, one = '', , two = '', year] = SLASHED.exec(text) ?? [];
  if (year !== undefined) {
    const iso = (month: string, day: string): string =>
      `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const meant = [...new Set([iso(two, one), iso(one, two)])].filter(
      (each) => parseTimeInput(each, 0n as Ticks).ok,
    );
    return refuse(
      text,
      meant.length > 1 ? 'has two meanings' : 'is not a date that can be read',
      meant.length > 0 ? `Write ${meant.join(' or ')}.` : 'Write year, month and day, as in 2024-03-25.',
    );
  }
  if (!OFFSET_LIKE.test(text)) return undefined;
  const [day, from, to] = [text.slice(0, 10), text.slice(-11, -6), text.slice(-5)];
  return refuse(
    text,
    'has two meanings',
    `Write ${day} ${from} - ${to} for a span, or ${day}T${from}-${to} for an offset from UTC.`,
  );
}

/** Two times. The second one, without a day, is the first such time after the first one. */
function span(first: string, last: string, text: string, reader: Reader): Result<TypedTime, TextFault> {
  const from = instant(first, { ...reader, edge: 'from' });
  if (!from.ok) return whole(text, from);
  const start = from.value.from;
  if (start.text === 'now') return refuse(text, 'begins now', 'Write when it begins, as in now-1h.');
  const [, day, clock, zone = ''] = DAY_TIME.exec(last) ?? [];
  const follows = day === undefined && clock !== undefined;
  const timeZone = ZULU.test(zone) ? undefined : reader.timeZone;
  for (const days of follows ? [0, 1] : [0]) {
    const to = instant(follows ? `${dateOf(start.ticks, timeZone, days)} ${last}` : last, {
      ...reader,
      edge: 'to',
    });
    if (!to.ok) return whole(text, to);
    if (to.value.from.ticks > start.ticks) return ok({ from: start, to: to.value.from });
  }
  return refuse(text, 'ends before it begins', 'Swap the two, or write the day of each.');
}

/** The date of an instant in a zone, `days` later: yyyy-MM-dd. */
function dateOf(ticks: Ticks, timeZone: string | undefined, days: number): string {
  const seconds = Number(ticks / TICKS_PER_SECOND);
  const shown = seconds + (timeZone === undefined ? 0 : zoneClock(timeZone).offsetSeconds(seconds));
  return dateText(Math.max(0, Math.floor(shown / SECONDS_PER_DAY) + days));
}

function end(text: string, input: TimeInput): TypedEnd {
  return { ...input, text };
}

/** A clock as ISO 8601 writes it: "9:05" and "9h05" are "09:05". */
function isoClock(clock: string): string {
  const [, hour = '', minute = '00', rest = ''] = CLOCK_PARTS.exec(clock) ?? [];
  return `${hour.padStart(2, '0')}:${minute}${rest === '' ? '' : `:${rest.replace(',', '.')}`}`;
}

const DAYS_AWAY: ReadonlyMap<string | undefined, number> = new Map([
  [undefined, 0],
  ['today', 0],
  ['yesterday', -1],
]);

function instant(text: string, reader: Reader): Result<TypedTime, TextFault> {
  const [, day, clock = '', zone = ''] = DAY_TIME.exec(text) ?? [];
  const away = DAYS_AWAY.get(day?.toLowerCase());
  if (clock === '' || (away === undefined && ISO_CLOCK.test(clock))) return written(text, text, reader);
  const isZulu = ZULU.test(zone);
  if (!isZulu && zone !== '' && (day === undefined || HALF_DAY.test(zone)))
    return refuse(
      text,
      'cannot be read',
      'Write hours from 00 to 23; in front of an offset, write the day too.',
    );
  const date = away === undefined ? day : dateOf(reader.nowTicks, isZulu ? undefined : reader.timeZone, away);
  const read = written(`${date} ${isoClock(clock)}${zone}`, text, reader);
  return day === undefined ? ifPast(read, text, reader.nowTicks) : read;
}

function ifPast(
  read: Result<TypedTime, TextFault>,
  text: string,
  nowTicks: Ticks,
): Result<TypedTime, TextFault> {
  return !read.ok || read.value.from.ticks <= nowTicks
    ? read
    : refuse(
        text,
        'has two meanings: it has not been that time yet today',
        `Write "yesterday ${text}" or "today ${text}".`,
      );
}

/** A time as `parseTimeInput` reads it; without a zone it is of the reader's. */
function written(iso: string, text: string, reader: Reader): Result<TypedTime, TextFault> {
  const read = parseTimeInput(iso, reader.nowTicks, reader.edge);
  if (!read.ok) return iso === text ? read : whole(text, read);
  if (read.value.note === undefined) return ok({ from: end(iso, read.value) });
  const local =
    reader.timeZone === undefined ? ok(read.value.ticks) : ofZone(read.value.ticks, text, reader.timeZone);
  if (!local.ok) return local;
  const note = `No zone was given: read as ${reader.timeZone ?? 'UTC'}.`;
  return ok({ from: end(shortIso(ticksToIso(local.value)), { kind: 'absolute', ticks: local.value, note }) });
}

function shortIso(iso: string): string {
  return iso.replace(/\.?0+(?=Z$|[+-]\d\d:\d\d$)/, '');
}

/** The instant at which clocks of a zone show a time. In autumn some times are shown twice, in spring some never. */
function ofZone(shown: Ticks, text: string, timeZone: string): Result<Ticks, TextFault> {
  const clock = zoneClock(timeZone);
  const seconds = Number(shown / TICKS_PER_SECOND);
  const around = [-SECONDS_PER_DAY, SECONDS_PER_DAY].map((away) => clock.offsetSeconds(seconds + away));
  const all = [...new Set(around)].map((offset) => seconds - offset);
  const real = all.filter((each) => each + clock.offsetSeconds(each) === seconds);
  const ticks = (each: number): Ticks => ticksFromParts(each, Number(shown % TICKS_PER_SECOND));
  const [only, second] = real;
  if (only !== undefined && (only < 0 || only > MAX_SECONDS))
    return refuse(text, 'is outside of the years 0001 to 9999', 'Write another time.');
  if (only !== undefined && second === undefined) return ok(ticks(only));
  const both = all.map((each) => shortIso(formatInstant(ticks(each), timeZone).text)).join(' or ');
  return refuse(
    text,
    only === undefined
      ? `does not exist in ${timeZone}: clocks skip it`
      : `happens twice in ${timeZone}: clocks go back`,
    `Write ${both}.`,
  );
}
