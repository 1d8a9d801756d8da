/** Alphabets of ids, all in ascending ASCII order, so that text order is number order. */

/** Crockford's base 32, of ULID (github.com/ulid/spec). */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Base 62 of KSUID (segmentio/ksuid base62.go). */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The value of a hexadecimal digit, or -1. */
function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** The number in `count` (<= 13) hexadecimal digits, or -1 if a character is not one. */
export function hexNumberAt(text: string, at: number, count: number): number {
  let value = 0;
  for (let index = at; index < at + count; index++) {
    const digit = hexDigit(text.charCodeAt(index));
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

const CROCKFORD_VALUES: readonly number[] = Array.from({ length: 128 }, (_, code) =>
  CROCKFORD.indexOf(String.fromCharCode(code).toUpperCase()),
);

/** The number in `count` (<= 10) Crockford digits of either case, or -1 if a character is not one. */
export function crockfordAt(text: string, at: number, count: number): number {
  let value = 0;
  for (let index = at; index < at + count; index++) {
    const digit = CROCKFORD_VALUES[text.charCodeAt(index)] ?? -1;
    if (digit < 0) return -1;
    value = value * 32 + digit;
  }
  return value;
}

/** A number in a base, padded with its zero to `width`. */
export function inBase(value: bigint, alphabet: string, width: number): string {
  const base = BigInt(alphabet.length);
  let rest = value;
  let text = '';
  while (text.length < width) {
    text = alphabet.charAt(Number(rest % base)) + text;
    rest /= base;
  }
  return text;
}

/** The value of a base 62 digit, or -1. */
export function base62Digit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 90) return code - 55;
  return code >= 97 && code <= 122 ? code - 61 : -1;
}
