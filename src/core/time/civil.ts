/** Arithmetic in the proleptic Gregorian calendar, as .NET's DateTime has it: years 1..9999, no leap seconds. */

export const SECONDS_PER_DAY = 86_400;

/** Whole seconds from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z, the last second of a DateTime. */
export const MAX_SECONDS = 315_537_897_599;

const DAYS_PER_400_YEARS = 146_097;
/** Days from 0000-03-01 to 0001-01-01, because the algorithm's years begin in March. */
const MARCH_TO_YEAR_1 = 306;

interface CivilDate {
  readonly year: number;
  /** 1 .. 12 */
  readonly month: number;
  /** 1 .. 31 */
  readonly day: number;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Days in a month, 28 .. 31. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days since 0001-01-01 of a valid date. Source of the method: H. Hinnant, "chrono-compatible low-level date algorithms". */
export function daysFromCivil(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const monthFromMarch = month > 2 ? month - 3 : month + 9;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_400_YEARS + dayOfEra - MARCH_TO_YEAR_1;
}

/** The date that is `days` (0 .. 3652058) after 0001-01-01. */
export function civilFromDays(days: number): CivilDate {
  const shifted = days + MARCH_TO_YEAR_1;
  const era = Math.floor(shifted / DAYS_PER_400_YEARS);
  const dayOfEra = shifted - era * DAYS_PER_400_YEARS;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

const TWO_DIGITS: readonly string[] = Array.from({ length: 100 }, (_, index) =>
  String(index).padStart(2, '0'),
);

/** A number from 0 to 99 as two digits. */
export function twoDigits(value: number): string {
  return TWO_DIGITS[value] ?? String(value).padStart(2, '0');
}

/** `yyyy-MM-dd` of the day that is `days` after 0001-01-01. */
export function dateText(days: number): string {
  const { year, month, day } = civilFromDays(days);
  const century = Math.floor(year / 100);
  return `${twoDigits(century)}${twoDigits(year - century * 100)}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** `HH:mm:ss.fffffff` of the second in the day (0 .. 86399) and the ticks within the second (0 .. 9999999). */
export function timeOfDayText(secondOfDay: number, fraction: number): string {
  const hour = Math.floor(secondOfDay / 3600);
  const minute = Math.floor(secondOfDay / 60) - hour * 60;
  const second = secondOfDay - hour * 3600 - minute * 60;
  return `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}.${fractionText(fraction)}`;
}

/** Ticks within a second (0 .. 9999999) as seven digits. */
export function fractionText(fraction: number): string {
  const high = Math.floor(fraction / 10_000);
  const rest = fraction - high * 10_000;
  const middle = Math.floor(rest / 100);
  return `${Math.floor(high / 100)}${twoDigits(high % 100)}${twoDigits(middle)}${twoDigits(rest - middle * 100)}`;
}

/**
 * ISO text of an instant, made without BigInt from whole seconds since 0001-01-01T00:00:00Z (0 .. MAX_SECONDS) and ticks within the second
 * (0 .. 9999999). The caller must have checked both ranges.
 */
export function isoFromParts(seconds: number, fraction: number): string {
  const days = Math.floor(seconds / SECONDS_PER_DAY);
  return `${dateText(days)}T${timeOfDayText(seconds - days * SECONDS_PER_DAY, fraction)}Z`;
}

/** The English names of months, as short as dates have them. */
export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
