import { civilFromDays, daysFromCivil, daysInMonth } from '../../time/civil.ts';
import {
  MAX_TICKS,
  TICKS_PER_DAY,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_SECOND,
  ticksToIso,
} from '../../time/ticks.ts';
import { afterPrefix, floorTo, numberAt } from '../base/digits.ts';
import type { TimeText } from '../base/keySpan.ts';
import type { RowTime } from '../base/scheme.ts';

/**
 * How a date is written: `yyyy`, `MM`, `dd`, `HH`, `mm`, `ss` and 1 to 9 `f` (to write it: 7, which are ticks), in this order
 * without omissions; any other character stands for itself. Texts of one layout sort by time.
 */
export type DateLayout = string;

interface Field {
  readonly at: number;
  readonly width: number;
}

/** Positions of a layout's numbers, and of the characters between them. */
interface CutLayout {
  readonly month: Field | undefined;
  readonly day: Field | undefined;
  readonly hour: Field | undefined;
  readonly minute: Field | undefined;
  readonly second: Field | undefined;
  readonly fraction: Field | undefined;
  readonly marks: readonly { readonly at: number; readonly code: number }[];
}

const LETTERS = 'yMdHmsf';
const FRACTION_DIGITS = 7;

function fieldOf(layout: DateLayout, letter: string): Field | undefined {
  const at = layout.indexOf(letter);
  return at < 0 ? undefined : { at, width: layout.lastIndexOf(letter) - at + 1 };
}

function cutLayout(layout: DateLayout): CutLayout {
  return {
    month: fieldOf(layout, 'M'),
    day: fieldOf(layout, 'd'),
    hour: fieldOf(layout, 'H'),
    minute: fieldOf(layout, 'm'),
    second: fieldOf(layout, 's'),
    fraction: fieldOf(layout, 'f'),
    marks: layout
      .split('')
      .flatMap((letter, at) => (LETTERS.includes(letter) ? [] : [{ at, code: letter.charCodeAt(0) }])),
  };
}

const CUT = new Map<DateLayout, CutLayout>();

function cutOf(layout: DateLayout): CutLayout {
  let cut = CUT.get(layout);
  if (cut === undefined) {
    cut = cutLayout(layout);
    CUT.set(layout, cut);
  }
  return cut;
}

/** The value of a field: `otherwise` if the layout does not have it, -1 if it is not in [low, high]. */
function valueAt(
  text: string,
  field: Field | undefined,
  low: number,
  high: number,
  otherwise: number,
): number {
  if (field === undefined) return otherwise;
  const value = numberAt(text, field.at, field.width);
  return value >= low && value <= high ? value : -1;
}

function hasMarks(text: string, { marks }: CutLayout): boolean {
  for (const { at, code } of marks) {
    if (text.charCodeAt(at) !== code) return false;
  }
  return true;
}

/**
 * Reads a text of a layout into seconds and fraction; false if it is not a valid date. Fields that the layout lacks get their
 * lowest value.
 */
export function readDateText(text: string, layout: DateLayout, into: RowTime): boolean {
  if (text.length !== layout.length) return false;
  const cut = cutOf(layout);
  const year = numberAt(text, 0, 4);
  const month = valueAt(text, cut.month, 1, 12, 1);
  const day = valueAt(text, cut.day, 1, 31, 1);
  if (year < 1 || month < 0 || day < 0 || day > daysInMonth(year, month)) return false;
  const hour = valueAt(text, cut.hour, 0, 23, 0);
  const minute = valueAt(text, cut.minute, 0, 59, 0);
  const second = valueAt(text, cut.second, 0, 59, 0);
  const fraction = valueAt(text, cut.fraction, 0, Number.POSITIVE_INFINITY, 0);
  if (hour < 0 || minute < 0 || second < 0 || fraction < 0 || !hasMarks(text, cut)) return false;
  into.seconds = daysFromCivil(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
  // Digits finer than a tick are cut.
  const ticks = fraction * 10 ** (FRACTION_DIGITS - (cut.fraction?.width ?? FRACTION_DIGITS));
  into.fraction = Math.floor(ticks);
  return true;
}

/** Ticks of a date text; undefined if it is none. */
export function dateTextTicks(text: string, layout: DateLayout): bigint | undefined {
  const time = { seconds: 0, fraction: 0 };
  return readDateText(text, layout, time)
    ? BigInt(time.seconds) * TICKS_PER_SECOND + BigInt(time.fraction)
    : undefined;
}

/** The unit of the layout's last field in ticks. Months vary in length and count as days. */
export function layoutStep(layout: DateLayout): bigint {
  const { hour, minute, second, fraction } = cutOf(layout);
  if (fraction !== undefined) return 10n ** BigInt(Math.max(0, FRACTION_DIGITS - fraction.width));
  if (second !== undefined) return TICKS_PER_SECOND;
  if (minute !== undefined) return TICKS_PER_MINUTE;
  return hour === undefined ? TICKS_PER_DAY : TICKS_PER_HOUR;
}

function isOfMonths(layout: DateLayout): boolean {
  return cutOf(layout).day === undefined;
}

/** The first instant of the month of an instant, or of the month after it. */
function monthStart(ticks: bigint, monthsLater: 0 | 1): bigint {
  const { year, month } = civilFromDays(Number(ticks / TICKS_PER_DAY));
  const index = year * 12 + month - 1 + monthsLater;
  return BigInt(daysFromCivil(Math.floor(index / 12), (index % 12) + 1, 1)) * TICKS_PER_DAY;
}

/** The time span that a text of a layout stands for, from the instant that it states; half-open. */
export function layoutSpan(
  ticks: bigint,
  layout: DateLayout,
): { readonly from: bigint; readonly to: bigint } {
  return { from: ticks, to: isOfMonths(layout) ? monthStart(ticks, 1) : ticks + layoutStep(layout) };
}

const ISO_FIELDS: readonly (readonly [letter: string, at: number])[] = [
  ['y', 0],
  ['M', 5],
  ['d', 8],
  ['H', 11],
  ['m', 14],
  ['s', 17],
  ['f', 20],
];

/** Writes an instant (0 .. MAX_TICKS) in a layout, cut, not rounded. */
export function dateKeyText(ticks: bigint, layout: DateLayout): string {
  const iso = ticksToIso(ticks);
  let text = layout;
  for (const [letter, from] of ISO_FIELDS) {
    const field = fieldOf(layout, letter);
    // A layout has no field after one that it lacks.
    if (field === undefined) break;
    text = text.slice(0, field.at) + iso.slice(from, from + field.width) + text.slice(field.at + field.width);
  }
  return text;
}

/** Dates as text in a layout, rounded down to `step` (the layout's own, or coarser); months to their first day. */
export function dateTimeText(layout: DateLayout, step: bigint = layoutStep(layout)): TimeText {
  const isMonth = isOfMonths(layout);
  const next = (bucket: bigint): bigint => (isMonth ? monthStart(bucket, 1) : bucket + step);
  return {
    bucket: (ticks) => (isMonth ? monthStart(ticks, 0) : floorTo(ticks, step)),
    text: (bucket) => dateKeyText(bucket, layout),
    after: (bucket) =>
      next(bucket) <= MAX_TICKS
        ? dateKeyText(next(bucket), layout)
        : (afterPrefix(dateKeyText(bucket, layout)) ?? ''),
    isDescending: false,
  };
}
