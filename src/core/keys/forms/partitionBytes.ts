import { MAX_SECONDS } from '../../time/civil.ts';
import { D19, PREFIXED_TICKS_AT } from './prefixedKey.ts';
import type { ByteSource, PartitionBytes, RowTime } from '../base/scheme.ts';

const UNDERSCORE = 0x5f;
/** prefixGroup uses the last four digits of N(D19). */
const PREFIX_DIGITS = 4;

const ZEROS = 0x30303030;
/** Added to a byte of at least 0x0a, it sets the top bit. */
const NO_DIGITS = 0x76767676;
const HIGH_BITS = 0x80808080;

/** Four digits as a number; negative if one is not a digit. Reading four takes as long as reading one. */
function fourDigits(view: DataView, at: number): number {
  const word = view.getInt32(at, true) ^ ZEROS;
  if ((((word + NO_DIGITS) | word) & HIGH_BITS) !== 0) return -1;
  // The lowest byte, that of the first digit, comes first.
  const pairs = (word * 10 + (word >>> 8)) & 0xff00ff;
  return (pairs & 0xff) * 100 + (pairs >>> 16);
}

/** Like readTicksAt with 19 digits, for ASCII bytes up to `to`. */
function readTicksInBytes(view: DataView, at: number, to: number, into: RowTime): boolean {
  if (at + D19 > to) return false;
  const high = fourDigits(view, at);
  const middle = fourDigits(view, at + 4);
  const low = fourDigits(view, at + 8);
  const first = fourDigits(view, at + 12);
  // Overlaps the previous four by one digit, because 19 is not a multiple of four.
  const last = fourDigits(view, at + D19 - 4);
  const seconds = (high * 10_000 + middle) * 10_000 + low;
  if ((high | middle | low | first | last) < 0 || seconds > MAX_SECONDS) return false;
  into.seconds = seconds;
  into.fraction = first * 1000 + (last % 1000);
  return true;
}

function prefixInBytes({ bytes, view }: ByteSource, from: number, to: number): number {
  const end = from + D19;
  const isPrefixed =
    end + 3 <= to &&
    bytes[end] === UNDERSCORE &&
    bytes[end + 1] === UNDERSCORE &&
    bytes[end + 2] === UNDERSCORE;
  return isPrefixed ? fourDigits(view, end - PREFIX_DIGITS) : -1;
}

/** Reads `N(D19)___ticks(D19)` or `ticks(D19)`, grouped like prefixGroup. */
export const prefixedBytes: PartitionBytes = {
  rowTime: (source, from, to, into) => {
    const at = prefixInBytes(source, from, to) < 0 ? from : from + PREFIXED_TICKS_AT;
    return readTicksInBytes(source.view, at, to, into);
  },
  groupNumber: prefixInBytes,
};
