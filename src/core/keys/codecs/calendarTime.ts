import { civilFromDays, daysFromCivil, daysInMonth } from '../../time/civil.ts';
import { MAX_TICKS, TICKS_PER_DAY } from '../../time/ticks.ts';
import { afterPrefix, numberAt, padNumber, setTicks } from '../base/digits.ts';
import type { TimeText } from '../base/keySpan.ts';
import { ALL_TIME, type TimeCodec } from '../grammar/timeCodec.ts';

/** A part of the calendar as text: all in days since 0001-01-01, which was a Monday. */
interface CalendarUnit {
  readonly width: number;
  /** The first day of a text; undefined if it is none. */
  readonly dayOf: (text: string) => number | undefined;
  /** The first day of the unit of a day, and of the next one. */
  readonly startOf: (day: number) => number;
  readonly endOf: (start: number) => number;
  readonly textOf: (start: number) => string;
}

const WEEK = 7;
/** A week belongs to the year of its Thursday (ISO 8601). */
const THURSDAY = 3;

function yearOf(day: number): number {
  return civilFromDays(day).year;
}

/** A number in [1, most] at `at`; -1 if it is none. */
function countAt(text: string, at: number, width: number, most: number): number {
  const count = numberAt(text, at, width);
  return count >= 1 && count <= most ? count : -1;
}

/** `2025-W10`, `2025W10` */
function week(mark: string): CalendarUnit {
  const textOf = (start: number): string => {
    const year = yearOf(start + THURSDAY);
    const number = Math.floor((start + THURSDAY - daysFromCivil(year, 1, 1)) / WEEK) + 1;
    return `${padNumber(year, 4)}${mark}W${padNumber(number, 2)}`;
  };
  return {
    width: 7 + mark.length,
    dayOf: (text) => {
      const [year, number] = [numberAt(text, 0, 4), countAt(text, 5 + mark.length, 2, 53)];
      if (year < 1 || number < 0 || !text.startsWith(`${mark}W`, 4)) return undefined;
      const first = daysFromCivil(year, 1, 1 + THURSDAY);
      const start = first - (first % WEEK) + (number - 1) * WEEK;
      // Most years have no week 53.
      return textOf(start) === text ? start : undefined;
    },
    startOf: (day) => day - (day % WEEK),
    endOf: (start) => start + WEEK,
    textOf,
  };
}

/** `2025-064`, `2025064`: the days of a year are counted (ISO 8601). */
function dayOfYear(mark: string): CalendarUnit {
  return {
    width: 7 + mark.length,
    dayOf: (text) => {
      const [year, number] = [numberAt(text, 0, 4), countAt(text, 4 + mark.length, 3, 366)];
      const day = year < 1 || number < 0 ? -1 : daysFromCivil(year, 1, 1) + number - 1;
      return day >= 0 && text.startsWith(mark, 4) && yearOf(day) === year ? day : undefined;
    },
    startOf: (day) => day,
    endOf: (start) => start + 1,
    textOf: (start) => {
      const year = yearOf(start);
      return `${padNumber(year, 4)}${mark}${padNumber(start - daysFromCivil(year, 1, 1) + 1, 3)}`;
    },
  };
}

const QUARTER = 3;

/** `2025-Q1`, `2025Q1` */
function quarter(mark: string): CalendarUnit {
  const startOf = (day: number): number => {
    const { year, month } = civilFromDays(day);
    return daysFromCivil(year, month - ((month - 1) % QUARTER), 1);
  };
  return {
    width: 6 + mark.length,
    dayOf: (text) => {
      const [year, number] = [numberAt(text, 0, 4), countAt(text, 5 + mark.length, 1, 4)];
      return year < 1 || number < 0 || !text.startsWith(`${mark}Q`, 4)
        ? undefined
        : daysFromCivil(year, (number - 1) * QUARTER + 1, 1);
    },
    startOf,
    // 100 days after its first, the next one has begun, and not ended.
    endOf: (start) => startOf(start + 100),
    textOf: (start) => {
      const { year, month } = civilFromDays(start);
      return `${padNumber(year, 4)}${mark}Q${Math.ceil(month / QUARTER)}`;
    },
  };
}

/** `240305`, `24030510` would be an hour: two digits of a year since 2000. */
function shortDay(): CalendarUnit {
  return {
    width: 6,
    dayOf: (text) => {
      const [year, month] = [2000 + numberAt(text, 0, 2), countAt(text, 2, 2, 12)];
      const day = month < 0 ? -1 : countAt(text, 4, 2, daysInMonth(year, month));
      return year < 2000 || day < 0 ? undefined : daysFromCivil(year, month, day);
    },
    startOf: (day) => day,
    endOf: (start) => start + 1,
    textOf: (start) => {
      const { year, month, day } = civilFromDays(start);
      return [year % 100, month, day].map((each) => padNumber(each, 2)).join('');
    },
  };
}

/** `05032024` */
function dayFirst(): CalendarUnit {
  return {
    width: 8,
    dayOf: (text) => {
      const [year, month] = [numberAt(text, 4, 4), countAt(text, 2, 2, 12)];
      const day = year < 1 || month < 0 ? -1 : countAt(text, 0, 2, daysInMonth(year, month));
      return day < 0 ? undefined : daysFromCivil(year, month, day);
    },
    startOf: (day) => day,
    endOf: (start) => start + 1,
    textOf: (start) => {
      const { year, month, day } = civilFromDays(start);
      return [day, month].map((each) => padNumber(each, 2)).join('') + padNumber(year, 4);
    },
  };
}

function ticksOf(day: number): bigint {
  return BigInt(day) * TICKS_PER_DAY;
}

function dayOf(ticks: bigint): number {
  return Number(ticks / TICKS_PER_DAY);
}

const UNITS = {
  'yyyy-Www': week('-'),
  yyyyWww: week(''),
  'yyyy-DDD': dayOfYear('-'),
  yyyyDDD: dayOfYear(''),
  'yyyy-Qq': quarter('-'),
  yyyyQq: quarter(''),
  yyMMdd: shortDay(),
  ddMMyyyy: dayFirst(),
} as const;

/** 2000 .. 2099, whose years have two digits that tell them. */
const CENTURY = { from: 630_822_816_000_000_000n, to: 662_380_416_000_000_000n };

/** A week, a quarter, a day of the year and other parts of the calendar that no date layout has. */
export function calendarTime(name: keyof typeof UNITS): TimeCodec {
  const { width, dayOf: dayIn, startOf, endOf, textOf } = UNITS[name];
  const texts: TimeText = {
    bucket: (ticks) => ticksOf(startOf(dayOf(ticks))),
    text: (bucket) => textOf(dayOf(bucket)),
    after: (bucket) => {
      const next = ticksOf(endOf(dayOf(bucket)));
      const text = textOf(dayOf(bucket));
      const following = next > MAX_TICKS ? '' : textOf(dayOf(next));
      return following > text ? following : (afterPrefix(text) ?? '');
    },
    isDescending: false,
  };
  return {
    widths: [width],
    step: TICKS_PER_DAY,
    isDescending: false,
    read: (text, from, to, into) => {
      const day = to - from === width ? dayIn(text.slice(from, to)) : undefined;
      if (day === undefined || ticksOf(day) > MAX_TICKS) return false;
      setTicks(ticksOf(day), into);
      return true;
    },
    facts: (_text, ticks) => ({ window: { from: ticks, to: ticksOf(endOf(dayOf(ticks))) } }),
    orders:
      name === 'ddMMyyyy'
        ? []
        : [
            {
              texts: () => texts,
              writable: name === 'yyMMdd' ? CENTURY : ALL_TIME,
              home: name === 'yyMMdd' ? { from: '0', to: ':' } : { from: '1', to: '3' },
            },
          ],
    ...(name === 'ddMMyyyy' && {
      whyAll: 'These dates do not sort by time, because the year is not first: all keys are read.',
    }),
  };
}
