import type { WordBytes } from '../bytes/wordBytes.ts';

/** How many digits the lower part has of a number that is kept in two parts. */
export const LOW_DIGITS = 9;
export const LOW_POWER = 1e9;
/** A number is kept as `high * LOW_POWER + low`, which is exact for so many digits. */
export const MOST_DIGITS = 19;

const ZERO = 0x30;
const LOWER_A = 0x61 - 10;
const UPPER_A = 0x41 - 10;

export function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** At most 15 digits as a number. */
export function readDigits(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + (bytes[at] as number) - ZERO;
  return value;
}

/** At most 13 hexadecimal digits as a number. */
export function readHex(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    value = value * 16 + byte - (byte <= 0x39 ? ZERO : byte < 0x61 ? UPPER_A : LOWER_A);
  }
  return value;
}

/** Writes the last `count` digits of a whole number below 2^31, so that they end at `end`. */
export function writeSmall({ bytes }: WordBytes, end: number, count: number, value: number): void {
  // As an integer, so that engines divide by multiplying.
  let rest = value | 0;
  for (let at = end - 1; at >= end - count; at--) {
    const next = (rest / 10) | 0;
    bytes[at] = ZERO + rest - Math.imul(next, 10);
    rest = next;
  }
}

/** Writes `high * 1e9 + low` with exactly `count` digits, padded with zeros. Returns the end. */
export function writeFixed(target: WordBytes, at: number, count: number, high: number, low: number): number {
  const end = at + count;
  if (count <= LOW_DIGITS) {
    writeSmall(target, end, count, low);
    return end;
  }
  writeSmall(target, end, LOW_DIGITS, low);
  const top = Math.floor(high / LOW_POWER);
  const left = count - LOW_DIGITS;
  writeSmall(target, end - LOW_DIGITS, Math.min(left, LOW_DIGITS), high - top * LOW_POWER);
  if (left > LOW_DIGITS) writeSmall(target, at + left - LOW_DIGITS, left - LOW_DIGITS, top);
  return end;
}

/** Writes a whole number below 1e9 without leading zeros. Returns the end. */
export function writePlain(target: WordBytes, at: number, value: number): number {
  let count = 1;
  for (let rest = value | 0; rest >= 10; rest = (rest / 10) | 0) count += 1;
  writeSmall(target, at + count, count, value);
  return at + count;
}

/** Writes a whole number below 2^53 as `count` hexadecimal digits. Returns the end. */
export function writeHex(
  bytes: Uint8Array,
  at: number,
  count: number,
  value: number,
  isUpper: boolean,
): number {
  const letters = isUpper ? UPPER_A : LOWER_A;
  let rest = value;
  for (let index = at + count - 1; index >= at; index--) {
    const next = Math.floor(rest / 16);
    const digit = rest - next * 16;
    bytes[index] = digit + (digit < 10 ? ZERO : letters);
    rest = next;
  }
  return at + count;
}

/** How many bytes a whole number below 2^53 takes; 0 for 0. */
export function bytesFor(value: number): number {
  let count = 0;
  for (let rest = value; rest >= 1; rest = Math.floor(rest / 256)) count += 1;
  return count;
}

/** Writes a whole number as `count` bytes, the lowest first. */
export function writeBytes(bytes: Uint8Array, at: number, count: number, value: number): void {
  let rest = value;
  for (let index = at; index < at + count; index++) {
    const next = Math.floor(rest / 256);
    bytes[index] = rest - next * 256;
    rest = next;
  }
}

/** Reads what `writeBytes` wrote. At least eight bytes must exist from `at` on. */
export function readBytes(view: DataView, at: number, count: number): number {
  switch (count) {
    case 0:
      return 0;
    case 1:
      return view.getUint8(at);
    case 2:
      return view.getUint16(at, true);
    case 3:
      return view.getUint32(at, true) & 0xffffff;
    case 4:
      return view.getUint32(at, true);
    default: {
      // Bytes after the number are masked out.
      const high = view.getUint32(at + 4, true);
      const kept = count === 5 ? high & 0xff : count === 6 ? high & 0xffff : high & 0xffffff;
      return view.getUint32(at, true) + kept * 2 ** 32;
    }
  }
}
