import { scanIso } from '../../time/isoScan.ts';
import {
  MAX_TICKS,
  TICKS_PER_DAY,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  ticksFromParts,
  ticksToIso,
} from '../../time/ticks.ts';
import {
  type DateLayout,
  dateKeyText,
  dateTextTicks,
  dateTimeText,
  layoutSpan,
  layoutStep,
  readDateText,
} from '../dates/dateLayouts.ts';
import { scanDateAt } from '../dates/dateScan.ts';
import { floorTo, padNumber } from '../base/digits.ts';
import type { TimeText } from '../base/keySpan.ts';
import type { KeyScheme, RowTime, TickSpan } from '../base/scheme.ts';
import { plausibility } from '../base/schemeSpec.ts';
import { timeFormSchemes } from '../forms/timeFormSchemes.ts';
import type { TimeForm } from '../forms/timeForm.ts';
import { DIGIT, HYPHEN } from '../base/keyShape.ts';
import { beginsWithDigits, every, hasLength, type ShapeTest } from '../base/shapeTests.ts';

/** Low, since six digits are often a plain number. Read as a whole key or a part, not in running text. */
const MONTH_CONFIDENCE = 0.28;
/** Of six digits beside other parts. */
const MONTH_PART_CONFIDENCE = 0.62;

function isMonth(layout: DateLayout): boolean {
  return !layout.includes('d');
}

/** The layout's length, with the layout's number of digits before the first mark. */
function layoutShape(layout: DateLayout): ShapeTest {
  const marks = /[^yMdHmsf]/.exec(layout);
  const lead = marks === null ? layout.length : marks.index;
  return (shape) => shape.length === layout.length && shape.lead === lead;
}

function dateScheme(layout: DateLayout, words: string, confidence: number): TimeForm {
  return {
    id: `date-${layout}`,
    title: `Date ${layout}`,
    family: 'date',
    shapes: { both: layoutShape(layout) },
    mostConfidence: layout === 'yyyyMM' ? MONTH_PART_CONFIDENCE : confidence,
    writer: 'any',
    rounding: `floor to ${words}`,
    grammar: layout,
    confidence,
    reason: `a date${layout.includes('H') ? ' and time' : ''} cut to ${words}, read as UTC`,
    part: 'partition',
    parse: (text) => {
      const ticks = dateTextTicks(text, layout);
      if (ticks === undefined) return undefined;
      if (!isMonth(layout)) return { ticks };
      const { from, to } = layoutSpan(ticks, layout);
      return { ticks, resolution: to - from };
    },
    resolution: layoutStep(layout),
    timeText: (step) => dateTimeText(layout, step),
    home: { from: '1', to: '3' },
    rowTime: (text, into) => readDateText(text, layout, into),
    encode: (ticks) => dateKeyText(ticks, layout),
    widths: [layout.length],
    ...(layout === 'yyyyMM' ? { partConfidence: MONTH_PART_CONFIDENCE } : {}),
  };
}

/**
 * An instant without the fields at its end that are zero: `2024-03-05T14:00`. No key of a later instant sorts below it, however
 * long: `2024-03-05T14:00:00` sorts before `2024-03-05T14:00:00.0000000`.
 */
function shortIso(ticks: bigint): string {
  return ticksToIso(ticks)
    .slice(0, 27)
    .replace(/(?:\.|(?<=\.\d{1,6}))0+$/u, '')
    .replace(/(?<=T\d\d:\d\d):00$/u, '');
}

/** The next whole minute, or the instant itself if it is one. */
function minuteFrom(ticks: bigint): bigint {
  return floorTo(ticks + TICKS_PER_MINUTE - 1n, TICKS_PER_MINUTE);
}

/**
 * A text above the keys of all instants before this one: the next whole minute, since `Z` sorts above `:`, `.` and digits.
 * `2024-03-05T14:00Z` sorts after `2024-03-05T14:00:59.9Z`. After the last minute, a text above every date.
 */
function isoAfter(ticks: bigint): string {
  const minute = minuteFrom(ticks);
  return minute <= MAX_TICKS ? shortIso(minute) : ':';
}

/** A window within minutes reads rows outside it: keys may leave out the seconds and have a `Z`. */
function isoExcess({ from, to }: TickSpan): string | undefined {
  return from === minuteFrom(from) && to === minuteFrom(to)
    ? undefined
    : 'ISO 8601 keys of different lengths sort by time only from minute to minute: the last minute is read to its end, and rows outside the window are filtered out afterwards.';
}

/** Four digits after a sign that are no multiple of 15 minutes are a counter, no time zone. */
const COUNTER = /[+-]\d\d(?!00|15|30|45)\d\d$/;

/**
 * With another mark between date and time, such as a space, keys sort apart from those of its ranges. A counter is no offset: the time
 * would be minutes off.
 */
function hasIsoMarks(text: string): boolean {
  return (
    text.length >= 16 &&
    text.charAt(4) === '-' &&
    text.charAt(10) === 'T' &&
    !(text.length >= 21 && COUNTER.test(text))
  );
}

/** Whether the text before a zone is local time of another zone than UTC: an offset other than zero. */
function isLocal(text: string): boolean {
  return /[+-](?:\d[1-9]|[1-9]\d|\d\d:?(?:\d[1-9]|[1-9]\d))/u.test(text.slice(16));
}

/** Reads a key, whose fraction may be finer than a tick: nanoseconds, as Go and Java write them, are cut to whole ticks. */
function scanIsoKey(text: string): ReturnType<typeof scanIso> {
  return scanIso(text.replace(/^(.{19}\.\d{7})\d\d?(?!\d)/, '$1'), 'lenient');
}

function readIso(text: string, into: RowTime): boolean {
  const scanned = scanIsoKey(text);
  if (!scanned.ok) return false;
  into.seconds = scanned.value.seconds;
  into.fraction = scanned.value.fraction;
  return true;
}

const OFFSET_TITLE = 'ISO 8601 with an offset';

/**
 * ISO 8601 with time: .NET "o" and its shorter forms, in UTC. Ranges of whole minutes are exact for keys of every length. Keys in local
 * time do not sort among them by their instants, so they are another form; their times are read in bulk, in case a table has both.
 */
const ISO: TimeForm = {
  id: 'iso-o',
  title: 'ISO 8601 (.NET "o")',
  family: 'date',
  shapes: { both: beginsWithDigits(4, HYPHEN) },
  writer: 'any .NET',
  // Source: .NET standard format "o": yyyy-MM-ddTHH:mm:ss.fffffffK
  rounding: 'exact',
  grammar: 'yyyy-MM-ddTHH:mm:ss.fffffffZ',
  confidence: 0.97,
  reason: 'an ISO 8601 date and time',
  part: 'partition',
  parse: (text) => {
    if (!hasIsoMarks(text)) return undefined;
    const scanned = scanIsoKey(text);
    if (!scanned.ok) return undefined;
    const { seconds, fraction, zone } = scanned.value;
    if (zone === 'offset' && isLocal(text)) return undefined;
    return { ticks: ticksFromParts(seconds, fraction), fields: [['zone', zone]] };
  },
  resolution: 1n,
  timeText: (step) => ({
    bucket: (ticks) => ticks - (ticks % step),
    text: shortIso,
    after: (bucket) => isoAfter(bucket + step),
    isDescending: false,
  }),
  inexact: isoExcess,
  misses: `ISO 8601 keys with an offset, such as +02:00, sort by local time, so this window may miss some. For such keys choose "${OFFSET_TITLE}".`,
  home: { from: '1', to: '3' },
  widths: 'any',
  rowTime: (text, into) => hasIsoMarks(text) && readIso(text, into),
  encode: (ticks) => ticksToIso(ticks),
};

/** The greatest offset of a .NET DateTimeOffset, in either direction. */
const MAX_OFFSET = 14n * TICKS_PER_HOUR;

/** ISO 8601 in local time, as DateTimeOffset writes it. Its keys sort by local time, whose offset nobody knows before reading. */
const ISO_OFFSET: TimeForm = {
  ...ISO,
  id: 'iso-offset',
  title: OFFSET_TITLE,
  // Source: .NET standard format "o" of DateTimeOffset: yyyy-MM-ddTHH:mm:ss.fffffffzzz
  grammar: 'yyyy-MM-ddTHH:mm:ss.fffffff+hh:mm',
  reason: 'an ISO 8601 date and time with its offset from UTC',
  misses: undefined,
  isUnordered: true,
  parse: (text) => {
    const scanned = hasIsoMarks(text) ? scanIsoKey(text) : undefined;
    if (scanned?.ok !== true || scanned.value.zone !== 'offset') return undefined;
    const { seconds, fraction, zone } = scanned.value;
    const ticks = ticksFromParts(seconds, fraction);
    // An offset of zero alone is UTC; a writer in London has it in winter.
    const confidence = isLocal(text) ? ISO.confidence : 0.9;
    return { ticks, fields: [['zone', zone]], confidence: confidence * plausibility(ticks) };
  },
  timeText: (step) => ({
    bucket: (ticks) => ticks - (ticks % step),
    text: (bucket) => shortIso(bucket < MAX_OFFSET ? 0n : bucket - MAX_OFFSET),
    after: (bucket) => isoAfter(bucket + step + MAX_OFFSET),
    isDescending: false,
  }),
  inexact: () =>
    'Keys with an offset sort by local time: 14 h before and after the window are read too, and rows outside the window are filtered out afterwards.',
  encode: (ticks) => ticksToIso(ticks).replace('Z', '+00:00'),
};

/** Common layouts, each with the width of its last field and the confidence that such a text is a date. */
const LAYOUTS: readonly (readonly [layout: DateLayout, words: string, confidence: number])[] = [
  ['yyyyMMdd', '1 d', 0.85],
  ['yyyyMMddHH', '1 h', 0.84],
  ['yyyyMMddHHmm', '1 min', 0.87],
  ['yyyyMMddHHmmss', '1 s', 0.88],
  ['yyyyMMddTHHmm', '1 min', 0.8],
  ['yyyy-MM-dd', '1 d', 0.9],
  ['yyyyMM', '1 month', MONTH_CONFIDENCE],
  ['yyyyMMddHHmmssf', '0.1 s', 0.88],
  ['yyyyMMddHHmmssff', '10 ms', 0.88],
  ['yyyyMMddHHmmssfff', '1 ms', 0.9],
  ['yyyyMMddHHmmssffff', '0.1 ms', 0.9],
  ['yyyyMMddHHmmssfffff', '10 us', 0.9],
  ['yyyyMMddHHmmssffffff', '1 us', 0.9],
  ['yyyyMMddHHmmssfffffff', '1 tick', 0.92],
  ['yyyyMMddTHH', '1 h', 0.85],
  ['yyyyMMddTHHmmss', '1 s', 0.92],
  ['yyyyMMddTHHmmssZ', '1 s', 0.94],
  ['yyyyMMddTHHmmssfff', '1 ms', 0.92],
  ['yyyyMMddTHHmmssfffffff', '1 tick', 0.93],
  ['yyyy-MM', '1 month', 0.7],
  ['yyyy-MM-ddTHH', '1 h', 0.9],
  ['yyyy-MM-dd-HH', '1 h', 0.88],
  ['yyyy-MM-dd-HH-mm', '1 min', 0.9],
  ['yyyy-MM-dd-HH-mm-ss', '1 s', 0.92],
  ['yyyyMMdd-HHmm', '1 min', 0.8],
  ['yyyyMMdd-HHmmss', '1 s', 0.88],
  ['yyyyMMdd_HHmm', '1 min', 0.8],
  ['yyyyMMdd_HHmmss', '1 s', 0.88],
];

const KNOWN_LAYOUTS: ReadonlySet<DateLayout> = new Set(LAYOUTS.map(([layout]) => layout));

/** `yyyy-MM-dd HH:mm:ss.fffffffff +00:00` */
const LONGEST_OTHER = 36;

/** The layout of a date that is neither one of the layouts above nor ISO 8601. */
function otherLayout(text: string): DateLayout | undefined {
  if (text.length < 7 || text.length > LONGEST_OTHER) return undefined;
  const scanned = scanDateAt(text, 0);
  if (scanned === undefined || scanned.end !== text.length || KNOWN_LAYOUTS.has(scanned.layout))
    return undefined;
  return ISO.parse(text) === undefined ? scanned.layout : undefined;
}

/** Buckets of whole years: in an unknown layout, only the position of the year is known. */
function yearText(): TimeText {
  const yearOf = (ticks: bigint): string => ticksToIso(ticks).slice(0, 4);
  const startOf = (year: string): bigint => dateTextTicks(`${year}0101`, 'yyyyMMdd') ?? 0n;
  return {
    bucket: (ticks) => startOf(yearOf(ticks)),
    text: yearOf,
    after: (bucket) => (yearOf(bucket) === '9999' ? ':' : padNumber(Number(yearOf(bucket)) + 1, 4)),
    isDescending: false,
  };
}

/** Dates with other marks or fields than the layouts above. */
const OTHER: TimeForm = {
  id: 'date-other',
  title: 'Date in another layout',
  family: 'date',
  shapes: { both: every(({ lead, kinds }) => lead >= 4 && kinds !== DIGIT, hasLength(7, LONGEST_OTHER)) },
  writer: 'any',
  rounding: 'floor to the last part of the text',
  grammar: 'yyyy MM [dd [HH [mm [ss [f]]]]], with or without marks between',
  confidence: 0.78,
  reason: 'a date, read as UTC',
  part: 'partition',
  parse: (text) => {
    const layout = otherLayout(text);
    const ticks = layout === undefined ? undefined : dateTextTicks(text, layout);
    if (layout === undefined || ticks === undefined) return undefined;
    const { from, to } = layoutSpan(ticks, layout);
    return {
      ticks,
      resolution: to - from,
      fields: [['layout', layout]],
      confidence: 0.78 * plausibility(ticks),
    };
  },
  resolution: TICKS_PER_DAY,
  timeText: yearText,
  widths: 'any',
  inexact: () => 'The marks of these dates are not known: whole years are read.',
  home: { from: '1', to: '3' },
  rowTime: (text, into) => {
    const layout = otherLayout(text);
    return layout !== undefined && readDateText(text, layout, into);
  },
};

/** The forms of dates, alone or among other parts of a key. */
export const dateForms: readonly TimeForm[] = [
  ISO,
  ISO_OFFSET,
  ...LAYOUTS.map(([layout, words, confidence]) => dateScheme(layout, words, confidence)),
  OTHER,
];

/** Dates as text. All of them sort by time. */
export const dateTextSchemes: readonly KeyScheme[] = dateForms.flatMap(timeFormSchemes);
