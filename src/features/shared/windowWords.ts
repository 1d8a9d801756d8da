import type { TickSpan } from '../../core/keys/base/scheme.ts';
import { durationText } from '../../core/time/durationText.ts';
import { formatInstant, type InstantText } from '../../core/time/formatInstant.ts';
import { type Ticks, TICKS_PER_SECOND } from '../../core/time/ticks.ts';
import { parseTimeInput } from '../../core/time/timeInput.ts';
import { readTypedTime } from '../../core/time/typedTime.ts';
import { ok, type Result, type TextFault } from '../../core/result.ts';
import { isSameQuery, type QueryForm } from '../../state/run/queryForm.ts';
import type { NoRun, RunState } from '../../state/run/runState.ts';
import type { TypedRange } from '../../state/run/queryStore.ts';
import type { ShownZone } from './shownTime.ts';
import { isRepeatedTime, clockOf } from '../../core/time/zoneClock.ts';

/** A window as its button shows it. */
export interface WindowWords {
  /** "23:45:00 - 01:45:00", with all digits, so exact. */
  readonly times: string;
  /** "21 to 22 Nov, 2 h, UTC". */
  readonly detail: string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Whether the window depends on the time at which it is read. */
export function isRelative({ from, to }: TypedRange): boolean {
  return /now/i.test(`${from} ${to}`);
}

/** The window that was read by the query of the form, if that depends on the time of reading. */
export function windowRead(run: NoRun | RunState, form: QueryForm): TickSpan | undefined {
  return run.phase !== 'idle' && isRelative(form) && isSameQuery(run.form, form)
    ? run.plan.request.window
    : undefined;
}

/** The instant that a typed end stands for now; undefined if it is empty or not a time. */
export function ticksOf(text: string, nowTicks: Ticks): Ticks | undefined {
  if (text.trim() === '') return undefined;
  const parsed = parseTimeInput(text, nowTicks);
  return parsed.ok ? parsed.value.ticks : undefined;
}

/** How typing a text at one end changes the window. A span sets both ends, and an empty text leaves the end open. */
export function typedRange(
  end: keyof TypedRange,
  text: string,
  nowTicks: Ticks,
  timeZone: string | undefined,
): Result<Partial<TypedRange>, TextFault> {
  if (text.trim() === '') return ok({ [end]: '' });
  const read = readTypedTime(text, nowTicks, timeZone);
  if (!read.ok) return read;
  const { from, to } = read.value;
  return ok(to === undefined ? { [end]: from.text } : { from: from.text, to: to.text });
}

/**
 * What the form keeps of an end that cannot be read, so that it does not run the window before. It reads texts without a zone as UTC, so
 * an hour that clocks of the shown zone skip or repeat gets the name of that zone, which no time has.
 */
export function unreadEnd(text: string, timeZone: string | undefined): string {
  return timeZone !== undefined && parseTimeInput(text, 0n as Ticks).ok ? `${text} ${timeZone}` : text;
}

interface Day {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

function dayOf(ticks: bigint, timeZone: string | undefined): Day {
  const [year = '', month = '', day = ''] = formatInstant(ticks, timeZone).date.split('-');
  return { year, month: MONTHS[Number(month) - 1] ?? month, day: String(Number(day)) };
}

/** "22 Nov", "21 to 22 Nov", "31 Dec 2025 to 1 Jan 2026". The year is left out if it is this year. */
function daysText(from: Day, to: Day, thisYear: string): string {
  const year = (day: Day): string => (day.year === thisYear ? '' : ` ${day.year}`);
  const last = `${to.day} ${to.month}`;
  if (from.year !== to.year) return `${from.day} ${from.month} ${from.year} to ${last} ${to.year}`;
  if (from.month !== to.month) return `${from.day} ${from.month} to ${last}${year(to)}`;
  return from.day === to.day ? `${last}${year(to)}` : `${from.day} to ${last}${year(to)}`;
}

type End = Ticks | 'open';

function endOf(text: string, nowTicks: Ticks): End | undefined {
  return text.trim() === '' ? 'open' : ticksOf(text, nowTicks);
}

/** A typed window in words, as of now; undefined if one end is not a time. */
export function windowWords(range: TypedRange, nowTicks: Ticks, zone: ShownZone): WindowWords | undefined {
  const from = endOf(range.from, nowTicks);
  const to = endOf(range.to, nowTicks);
  if (from === undefined || to === undefined) return undefined;
  const { timeZone, name } = zone;
  const clock = (end: End, open: string): string => (end === 'open' ? open : clockText(end, timeZone));
  const thisYear = dayOf(nowTicks, timeZone).year;
  const toNow = range.to.trim() === 'now' ? ' to now' : '';
  const detail = [daysOf(from, to, timeZone, thisYear), `${lengthOf(from, to)}${toNow}`.trim(), name];
  if (from === 'open' && to === 'open') return { times: 'All time', detail: '' };
  return {
    times: `${clock(from, 'the beginning')} \u2013 ${clock(to, 'the end')}`,
    detail: detail.filter((part) => part !== '').join(', '),
  };
}

function daysOf(from: End, to: End, timeZone: string | undefined, thisYear: string): string {
  const [first, last] = [from === 'open' ? to : from, to === 'open' ? from : to];
  return first === 'open' || last === 'open'
    ? ''
    : daysText(dayOf(first, timeZone), dayOf(last, timeZone), thisYear);
}

function lengthOf(from: End, to: End): string {
  if (from === 'open' || to === 'open') return '';
  return to > from ? durationText(to - from) : 'To is not after From';
}

/** The window as one text for other tools: an ISO 8601 interval in UTC, with all digits. Undefined if an end is open or not a time. */
export function windowIso(range: TypedRange, nowTicks: Ticks): string | undefined {
  const [from, to] = [ticksOf(range.from, nowTicks), ticksOf(range.to, nowTicks)];
  return from === undefined || to === undefined
    ? undefined
    : `${formatInstant(from).text}/${formatInstant(to).text}`;
}

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
