import { daysFromCivil, daysInMonth } from '../../time/civil.ts';
import { scanIso } from '../../time/isoScan.ts';
import { MAX_TICKS, TICKS_PER_DAY, TICKS_PER_SECOND, ticksFromParts, ticksToIso } from '../../time/ticks.ts';
import { numberAt } from '../digits.ts';
import type { KeyScheme, RowTime } from '../scheme.ts';
import { type DateLayout, dateKeyText, dateTimeText, layoutStep } from '../timeTexts.ts';
import { tokenSchemes, type TokenSpec } from '../tokenScheme.ts';

/** A number in [low, high] at two digits, or -1. */
function pairAt(text: string, at: number, low: number, high: number): number {
  const value = numberAt(text, at, 2);
  return value >= low && value <= high ? value : -1;
}

/**
 * Reads a date in a layout from a text of exactly its length into seconds; false where it is no valid date. Parts that
 * the layout lacks are those of the span's start.
 */
export function readDateText(text: string, layout: DateLayout, into: RowTime): boolean {
  if (text.length !== layout.length) return false;
  const year = numberAt(text, 0, 4);
  const month = pairAt(text, 4, 1, 12);
  const day = layout.length >= 8 ? pairAt(text, 6, 1, 31) : 1;
  if (year < 1 || month < 0 || day < 0 || day > daysInMonth(year, month)) return false;
  const secondOfDay = readClock(text, layout);
  if (secondOfDay < 0) return false;
  into.seconds = daysFromCivil(year, month, day) * 86_400 + secondOfDay;
  into.fraction = 0;
  return true;
}

/** Seconds of the day that stand behind the date, or -1. */
function readClock(text: string, layout: DateLayout): number {
  const hasMark = layout === 'yyyyMMddTHHmm';
  if (hasMark && text.charAt(8) !== 'T') return -1;
  const at = hasMark ? 9 : 8;
  const hour = layout.length > at ? pairAt(text, at, 0, 23) : 0;
  const minute = layout.length > at + 2 ? pairAt(text, at + 2, 0, 59) : 0;
  const second = layout.length > at + 4 ? pairAt(text, at + 4, 0, 59) : 0;
  return hour < 0 || minute < 0 || second < 0 ? -1 : hour * 3600 + minute * 60 + second;
}

/** Ticks of a date text; undefined where it is none. */
export function dateTextTicks(text: string, layout: DateLayout): bigint | undefined {
  const time = { seconds: 0, fraction: 0 };
  return readDateText(text, layout, time) ? BigInt(time.seconds) * TICKS_PER_SECOND : undefined;
}

function dateScheme(layout: DateLayout, words: string, confidence: number): TokenSpec {
  return {
    id: `date-${layout}`,
    title: `Date ${layout}`,
    writer: 'any',
    source: 'arithmetic',
    rounding: `floor to ${words}`,
    grammar: layout,
    confidence,
    reason: `a date and time cut to ${words}, read as UTC`,
    part: 'partition',
    parse: (text) => {
      const ticks = dateTextTicks(text, layout);
      return ticks === undefined ? undefined : { ticks };
    },
    resolution: layoutStep(layout),
    timeText: (step) => dateTimeText(layout, step),
    home: { from: '1', to: '3' },
    rowTime: (text, into) => readDateText(text, layout, into),
    encode: (ticks) => dateKeyText(ticks, layout),
  };
}

/** The ISO text of the next bucket, cut; behind the last one, a text above every date. */
function isoAfter(ticks: bigint, length: number): string {
  return ticks <= MAX_TICKS ? ticksToIso(ticks).slice(0, length) : ':';
}

/** `yyyy-MM-dd`: the ISO text cut after its date. */
const DASHED: TokenSpec = {
  id: 'date-yyyy-MM-dd',
  title: 'Date yyyy-MM-dd',
  writer: 'any',
  source: 'ISO 8601',
  rounding: 'floor to 1 d',
  grammar: 'yyyy-MM-dd',
  confidence: 0.9,
  reason: 'a date, read as UTC',
  part: 'partition',
  parse: (text) => {
    const scanned = text.length === 10 ? scanIso(text, 'lenient') : undefined;
    return scanned?.ok === true ? { ticks: ticksFromParts(scanned.value.seconds, 0) } : undefined;
  },
  resolution: TICKS_PER_DAY,
  timeText: (step) => ({
    bucket: (ticks) => ticks - (ticks % step),
    text: (bucket) => ticksToIso(bucket).slice(0, 10),
    after: (bucket) => isoAfter(bucket + step, 10),
    isDescending: false,
  }),
  home: { from: '1', to: '3' },
  rowTime: (text, into) => readIso(text, 10, into),
  encode: (ticks) => ticksToIso(ticks).slice(0, 10),
};

function readIso(text: string, length: number, into: RowTime): boolean {
  const scanned = text.length === length ? scanIso(text, 'lenient') : undefined;
  if (scanned?.ok !== true) return false;
  into.seconds = scanned.value.seconds;
  into.fraction = scanned.value.fraction;
  return true;
}

/** ISO 8601 with time: .NET "o" and its shorter forms. Ranges are exact for "o" in UTC, 28 characters. */
const ISO: TokenSpec = {
  id: 'iso-o',
  title: 'ISO 8601 (.NET "o")',
  writer: 'any .NET',
  source: '.NET standard format "o": yyyy-MM-ddTHH:mm:ss.fffffffK',
  rounding: 'exact',
  grammar: 'yyyy-MM-ddTHH:mm:ss.fffffffZ',
  confidence: 0.97,
  reason: 'an ISO 8601 date and time',
  part: 'partition',
  parse: (text) => {
    if (text.length < 16 || text.charAt(4) !== '-') return undefined;
    const scanned = scanIso(text, 'lenient');
    if (!scanned.ok) return undefined;
    const { seconds, fraction, zone } = scanned.value;
    return { ticks: ticksFromParts(seconds, fraction), fields: [['zone', zone]] };
  },
  resolution: 1n,
  timeText: (step) => ({
    bucket: (ticks) => ticks - (ticks % step),
    text: (bucket) => ticksToIso(bucket).slice(0, 27),
    after: (bucket) => isoAfter(bucket + step, 27),
    isDescending: false,
  }),
  home: { from: '1', to: '3' },
  rowTime: (text, into) => text.length >= 16 && readIso(text, text.length, into),
  encode: (ticks) => ticksToIso(ticks),
};

/** Dates written as text; every one orders by time. */
export const dateTextSchemes: readonly KeyScheme[] = [
  ISO,
  dateScheme('yyyyMMdd', '1 d', 0.85),
  dateScheme('yyyyMMddHH', '1 h', 0.84),
  dateScheme('yyyyMMddHHmm', '1 min', 0.87),
  dateScheme('yyyyMMddHHmmss', '1 s', 0.88),
  dateScheme('yyyyMMddTHHmm', '1 min', 0.8),
  DASHED,
].flatMap(tokenSchemes);
