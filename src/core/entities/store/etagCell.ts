import { encodeUtf8 } from '../bytes/utf8.ts';
import { type WordBytes, wordBytes } from '../bytes/wordBytes.ts';

/** An etag that only restates the Timestamp, as the service's do, takes no memory. */
export const ETAG_OF_TIMESTAMP = 1;
export const ETAG_HEAD = String.raw`W/\"datetime'`;
export const ETAG_TAIL = String.raw`'\"`;

function doubleOf(ascii: string, at: number): number {
  return wordBytes(encodeUtf8(ascii)).view.getFloat64(at, true);
}

/**
 * The head is compared as two doubles, the second over its last eight bytes: exact, since no eight bytes of ASCII are
 * NaN.
 */
const HEAD_END_AT = ETAG_HEAD.length - 8;
const HEAD_BEGIN = doubleOf(ETAG_HEAD, 0);
const HEAD_END = doubleOf(ETAG_HEAD, HEAD_END_AT);

/** A colon as the etag escapes it, as a word of three bytes. */
const COLON_ESCAPED = 0x413325;
const COLON = 0x3a;
/** Lengths of `yyyy-MM-ddTHH` and `yyyy-MM-ddTHH:mm` in a Timestamp. */
const TO_HOUR = 13;
const TO_MINUTE = 16;
/** In a shorter Timestamp, less than a word follows the minute. */
const MIN_TIMESTAMP = 21;

function isAsciiAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Compares four bytes at a time; the last word may overlap. Needs length >= 4. */
function isSame(view: DataView, a: number, b: number, length: number): boolean {
  const last = length - 4;
  for (let index = 0; index < last; index += 4) {
    if (view.getInt32(a + index, true) !== view.getInt32(b + index, true)) return false;
  }
  return view.getInt32(a + last, true) === view.getInt32(b + last, true);
}

/** Whether a longer etag begins with ETAG_HEAD; compared as doubles. */
function hasHead(view: DataView, from: number): boolean {
  return view.getFloat64(from, true) === HEAD_BEGIN && view.getFloat64(from + HEAD_END_AT, true) === HEAD_END;
}

/** Compares any Timestamp, byte by byte. */
function restatesText(
  bytes: Uint8Array,
  from: number,
  to: number,
  timestampFrom: number,
  timestampTo: number,
): boolean {
  let at = from + ETAG_HEAD.length;
  for (let index = timestampFrom; index < timestampTo; index++) {
    const byte = bytes[index];
    if (byte === COLON) {
      if (!isAsciiAt(bytes, at, '%3A')) return false;
      at += 3;
    } else if (bytes[at++] !== byte) return false;
  }
  return to === at + ETAG_TAIL.length && isAsciiAt(bytes, at, ETAG_TAIL);
}

/**
 * Whether an etag is the one that the service derives from a Timestamp: its text with `:` as `%3A`. `isIso`: the
 * Timestamp reads as `yyyy-MM-ddTHH:mm:ss[.fffffff]Z`, so its colons are at fixed offsets.
 */
export function restatesTimestamp(
  source: WordBytes,
  from: number,
  to: number,
  timestampFrom: number,
  timestampTo: number,
  isIso: boolean,
): boolean {
  const { bytes, view } = source;
  const length = timestampTo - timestampFrom;
  if (!isIso || length < MIN_TIMESTAMP) {
    return isAsciiAt(bytes, from, ETAG_HEAD) && restatesText(bytes, from, to, timestampFrom, timestampTo);
  }
  const hour = from + ETAG_HEAD.length;
  if (to - hour !== length + 4 + ETAG_TAIL.length || !hasHead(view, from)) return false;
  const minute = hour + TO_HOUR + 3;
  const second = minute + 2 + 3;
  return (
    isSame(view, hour, timestampFrom, TO_HOUR) &&
    (view.getInt32(hour + TO_HOUR, true) & 0xffffff) === COLON_ESCAPED &&
    bytes[minute] === bytes[timestampFrom + TO_HOUR + 1] &&
    bytes[minute + 1] === bytes[timestampFrom + TO_HOUR + 2] &&
    (view.getInt32(minute + 2, true) & 0xffffff) === COLON_ESCAPED &&
    isSame(view, second, timestampFrom + TO_MINUTE + 1, length - TO_MINUTE - 1) &&
    isAsciiAt(bytes, to - ETAG_TAIL.length, ETAG_TAIL)
  );
}
