import { daysFromCivil, daysInMonth, isoFromParts, MAX_SECONDS, SECONDS_PER_DAY } from '../../time/civil.ts';

/** An instant read from bytes; every call overwrites it. */
export interface InstantSlot {
  /** Whole seconds since 0001-01-01T00:00:00Z. */
  seconds: number;
  /** Ticks within the second. */
  fraction: number;
  /** Fraction digits in the text, 0 to 7. */
  digits: number;
}

/** Two decimal digits as a number, or -1. */
function twoAt(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - 0x30;
  const ones = (bytes[at + 1] as number) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** Reads an optional `.fffffff` and the final `Z`, and returns ticks; -1 for anything else. */
function fractionAt(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[to] !== 0x5a) return -1;
  if (from === to) return 0;
  if (bytes[from] !== 0x2e || from + 1 === to) return -1;
  let value = 0;
  for (let index = from + 1; index < from + 8; index++) {
    const digit = index < to ? (bytes[index] as number) - 0x30 : 0;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function secondsOfDate(bytes: Uint8Array, from: number): number {
  const century = twoAt(bytes, from);
  const yearOfCentury = twoAt(bytes, from + 2);
  const month = twoAt(bytes, from + 5);
  const day = twoAt(bytes, from + 8);
  if (century < 0 || yearOfCentury < 0 || bytes[from + 4] !== 0x2d || bytes[from + 7] !== 0x2d) return -1;
  const year = century * 100 + yearOfCentury;
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return -1;
  return daysFromCivil(year, month, day) * SECONDS_PER_DAY;
}

function secondsOfTime(bytes: Uint8Array, from: number): number {
  const hour = twoAt(bytes, from + 1);
  const minute = twoAt(bytes, from + 4);
  const second = twoAt(bytes, from + 7);
  if (bytes[from] !== 0x54 || bytes[from + 3] !== 0x3a || bytes[from + 6] !== 0x3a) return -1;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return -1;
  return hour * 3600 + minute * 60 + second;
}

/** Reads `yyyy-MM-ddTHH:mm:ss[.f{1,7}]Z` from bytes, as the service writes DateTime; false for anything else. */
export function readIsoBytes(bytes: Uint8Array, from: number, to: number, into: InstantSlot): boolean {
  const length = to - from;
  if (length < 20 || length > 28) return false;
  const fraction = fractionAt(bytes, from + 19, to - 1);
  const date = secondsOfDate(bytes, from);
  const time = secondsOfTime(bytes, from + 10);
  if (fraction < 0 || date < 0 || time < 0) return false;
  into.seconds = date + time;
  into.fraction = fraction;
  into.digits = length === 20 ? 0 : length - 21;
  return true;
}

/** The text that readIsoBytes read, digit for digit. */
export function isoText(seconds: number, fraction: number, digits: number): string {
  const text = isoFromParts(seconds, fraction);
  if (digits === 7) return text;
  return `${text.slice(0, digits === 0 ? 19 : 20 + digits)}Z`;
}

/** Reads decimal ticks, 0 to 3155378975999999999, without sign and with at most 19 digits; false for anything else. */
export function readTicksBytes(bytes: Uint8Array, from: number, to: number, into: InstantSlot): boolean {
  if (to - from < 1 || to - from > 19) return false;
  let seconds = 0;
  let fraction = 0;
  const split = Math.max(from, to - 7);
  for (let index = from; index < to; index++) {
    const digit = (bytes[index] as number) - 0x30;
    if (digit < 0 || digit > 9) return false;
    if (index < split) seconds = seconds * 10 + digit;
    else fraction = fraction * 10 + digit;
  }
  if (seconds > MAX_SECONDS) return false;
  into.seconds = seconds;
  into.fraction = fraction;
  into.digits = 7;
  return true;
}
