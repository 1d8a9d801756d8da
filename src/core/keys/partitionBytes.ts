import { MAX_SECONDS } from '../time/civil.ts';
import { D19, PREFIXED_TICKS_AT } from './prefixedKey.ts';
import type { PartitionBytes, RowTime } from './scheme.ts';

const UNDERSCORE = 0x5f;
/** prefixGroup looks at the last four digits of N(D19). */
const PREFIX_DIGITS = 4;

/** As numberAt, of ASCII bytes that end at `to`. */
function numberInBytes(bytes: Uint8Array, at: number, count: number, to: number): number {
  if (at + count > to) return -1;
  let value = 0;
  for (let index = at; index < at + count; index++) {
    const digit = (bytes[index] as number) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** As readTicksAt with 19 digits, of ASCII bytes that end at `to`. */
function readTicksInBytes(bytes: Uint8Array, at: number, to: number, into: RowTime): boolean {
  const seconds = numberInBytes(bytes, at, D19 - 7, to);
  const fraction = numberInBytes(bytes, at + D19 - 7, 7, to);
  if (seconds < 0 || fraction < 0 || seconds > MAX_SECONDS) return false;
  into.seconds = seconds;
  into.fraction = fraction;
  return true;
}

function prefixInBytes(bytes: Uint8Array, from: number, to: number): number {
  const end = from + D19;
  const isPrefixed =
    end + 3 <= to &&
    bytes[end] === UNDERSCORE &&
    bytes[end + 1] === UNDERSCORE &&
    bytes[end + 2] === UNDERSCORE;
  return isPrefixed ? numberInBytes(bytes, end - PREFIX_DIGITS, PREFIX_DIGITS, to) : -1;
}

/** `N(D19)___ticks(D19)` or `ticks(D19)`, grouped by prefixGroup. */
export const prefixedBytes: PartitionBytes = {
  rowTime: (bytes, from, to, into) =>
    readTicksInBytes(bytes, prefixInBytes(bytes, from, to) < 0 ? from : from + PREFIXED_TICKS_AT, to, into),
  groupNumber: prefixInBytes,
};
