import { civilFromDays, daysFromCivil, daysInMonth } from '../../time/civil.ts';
import {
  MAX_TICKS,
  TICKS_PER_DAY,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_SECOND,
} from '../../time/ticks.ts';
import { afterPrefix, floorTo, numberAt, padNumber, isMultiple } from '../base/digits.ts';
import type { TimeText } from '../base/keySpan.ts';
import type { RowTime, TickSpan } from '../base/scheme.ts';
import { years, ALL_TIME, type TimeCodec } from '../base/timeCodec.ts';

/**
 * How a date is written, by the letters of FIELDS: a year of four digits, or of two for 2000 to 2099; a month, a quarter (`q`), a week of
 * ISO 8601 (`ww`) or a day of the year (`DDD`); a day; a time of day; and 1 to 9 `f` for the fraction (at most 7 when writing, because that
 * is a tick). Any other character stands for itself. Texts of one layout sort by time if the year comes first.
 */
export type DateLayout = string;

/**
 * The least and greatest number of each field, and the length of one unit in ticks. Fields longer than a day count as a day, because most
 * of them vary in length.
 */
const FIELDS = {
  y: [0, 9999, TICKS_PER_DAY],
  q: [1, 4, TICKS_PER_DAY],
  M: [1, 12, TICKS_PER_DAY],
  w: [1, 53, TICKS_PER_DAY],
  D: [1, 366, TICKS_PER_DAY],
  d: [1, 31, TICKS_PER_DAY],
  H: [0, 23, TICKS_PER_HOUR],
  m: [0, 59, TICKS_PER_MINUTE],
  s: [0, 59, TICKS_PER_SECOND],
  f: [0, Number.POSITIVE_INFINITY, 1n],
} as const;

type Letter = keyof typeof FIELDS;
const LETTERS = Object.keys(FIELDS) as readonly Letter[];
const FIELD = new RegExp(`([${LETTERS.join('')}])\\1*`, 'g');
const FRACTION_DIGITS = 7;
const WEEK = 7;
/** By ISO 8601, a week belongs to the year of its Thursday. Counted from Monday 0001-01-01, Thursday is day 3. */
const THURSDAY = 3;
/** Added to years of two digits. */
const CENTURY = 2000;

/** The positions of a layout's numbers, and the characters between them. */
interface CutLayout {
  readonly fields: readonly { readonly letter: Letter; readonly at: number; readonly width: number }[];
  readonly marks: readonly { readonly at: number; readonly code: number }[];
  /** The finest field. */
  readonly unit: Letter;
}

const CUT = new Map<DateLayout, CutLayout>();

function cutOf(layout: DateLayout): CutLayout {
  let cut = CUT.get(layout);
  if (cut === undefined) {
    const fields = [...layout.matchAll(FIELD)].map(({ 0: run, index }) => ({
      letter: run.charAt(0) as Letter,
      at: index,
      width: run.length,
    }));
    const marks = Array.from(layout, (letter, at) => ({ at, code: letter.charCodeAt(0) }));
    cut = {
      fields,
      marks: marks.filter(({ at }) => !fields.some((field) => at >= field.at && at < field.at + field.width)),
      unit: LETTERS.findLast((letter) => fields.some((field) => field.letter === letter)) ?? 'd',
    };
    CUT.set(layout, cut);
  }
  return cut;
}

/** The first day of a date, in days since 0001-01-01; -1 if the calendar does not have it. */
function dayOf(values: Readonly<Record<Letter, number>>): number {
  const { y: year, q: quarter, M: month, w: week, D: dayOfYear, d: day } = values;
  if (year < 1) return -1;
  if (week > 0) {
    const first = daysFromCivil(year, 1, 1 + THURSDAY);
    const start = first - (first % WEEK) + (week - 1) * WEEK;
    // Most years have only 52 weeks.
    return civilFromDays(start + THURSDAY).year === year ? start : -1;
  }
  if (dayOfYear > 0) {
    const found = daysFromCivil(year, 1, dayOfYear);
    return found < daysFromCivil(year + 1, 1, 1) ? found : -1;
  }
  const first = quarter > 0 ? quarter * 3 - 2 : month;
  return day > daysInMonth(year, first) ? -1 : daysFromCivil(year, first, day);
}

/**
 * Reads a text of a layout into seconds and fraction; false if it is not a valid date. Fields that the layout lacks are read as their
 * lowest value.
 */
export function readDateText(text: string, layout: DateLayout, into: RowTime): boolean {
  if (text.length !== layout.length) return false;
  const { fields, marks } = cutOf(layout);
  for (const { at, code } of marks) if (text.charCodeAt(at) !== code) return false;
  const values = { y: 0, q: 0, M: 1, w: 0, D: 0, d: 1, H: 0, m: 0, s: 0, f: 0 };
  for (const { letter, at, width } of fields) {
    const value = numberAt(text, at, width);
    const [least, most] = FIELDS[letter];
    if (value < least || value > most) return false;
    if (letter === 'y') values.y = width === 2 ? CENTURY + value : value;
    // Digits beyond the tick are dropped.
    else values[letter] = letter === 'f' ? Math.floor(value * 10 ** (FRACTION_DIGITS - width)) : value;
  }
  const day = dayOf(values);
  if (day < 0) return false;
  into.seconds = day * 86_400 + values.H * 3600 + values.m * 60 + values.s;
  into.fraction = values.f;
  return true;
}

/** The unit of the layout's last field in ticks. Weeks, months, quarters and years count as days. */
function layoutStep(layout: DateLayout): bigint {
  const { fields, unit } = cutOf(layout);
  const width = fields.find(({ letter }) => letter === 'f')?.width ?? FRACTION_DIGITS;
  return unit === 'f' ? 10n ** BigInt(Math.max(0, FRACTION_DIGITS - width)) : FIELDS[unit][2];
}

const MONTHS: Partial<Readonly<Record<Letter, number>>> = { M: 1, q: 3, y: 12 };

/** Whether texts of a layout stand for more than a day: a week, a month, a quarter or a year. */
export function isCoarse(layout: DateLayout): boolean {
  return 'wMqy'.includes(cutOf(layout).unit);
}

/**
 * The half-open span of the layout's finest field (a day, a week, a month) that contains an instant. `step`: the length for fields of fixed
 * length; default: the layout's own.
 */
export function layoutSpan(ticks: bigint, layout: DateLayout, step = layoutStep(layout)): TickSpan {
  const { unit } = cutOf(layout);
  const months = MONTHS[unit];
  if (months === undefined) {
    const length = unit === 'w' ? BigInt(WEEK) * TICKS_PER_DAY : step;
    const from = floorTo(ticks, length);
    return { from, to: from + length };
  }
  const { year, month } = civilFromDays(Number(ticks / TICKS_PER_DAY));
  const first = month - ((month - 1) % months);
  const start = (at: number): bigint =>
    BigInt(daysFromCivil(at > 12 ? year + 1 : year, at > 12 ? at - 12 : at, 1)) * TICKS_PER_DAY;
  return { from: start(first), to: start(first + months) };
}

/** Writes an instant (0 .. MAX_TICKS) in a layout. What the layout lacks is dropped, not rounded. */
export function dateKeyText(ticks: bigint, layout: DateLayout): string {
  const days = Number(ticks / TICKS_PER_DAY);
  const { year, month, day } = civilFromDays(days);
  const seconds = Number((ticks % TICKS_PER_DAY) / TICKS_PER_SECOND);
  const ofWeek = civilFromDays(days - (days % WEEK) + THURSDAY).year;
  const values: Readonly<Record<Letter, number>> = {
    y: layout.includes('w') ? ofWeek : year,
    q: Math.ceil(month / 3),
    M: month,
    w: Math.floor((days - (days % WEEK) + THURSDAY - daysFromCivil(ofWeek, 1, 1)) / WEEK) + 1,
    D: days - daysFromCivil(year, 1, 1) + 1,
    d: day,
    H: Math.floor(seconds / 3600),
    m: Math.floor(seconds / 60) % 60,
    s: seconds % 60,
    f: Number(ticks % TICKS_PER_SECOND),
  };
  return layout.replaceAll(FIELD, (run, letter: Letter) =>
    letter === 'f'
      ? padNumber(values.f, FRACTION_DIGITS).slice(0, run.length)
      : padNumber(values[letter], run.length).slice(-run.length),
  );
}

/** Writes dates in a layout, rounded down to `step`, which is the layout's own or coarser. */
export function dateTimeText(layout: DateLayout, step: bigint = layoutStep(layout)): TimeText {
  return {
    bucket: (ticks) => layoutSpan(ticks, layout, step).from,
    text: (bucket) => dateKeyText(bucket, layout),
    after: (bucket) => {
      const { to } = layoutSpan(bucket, layout, step);
      const text = dateKeyText(bucket, layout);
      const next = to > MAX_TICKS ? '' : dateKeyText(to, layout);
      return next > text ? next : (afterPrefix(text) ?? '');
    },
  };
}

/** 2000 .. 2099: the years that two digits stand for. */
const OF_TWO_DIGITS = years(2000, 2100);

/** The codec of a date layout. Times are rounded down to `step`, which is the layout's own or coarser. */
export function dateTime(layout: DateLayout, step = layoutStep(layout)): TimeCodec {
  const isRounded = step > layoutStep(layout);
  const isShort = !layout.includes('yyyy');
  const order = {
    texts: (own: bigint) => dateTimeText(layout, own),
    writable: isShort ? OF_TWO_DIGITS : ALL_TIME,
    home: isShort ? { from: '0', to: ':' } : { from: '1', to: '3' },
  };
  return {
    widths: [layout.length],
    step,
    isDescending: false,
    read: (text, from, to, into) =>
      to - from === layout.length &&
      readDateText(text.slice(from, to), layout, into) &&
      (!isRounded || isMultiple(into, step)),
    ...(isCoarse(layout) && {
      facts: (_text: string, ticks: bigint) => ({ window: layoutSpan(ticks, layout) }),
    }),
    ...(layout.startsWith('y')
      ? { orders: [order] }
      : {
          orders: [],
          whyAll: 'These dates do not sort by time, because the year is not first: all keys are read.',
        }),
  };
}
