import { key, type KeyFormEntry } from '../base/keyScheme.ts';
import type { TimeCodec } from '../base/timeCodec.ts';
import { daysFromCivil, daysInMonth, MONTHS } from '../../time/civil.ts';
import { secondText } from '../../time/formatInstant.ts';
import { scanIso } from '../../time/isoScan.ts';
import { TICKS_PER_DAY, TICKS_PER_MINUTE, TICKS_PER_SECOND, ticksFromParts } from '../../time/ticks.ts';
import { padNumber } from '../base/digits.ts';
import { sampleFact } from '../forms/neighbours.ts';
import { plausibility } from '../base/schemeSpec.ts';
import { DIGIT, LETTER, type ShapeTest } from '../base/keyShape.ts';

/** A time of day, with or without seconds, a fraction, and AM or PM. */
const CLOCK = String.raw`(?<hour>\d{1,2})[:.](?<minute>[0-5]\d)(?:[:.](?<second>[0-5]\d)(?:[.,](?<fraction>\d{1,7}))?)?(?: ?(?<half>[AaPp])\.?[Mm]\.?)?`;
/** UTC or an offset from it. A name in brackets may follow, which explains the offset; a name alone could be any zone. */
const ZONE = String.raw`(?: ?(?=[ZUG+-])(?:Z|UTC|GMT)?(?<offset>[+-](?:0\d|1[0-4]):?(?:00|15|30|45))?(?: \([^()]{1,40}\))?)?`;
const LATER_CLOCK = `(?:(?:[T_]|,? (?:at )?)${CLOCK}${ZONE})?`;

/** A day and a month as numbers, in the order of some culture, then the year. */
const NUMBERS = new RegExp(
  String.raw`^(?<first>\d{1,2})(?<mark>[-./])(?<next>\d{1,2})\k<mark>(?<year>\d{4})${LATER_CLOCK}$`,
);

const MONTH = String.raw`(?<month>(?:jan|febr)(?:uary)?|feb|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|(?:octo|novem|decem)ber|oct|nov|dec)`;
const WEEKDAY = String.raw`(?:(?<weekday>mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?`;
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/**
 * Dates with the name of a month: RFC 1123 (.NET "R"), RFC 850 and logs with the day first; the day after the month; the output of C and
 * Java; the year first; month and year alone.
 */
const NAMED = [
  String.raw`^${WEEKDAY}(?<day>\d{1,2})(?<mark>[-/ ])${MONTH}\k<mark>(?<year>\d{4})(?:[ :T_]${CLOCK}${ZONE})?$`,
  String.raw`^${WEEKDAY}${MONTH} (?<day>\d{1,2}),? (?<year>\d{4})${LATER_CLOCK}$`,
  String.raw`^${WEEKDAY}${MONTH} {1,2}(?<day>\d{1,2}) ${CLOCK}(?: (?:UTC|GMT|Z))? (?<year>\d{4})$`,
  String.raw`^(?<day>\d{1,2})${MONTH}(?<year>\d{4})$`,
  String.raw`^(?<year>\d{4})(?<mark>[-/ _.]?)${MONTH}(?:\k<mark>(?<day>\d{1,2}))?$`,
  String.raw`^${MONTH}[-/ _.]?(?<year>\d{4})$`,
].map((pattern) => new RegExp(pattern, 'i'));

interface Scanned {
  /** Seconds since year 1, and ticks within the second. */
  readonly seconds: number;
  readonly fraction: number;
  readonly resolution: bigint;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** The hour from 0 to 23, or a larger number if there is no such hour. */
function hourOf({ hour, half }: Groups): number {
  const number = Number(hour ?? 0);
  if (half === undefined) return number;
  return number < 1 || number > 12 ? 24 : (number % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function resolutionOf({ hour, second, fraction }: Groups): bigint {
  if (hour === undefined) return TICKS_PER_DAY;
  if (second === undefined) return TICKS_PER_MINUTE;
  return TICKS_PER_SECOND / 10n ** BigInt(fraction?.length ?? 0);
}

/** The instant of a date and the matched time of day; undefined if it does not exist. */
function instantOf(year: number, month: number, day: number, groups: Groups): Scanned | undefined {
  const { minute = '00', second = '00', fraction = '0', offset = 'Z' } = groups;
  const [date, hour] = [
    [month, day].map((field) => padNumber(field, 2)).join('-'),
    padNumber(hourOf(groups), 2),
  ];
  const iso = `${padNumber(year, 4)}-${date}T${hour}:${minute}:${second}.${fraction}${offset}`;
  const scanned = scanIso(iso, 'lenient');
  return scanned.ok ? { ...scanned.value, resolution: resolutionOf(groups) } : undefined;
}

type Order = 'day' | 'month';

const OTHER: Readonly<Record<Order, Order>> = { day: 'month', month: 'day' };

/**
 * Which of the two numbers is the day, as other keys show by a number above 12. Undefined if they show nothing, or contradict each other.
 */
const sampleOrder = sampleFact((sample): Order | undefined => {
  const seen = new Set<Order>();
  for (const text of sample) {
    const groups = text.length <= LONGEST ? NUMBERS.exec(text)?.groups : undefined;
    if (groups === undefined) continue;
    if (Number(groups['first']) > 12) seen.add('day');
    if (Number(groups['next']) > 12) seen.add('month');
  }
  return seen.size === 1 ? [...seen][0] : undefined;
});

/** The confidence if a number above 12 shows the order, and if only the neighbouring keys show it. */
const SURE_ORDER = 0.85;
const BY_NEIGHBOURS = 0.8;
/** If nothing shows the order, both readings are uncertain, and the likelier one comes first. */
const LIKELIER = 0.5;
const LESS_LIKELY = 0.49;
/** For the month first in a date with dots: most of Europe writes the day first there, and nobody the month. */
const AGAINST_DOTS = 0.3;

/** The likelier order. Only slashes with AM or PM suggest America, where the month comes first. */
function likelierOrder({ mark, half }: Groups): Order {
  return mark === '/' && half !== undefined ? 'month' : 'day';
}

function confidenceOf(groups: Groups, first: Order, sample: readonly string[] | undefined): number {
  const shown = sampleOrder(sample);
  if (shown !== undefined) return shown === first ? BY_NEIGHBOURS : 0.1;
  if (first === likelierOrder(groups)) return LIKELIER;
  return groups['mark'] === '.' ? AGAINST_DOTS : LESS_LIKELY;
}

/** The length of `Wednesday, September 30, 2026 12:00:00.0000000 AM GMT+0000 (Coordinated Universal Time)`. */
const LONGEST = 88;

function scanNamed(text: string): Scanned | undefined {
  for (const pattern of NAMED) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const month = MONTHS.indexOf((groups['month'] ?? '').slice(0, 3).toLowerCase()) + 1;
    const { weekday, day = '1' } = groups;
    const date = [Number(groups['year']), month, Number(day)] as const;
    // A weekday that contradicts the date shows that the text is not a date. Days are counted from 0001-01-01, which was a Monday.
    if (weekday !== undefined && WEEKDAYS[daysFromCivil(...date) % 7] !== weekday.toLowerCase())
      return undefined;
    const found = instantOf(...date, groups);
    const days = groups['day'] === undefined ? daysInMonth(date[0], month) : 1;
    return found && { ...found, resolution: found.resolution * BigInt(days) };
  }
  return undefined;
}

const WHY_ALL = 'These dates do not sort by time, because the year is not first: all keys are read.';

function codecOf(
  shape: ShapeTest,
  scan: (text: string) => Scanned | undefined,
  facts?: TimeCodec['facts'],
): TimeCodec {
  return {
    widths: 'any',
    shape,
    step: TICKS_PER_DAY,
    isDescending: false,
    read: (text, from, to, into) => {
      const found = to - from <= LONGEST ? scan(text.slice(from, to)) : undefined;
      if (found === undefined) return false;
      into.seconds = found.seconds;
      into.fraction = found.fraction;
      return true;
    },
    facts: (text, ticks, hint) => {
      const window = { from: ticks, to: ticks + (scan(text)?.resolution ?? TICKS_PER_DAY) };
      return { window, ...facts?.(text, ticks, hint) };
    },
    orders: [],
    whyAll: WHY_ALL,
  };
}

/** The form of a date that consists of day, month and year as numbers. `first` says which number comes first. */
export function cultureDate(first: Order): KeyFormEntry {
  const scan = (text: string, order: Order): Scanned | undefined => {
    const groups = NUMBERS.exec(text)?.groups;
    if (groups === undefined) return undefined;
    const [one, two] = [Number(groups['first']), Number(groups['next'])];
    const [day, month] = order === 'day' ? [one, two] : [two, one];
    return instantOf(Number(groups['year']), month, day, groups);
  };
  /** What the text means in the other order, if that is a valid and different date. */
  const otherOf = (text: string): Scanned | undefined => {
    const other = scan(text, OTHER[first]);
    return other?.seconds === scan(text, first)?.seconds ? undefined : other;
  };
  const codec = codecOf(
    ({ lead, length }) => (lead === 1 || lead === 2) && length >= 8 && length <= LONGEST,
    (text) => scan(text, first),
    (text, _ticks, { sample }) => {
      const other = otherOf(text);
      if (other === undefined) return {};
      const shown =
        sampleOrder(sample) === undefined ? 'cannot be told apart here' : 'are told apart by the other keys';
      return {
        note: `day and month ${shown}: ${OTHER[first]} first, it is ${secondText(ticksFromParts(other.seconds, 0))}`,
      };
    },
  );
  return key(
    '{time}',
    (text, ticks, { sample }) =>
      plausibility(ticks) *
      (otherOf(text) === undefined
        ? SURE_ORDER
        : confidenceOf(NUMBERS.exec(text)?.groups ?? {}, first, sample)),
    `a date with the ${first} first, read as UTC`,
    { codec, most: SURE_ORDER },
  );
}

/** The form of a date with the name of its month. */
export const namedMonth: KeyFormEntry = key(
  '{time}',
  0.9,
  'a date with the name of its month, in UTC if nothing else is said',
  {
    codec: codecOf(
      ({ kinds, length }) =>
        (kinds & DIGIT) !== 0 && (kinds & LETTER) !== 0 && length >= 7 && length <= LONGEST,
      scanNamed,
    ),
  },
);
