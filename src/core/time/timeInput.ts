import { fail, ok, type Result, type TextFault } from '../result.ts';
import { addUnits, type CalendarUnit, startOfUnit } from './calendar.ts';
import { scanIso } from './isoScan.ts';
import { MAX_TICKS, type Ticks, ticksFromParts, tryTicks } from './ticks.ts';

/** A typed time that was understood. */
export interface TimeInput {
  /** A relative time moves with the clock. */
  readonly kind: 'absolute' | 'relative';
  readonly ticks: Ticks;
  /** A sentence about what was assumed, if anything was. */
  readonly note?: string;
}

const EXAMPLES = 'Type 12:00, 30m, yesterday 14h, 2024-03-05T10:17:42Z, 19-digit ticks or now-1h.';

function fault(message: string, from: number, to: number, nextStep = EXAMPLES): Result<never, TextFault> {
  return fail({ message, from, to, nextStep });
}

function isUnit(text: string): text is CalendarUnit {
  return text.length === 1 && 'smhdwMy'.includes(text);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

interface Step {
  /** Offset in the text after what was read. */
  readonly next: number;
  readonly ticks: bigint;
}

/** Reads one amount of a relative time, such as the `1h` of `now-1h30m`, and applies it. */
function applyAmount(text: string, at: number, sign: 1 | -1, ticks: bigint): Result<Step, TextFault> {
  let end = at;
  while (isDigit(text.charCodeAt(end))) end++;
  if (end === at)
    return fault('A number is missing', at, at + 1, 'Write an amount and a unit, as in now-15m.');
  if (end - at > 9) return fault('This amount is too large', at, end, 'Use at most 9 digits.');
  const unit = text.charAt(end);
  if (!isUnit(unit)) {
    return fault(
      unit === '' ? 'A unit is missing' : `"${unit}" is not a unit`,
      end,
      end + 1,
      'Units: s, m (minutes), h, d, w, M (months), y.',
    );
  }
  const moved = addUnits(ticks, sign * Number(text.slice(at, end)), unit);
  if (moved === undefined || moved < 0n || moved > MAX_TICKS) {
    return fault('This moves out of the years 0001 .. 9999', at, end + 1);
  }
  return ok({ next: end + 1, ticks: moved });
}

function applySnap(text: string, at: number, ticks: bigint, edge: 'from' | 'to'): Result<Step, TextFault> {
  const unit = text.charAt(at);
  if (!isUnit(unit)) {
    return fault('A unit must follow "/"', at, at + 1, 'Units: s, m (minutes), h, d, w, M (months), y.');
  }
  const start = startOfUnit(ticks, unit);
  if (edge === 'from') return ok({ next: at + 1, ticks: start });
  const end = addUnits(start, 1, unit);
  return ok({ next: at + 1, ticks: end === undefined || end > MAX_TICKS ? MAX_TICKS : end });
}

function parseRelative(
  text: string,
  offset: number,
  nowTicks: bigint,
  edge: 'from' | 'to',
): Result<TimeInput, TextFault> {
  let ticks: bigint = nowTicks;
  let at = offset + 3;
  let sign: 1 | -1 | undefined;
  while (at < text.length) {
    const mark = text.charAt(at);
    let step: Result<Step, TextFault>;
    if (mark === '/') {
      sign = undefined;
      step = applySnap(text, at + 1, ticks, edge);
    } else if (mark === '-' || mark === '+') {
      sign = mark === '-' ? -1 : 1;
      step = applyAmount(text, at + 1, sign, ticks);
    } else if (sign !== undefined && isDigit(text.charCodeAt(at))) {
      step = applyAmount(text, at, sign, ticks);
    } else {
      return fault('Expected "-", "+" or "/"', at, at + 1, 'Write, for example, now-1h, now-1d/d or now/h.');
    }
    if (!step.ok) return step;
    ({ ticks, next: at } = step.value);
  }
  const checked = tryTicks(ticks);
  return checked.ok ? ok({ kind: 'relative', ticks: checked.value }) : checked;
}

function parseDigits(text: string, from: number): Result<TimeInput, TextFault> {
  const to = from + text.length;
  if (text.length < 18 || text.length > 20) {
    return fault(
      `${text.length} digits are not ticks`,
      from,
      to,
      'Ticks have 18, 19 or 20 digits; Unix times begin with 1 and have 10 or 13. Decode reads other numbers.',
    );
  }
  const checked = tryTicks(BigInt(text));
  if (checked.ok) return ok({ kind: 'absolute', ticks: checked.value });
  return fail({ ...checked.error, from, to });
}

/**
 * Matches zones in forms that ISO 8601 does not allow: after a blank, with GMT or UTC, with one-digit hours, or with U+2212 as the minus.
 */
const OTHER_ZONE =
  /^(.*:\d[\d.]*)\s*(?:(?:UTC|GMT)\s*([+\-\u2212])(\d\d?)|\s*([+\-\u2212])(\d\d)|(?:UTC|GMT|Z)$)(?:(?::|(?<=\d\d))(\d\d))?$/i;
const NAME = /^(?:[\d-]+|[\d-]+[T ][\d:.]+)[\s_([]*((?!T\d|(?:UTC|GMT|Z)\b)[a-z][\w/.]*)/i;
/** Longer texts are refused without being read. */
const LONGEST = 80;
const HALF_DAY = /^[ap]\.?m\b/i;
const DAY_AWAY = /^\d{4}-\d\d-\d\d(?=\s*(?:(?:UTC|GMT)?\s*[+\-\u2212]\d|Z$))/i;

/** A fault about the zone, for a text that is not an ISO 8601 time; undefined if it has none. */
function zoneFault(text: string, offset: number): Result<never, TextFault> | undefined {
  const [before = '', name] = NAME.exec(text) ?? [];
  const to = offset + before.length;
  if (name !== undefined) {
    const next = HALF_DAY.test(name)
      ? 'Write hours from 00 to 23.'
      : 'Write its offset, as in 2024-03-05T10:17:42-05:00, or Z for UTC.';
    return fault(`"${name.slice(0, 40)}" is not an offset`, to - name.length, to, next);
  }
  const [day] = DAY_AWAY.exec(text) ?? [];
  if (day === undefined) return undefined;
  const next = 'Write, for example, 2024-03-05T00:00+02:00.';
  return fault('An offset needs a time of day', offset + day.length, offset + text.length, next);
}

/**
 * The text with its zone rewritten as in ISO 8601, and the offset at which that zone begins; undefined if there is no zone in another form.
 */
function withIsoZone(text: string): { readonly iso: string; readonly zoneAt: number } | undefined {
  const found = text.length > LONGEST ? null : OTHER_ZONE.exec(text);
  if (found === null) return undefined;
  const [, time = '', ofUtc, ofUtcHours = '', sign = ofUtc, hours = ofUtcHours, minutes = '00'] = found;
  const zone = sign === undefined ? 'Z' : `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
  return { iso: time + zone, zoneAt: time.length };
}

function parseIso(text: string, offset: number): Result<TimeInput, TextFault> {
  const other = withIsoZone(text);
  const scanned = scanIso(other?.iso ?? text, 'lenient');
  if (!scanned.ok) {
    const known = other === undefined ? zoneFault(text.slice(0, LONGEST), offset) : undefined;
    if (known !== undefined) return known;
    const { from, to } = scanned.error;
    const { zoneAt } = other ?? { zoneAt: text.length };
    // A fault in the zone marks all of it.
    const place = to > zoneAt ? { from: Math.min(from, zoneAt), to: text.length } : { from, to };
    return fail({ nextStep: EXAMPLES, ...scanned.error, from: place.from + offset, to: place.to + offset });
  }
  const { seconds, fraction, zone } = scanned.value;
  const ticks = ticksFromParts(seconds, fraction);
  if (zone !== 'none') return ok({ kind: 'absolute', ticks });
  return ok({ kind: 'absolute', ticks, note: 'No zone was given: read as UTC.' });
}

/**
 * Reads a typed time. It can be ISO 8601 with up to 7 fraction digits: a date alone is its midnight; without a zone it is UTC, and `note`
 * says so; offsets may also be written `GMT+2` or ` -0500`, but zone names are refused. It can be ticks of 18, 19 or 20 digits, or `now`.
 * Or it can be a relative time in Grafana's grammar: `now-15m`, `now-1h30m`, `now/d`, `now-1d/d+6h`, with the units s m h d w M y, all in
 * UTC, weeks from Monday. `edge`: at the end of a window ("to") a `/unit` means the end of that unit (Grafana's rule), which is the start
 * of the next one, since windows are half-open. Spaces around the text are ignored. A fault's offsets are positions in `text`.
 */
export function parseTimeInput(
  text: string,
  nowTicks: Ticks,
  edge: 'from' | 'to' = 'from',
): Result<TimeInput, TextFault> {
  const trimmed = text.trim();
  const offset = text.length - text.trimStart().length;
  if (trimmed === '') return fault('No time is given', 0, text.length);
  if (trimmed.startsWith('now')) return parseRelative(text.trimEnd(), offset, nowTicks, edge);
  if (/^\d+$/.test(trimmed)) return parseDigits(trimmed, offset);
  if (!isDigit(trimmed.charCodeAt(0))) {
    return fault(`"${trimmed.slice(0, 20)}" is not a time`, offset, offset + trimmed.length);
  }
  return parseIso(trimmed, offset);
}
