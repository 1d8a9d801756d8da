import { entriesWith, type Judge, key, type SchemeEntry, type SchemeExample } from '../base/keyScheme.ts';
import { plausibility } from '../base/schemeSpec.ts';
import { cultureDate, namedMonth } from '../codecs/cultureDate.ts';
import { isLocal, ISO, ISO_OFFSET, OFFSET_TITLE } from '../codecs/isoTime.ts';
import { type DateLayout, dateTimeText, layoutSpan, readDateText, dateTime } from '../dates/dateLayouts.ts';
import { ALL_TIME, type TimeCodec, noText } from '../base/timeCodec.ts';
import { TICKS_PER_DAY } from '../../time/ticks.ts';
import { newRowTime } from '../base/digits.ts';
import { scanDateAt } from '../dates/dateScan.ts';
import { DIGIT } from '../base/keyShape.ts';

/** The length of `yyyy-MM-dd HH:mm:ss.fffffffff +00:00`. */
const LONGEST_OTHER = 36;

/** The layout of a date that is neither a known layout nor ISO 8601; undefined for any other text. */
function otherLayout(text: string, known: ReadonlySet<DateLayout>): DateLayout | undefined {
  if (text.length < 7 || text.length > LONGEST_OTHER) return undefined;
  const scanned = scanDateAt(text, 0);
  if (scanned === undefined || scanned.end !== text.length || known.has(scanned.layout)) return undefined;
  const isIso = ISO.read(text, 0, text.length, newRowTime()) && ISO.facts?.(text, 0n, {}) !== undefined;
  return isIso ? undefined : scanned.layout;
}

/** Dates with other marks or fields than the known layouts. */
function otherDate(known: ReadonlySet<DateLayout>): TimeCodec {
  return {
    widths: 'any',
    shape: ({ lead, kinds, length }) =>
      lead >= 4 && kinds !== DIGIT && length >= 7 && length <= LONGEST_OTHER,
    step: TICKS_PER_DAY,
    isDescending: false,
    read: (text, from, to, into) => {
      const own = text.slice(from, to);
      const layout = otherLayout(own, known);
      return layout !== undefined && readDateText(own, layout, into);
    },
    facts: (text, ticks) => {
      const layout = otherLayout(text, known);
      return layout === undefined
        ? undefined
        : { window: layoutSpan(ticks, layout), fields: [['layout', layout]] };
    },
    // All that is known of an unknown layout is that it begins with the year.
    orders: [{ texts: () => dateTimeText('yyyy'), writable: ALL_TIME, home: { from: '1', to: '3' } }],
    excess: () => 'These dates are written in an unknown form: whole years are read.',
    write: noText,
  };
}

const LAST_PART = 'floor to the last part of the text';
/** Low, because six digits are often a plain number. */
const MONTH_CONFIDENCE = 0.28;
/** The confidence of six digits beside other parts. */
const MONTH_PART = 0.775;
/** An offset of zero may just be UTC, but a writer in London also has it in winter. */
const offsetJudge: Judge = (text, ticks) => plausibility(ticks) * (isLocal(text) ? 0.97 : 0.9);

/** Common layouts, with the unit of their last field and the confidence that such a text is a date. */
const LAYOUTS: readonly (readonly [layout: string, words: string, confidence: number])[] = [
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

const EXAMPLE_FIELDS = ['yyyy 2024', 'MM 03 01', 'dd 05 01', 'HH 10 00', 'mm 17 00', 'ss 42 00'];

/** The example instant 2024-03-05T10:17:42.1234567Z written in a layout, and the instant that can be read back from it. */
function exampleOf(layout: string): SchemeExample {
  const digits = '1234567'.slice(0, /f*$/.exec(layout)?.[0].length);
  let [partition, time] = [layout.replace(/f+$/, digits), `yyyy-MM-ddTHH:mm:ss.${digits.padEnd(7, '0')}Z`];
  for (const field of EXAMPLE_FIELDS) {
    const [letters = '', value = '', least = ''] = field.split(' ');
    time = time.replace(letters, layout.includes(letters) ? value : least);
    partition = partition.replace(letters, value);
  }
  return { partition, time };
}

/** Matches a day, followed by digits that are a time in its first hour or a counter. */
const FIRST_HOUR = /^(\d{4}[-_.]?\d\d[-_.]?\d\d[-_. ]?)00(?!0*$)(?:\d\d){1,2}$/;

/** Digits that look like the first hour of a day are just as likely a counter after the day, unless neighbouring keys have other hours. */
const clock =
  (sure: number): Judge =>
  (text, ticks, { sample = [] }) => {
    const [, day] = FIRST_HOUR.exec(text) ?? [];
    const isLater = (other: string): boolean =>
      other.length === text.length && !other.slice(day?.length).startsWith('00');
    const isCounter = day !== undefined && !sample.some(isLater);
    return plausibility(ticks) * (isCounter ? (/\d$/.test(day) ? 0.6 : 0.45) : sure);
  };

/** Dates as text that sort by time. */
export const DATE_ENTRIES: readonly SchemeEntry[] = entriesWith({ family: 'date' }, [
  {
    id: 'iso-o',
    title: 'ISO 8601 (.NET "o")',
    writer: 'any .NET',
    source: '.NET standard format "o": yyyy-MM-ddTHH:mm:ss.fffffffK',
    partition: key('{time}', 0.97, 'an ISO 8601 date and time, read as UTC if it has no zone', {
      codec: ISO,
    }),
    either: 'parts',
    example: { partition: '2024-03-05T10:17:42.1234567Z', time: '2024-03-05T10:17:42.1234567Z' },
  },
  {
    id: 'iso-offset',
    title: OFFSET_TITLE,
    writer: 'any .NET',
    source: '.NET standard format "o" of DateTimeOffset: yyyy-MM-ddTHH:mm:ss.fffffffzzz',
    partition: key('{time}', offsetJudge, 'an ISO 8601 date and time with its offset from UTC', {
      codec: ISO_OFFSET,
      most: 0.97,
    }),
    either: 'parts',
    example: { partition: '2024-03-05T12:17:42.1234567+02:00', time: '2024-03-05T10:17:42.1234567Z' },
  },
  ...LAYOUTS.map(([layout, words, confidence]) => {
    const reason = `a date${layout.includes('H') ? ' and time' : ''} cut to ${words}, read as UTC`;
    return {
      id: `date-${layout}`,
      title: `Date ${layout}`,
      source: `.NET format "${layout}"`,
      partition: key(`{${layout}}`, clock(confidence), reason, { most: confidence }),
      either: layout === 'yyyyMM' ? MONTH_PART : ('parts' as const),
      rounding: `floor to ${words}`,
      example: exampleOf(layout),
    };
  }),
  {
    id: 'date-other',
    title: 'Date in another layout',
    source: 'any order of fields from the year on, with or without marks between',
    partition: key('{time}', clock(0.78), 'a date, read as UTC', {
      codec: otherDate(new Set(LAYOUTS.map(([layout]) => layout))),
      most: 0.78,
    }),
    either: 'parts',
    rounding: LAST_PART,
    example: { partition: '2024.03.05 10:17', time: '2024-03-05T10:17:00Z' },
  },
]);

const DAY_OF_YEAR = 'a year and the number of its day';
/** Weeks, quarters, days of the year, and dates whose year is not first. */
const CALENDAR: readonly (readonly [
  layout: DateLayout,
  title: string,
  words: string,
  rounding: string,
  confidence: number,
  partition: string,
  date: string,
])[] = [
  ['yyyy-Www', 'ISO week', 'a week of ISO 8601', '1 week', 0.88, '2025-W10', '2025-03-03'],
  ['yyyyWww', 'ISO week, compact', 'a week of ISO 8601', '1 week', 0.8, '2025W10', '2025-03-03'],
  ['yyyy-DDD', 'Day of the year', DAY_OF_YEAR, '1 d', 0.4, '2025-064', '2025-03-05'],
  ['yyyyDDD', 'Day of the year, compact', DAY_OF_YEAR, '1 d', 0.28, '2025064', '2025-03-05'],
  ['yyyy-Qq', 'Quarter', 'a quarter', '1 quarter', 0.88, '2025-Q1', '2025-01-01'],
  ['yyyyQq', 'Quarter, compact', 'a quarter', '1 quarter', 0.8, '2025Q1', '2025-01-01'],
  ['ddMMyyyy', 'Date ddMMyyyy', 'a day, a month and a year', '1 d', 0.5, '05032025', '2025-03-05'],
  ['MMddyyyy', 'Date MMddyyyy', 'a month, a day and a year', '1 d', 0.45, '03052025', '2025-03-05'],
];

const IIS_LOG = 'the name of a log of IIS and its day';
const IIS_DAY = { codec: dateTime('yyMMdd') };

export const CALENDAR_ENTRIES: readonly SchemeEntry[] = entriesWith({ family: 'date' }, [
  ...CALENDAR.map(([layout, title, words, rounding, confidence, partition, date]) => ({
    id: `date-${layout}`,
    title,
    source: layout.endsWith('y') ? `.NET format "${layout}"` : 'ISO 8601, and quarters in its manner',
    partition: key('{time}', confidence, `${words}, read as UTC`, { codec: dateTime(layout) }),
    either: 'alone' as const,
    rounding: `floor to ${rounding}`,
    example: { partition, time: `${date}T00:00:00Z` },
  })),
  {
    id: 'iis-log',
    title: 'Name of an IIS log',
    writer: 'Internet Information Services',
    source: 'IIS W3C log files: u_exyyMMdd.log, in UTC unless the site rolls logs over in local time',
    partition: [
      key('u_ex{time}.log', 0.95, IIS_LOG, IIS_DAY),
      key('u_ex{time}_x.log', 0.95, IIS_LOG, IIS_DAY),
    ],
    either: 'whole',
    rounding: 'floor to 1 d',
    example: { partition: 'u_ex250305.log', time: '2025-03-05T00:00:00Z' },
  },
]);

/** Dates with day and month in the order of a culture. If the two cannot be told apart, both readings are given, and each says so. */
export const CULTURE_ENTRIES: readonly SchemeEntry[] = entriesWith(
  { family: 'date', either: 'alone', rounding: LAST_PART },
  [
    {
      id: 'date-day-first',
      title: 'Date, day first',
      source: 'dd-MM-yyyy [HH:mm:ss]',
      partition: cultureDate('day'),
      example: { partition: '25-03-2024 10:17', time: '2024-03-25T10:17:00Z' },
    },
    {
      id: 'date-month-first',
      title: 'Date, month first',
      source: 'MM-dd-yyyy [HH:mm:ss]',
      partition: cultureDate('month'),
      example: { partition: '03/25/2024 10:17 PM', time: '2024-03-25T22:17:00Z' },
    },
    {
      id: 'date-named-month',
      title: 'Date with the name of a month',
      source: '.NET standard format "R" (RFC 1123), and [ddd,] dd MMM yyyy [HH:mm:ss] or MMM dd yyyy',
      partition: namedMonth,
      example: { partition: 'Tue, 05 Mar 2024 10:17:42 GMT', time: '2024-03-05T10:17:42Z' },
    },
  ],
);
