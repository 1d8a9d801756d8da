import { MAX_TICKS, type Ticks, ticksFromParts, TICKS_PER_SECOND } from '../../time/ticks.ts';
import type { RowTime } from './scheme.ts';

/** Whether [from, to) of a text is ASCII digits only, and not empty. */
export function isDigits(text: string, from = 0, to = text.length): boolean {
  if (to <= from || to > text.length) return false;
  for (let index = from; index < to; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return false;
  }
  return true;
}

/**
 * The number that `count` digits at `at` write; -1 if one of them is not a digit. `count` is at most 15, so that a double holds the number
 * exactly.
 */
export function numberAt(text: string, at: number, count: number): number {
  let value = 0;
  for (let index = at; index < at + count; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** A number in decimal, zero-padded as .NET's "D19" pads it. Numbers in keys are never negative. */
export function padNumber(value: bigint | number, width: number): string {
  return String(value).padStart(width, '0');
}

/** D19 or D20 text of ticks, inverted or not. */
export function ticksText(ticks: bigint, width: number, isInverted: boolean): string {
  return padNumber(isInverted ? MAX_TICKS - ticks : ticks, width);
}

/** Rounds down to a whole multiple of `step`. Both numbers have the same unit; `ticks` must not be negative. */
export function floorTo(ticks: bigint, step: bigint): bigint {
  return ticks - (ticks % step);
}

export function rowTimeTicks({ seconds, fraction }: RowTime): Ticks {
  return ticksFromParts(seconds, fraction);
}

/** Whether a time is a whole number of steps (in ticks) after 0001-01-01. */
export function isMultiple(time: RowTime, step: bigint): boolean {
  if (step % TICKS_PER_SECOND === 0n)
    return time.fraction === 0 && time.seconds % Number(step / TICKS_PER_SECOND) === 0;
  return rowTimeTicks(time) % step === 0n;
}

/** Sets a time from ticks, which must be in 0 .. MAX_TICKS. */
export function setTicks(ticks: bigint, into: RowTime): void {
  into.seconds = Number(ticks / TICKS_PER_SECOND);
  into.fraction = Number(ticks % TICKS_PER_SECOND);
}

export function newRowTime(): RowTime {
  return { seconds: 0, fraction: 0 };
}

/**
 * The least text above every text that begins with `prefix`, in ordinal UTF-16 order. Undefined if there is none, because `prefix` is empty
 * or consists of U+FFFF only.
 */
export function afterPrefix(prefix: string): string | undefined {
  let end = prefix.length;
  while (end > 0 && prefix.charCodeAt(end - 1) === 0xffff) end--;
  if (end === 0) return undefined;
  return prefix.slice(0, end - 1) + String.fromCharCode(prefix.charCodeAt(end - 1) + 1);
}

let lastDigits = '';
let lastNumber = 0n;

/** The number that the decimal digits write. It keeps the last result, because every scheme that may read a key needs the same number. */
export function numberOf(digits: string): bigint {
  if (digits !== lastDigits) {
    lastNumber = BigInt(digits);
    lastDigits = digits;
  }
  return lastNumber;
}
