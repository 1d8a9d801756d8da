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

/** The number in `count` digits at `at` (count <= 15, exact in a double), or -1 if a character is not a digit. */
export function numberAt(text: string, at: number, count: number): number {
  let value = 0;
  for (let index = at; index < at + count; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** A number in decimal, zero-padded as .NET "D19" (negative numbers do not occur in keys). */
export function padNumber(value: bigint | number, width: number): string {
  return String(value).padStart(width, '0');
}

/** D19 or D20 text of ticks, inverted or not. */
export function ticksText(ticks: bigint, width: number, isInverted: boolean): string {
  return padNumber(isInverted ? MAX_TICKS - ticks : ticks, width);
}

/** Rounds down to a whole multiple; ticks and step in the same unit, ticks >= 0. */
export function floorTo(ticks: bigint, step: bigint): bigint {
  return ticks - (ticks % step);
}

/** The instant of a time. */
export function rowTimeTicks({ seconds, fraction }: RowTime): Ticks {
  return ticksFromParts(seconds, fraction);
}

/** Whether a time is a whole multiple of a step in ticks, from 0001-01-01 on. */
export function isMultiple(time: RowTime, step: bigint): boolean {
  if (step % TICKS_PER_SECOND === 0n)
    return time.fraction === 0 && time.seconds % Number(step / TICKS_PER_SECOND) === 0;
  return rowTimeTicks(time) % step === 0n;
}

/** Sets a time from ticks, 0 .. MAX_TICKS. */
export function setTicks(ticks: bigint, into: RowTime): void {
  into.seconds = Number(ticks / TICKS_PER_SECOND);
  into.fraction = Number(ticks % TICKS_PER_SECOND);
}

/** A reusable RowTime. */
export function newRowTime(): RowTime {
  return { seconds: 0, fraction: 0 };
}

/**
 * The least text above every text that begins with `prefix`, in ordinal UTF-16 order; undefined if there is none
 * (empty, or U+FFFF throughout).
 */
export function afterPrefix(prefix: string): string | undefined {
  let end = prefix.length;
  while (end > 0 && prefix.charCodeAt(end - 1) === 0xffff) end--;
  if (end === 0) return undefined;
  return prefix.slice(0, end - 1) + String.fromCharCode(prefix.charCodeAt(end - 1) + 1);
}

let lastDigits = '';
let lastNumber = 0n;

/** The number in decimal digits. Keeps the last result, because all schemes that may read a key need the same number. */
export function numberOf(digits: string): bigint {
  if (digits !== lastDigits) {
    lastNumber = BigInt(digits);
    lastDigits = digits;
  }
  return lastNumber;
}
