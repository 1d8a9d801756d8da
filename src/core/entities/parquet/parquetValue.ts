import { holdsByte } from '../../byteWriter.ts';
import { type InstantSlot, readIsoBytes } from '../bytes/instantBytes.ts';
import { BACKSLASH, FORM_BOOLEAN, FORM_NUMBER, FORM_STRING } from '../bytes/jsonBytes.ts';
import { decimalAt, digitsAt } from '../columns/sortKey.ts';
import { SPECIAL_DOUBLES } from '../entity.ts';
import { LOW_DIGITS, LOW_POWER } from '../packed/digits.ts';
import { valueText } from '../page/pageNames.ts';
import {
  inferType,
  TYPE_BINARY,
  TYPE_BOOLEAN,
  TYPE_DATETIME,
  TYPE_DOUBLE,
  TYPE_GUID,
  TYPE_INT32,
  TYPE_INT64,
  TYPE_STRING,
} from '../page/typeTable.ts';
import type { ArenaValue } from '../store/valueArena.ts';
import type { ParquetKind } from './parquetTable.ts';

const EPOCH_SECONDS = 62_135_596_800;
const TICKS_PER_SECOND = 1e7;
const NANOSECONDS_PER_TICK = 100;
const WHOLE = /^-?\d+$/;
/** A whole number with this many characters is exact as a Double. */
const EXACT_CHARACTERS = 15;
const EXACT = 10 ** EXACT_CHARACTERS;

const INT64_DIGITS = 19;
/** The two parts of 2^63 - 1. */
const MOST_HIGH = 9_223_372_036;
const MOST_LOW = 854_775_807;

const MINUS = 0x2d;
const ZERO = 0x30;

/** How values of a type are stored; types that Parquet lacks are stored as text. */
export function kindOfType(type: number): ParquetKind {
  switch (type) {
    case TYPE_INT32:
      return 'int32';
    case TYPE_INT64:
      return 'int64';
    case TYPE_DOUBLE:
      return 'double';
    case TYPE_BOOLEAN:
      return 'boolean';
    case TYPE_DATETIME:
      return 'instant';
    case TYPE_BINARY:
      return 'bytes';
    default:
      return 'text';
  }
}

/** A value in the form of its column; which members hold it depends on that. Readers reuse one object. */
export interface NativeValue {
  /** The stored value, from which `textOf` makes a text. */
  raw: ArenaValue;
  /** Base64 decoded. */
  binary: Uint8Array;
  /** An Int32, a Double; 1 for true and 0 for false. */
  number: number;
  /** An Int64 is `high * LOW_POWER + low`, because a Double is not exact and a bigint for each value is slow. */
  high: number;
  low: number;
  readonly instant: InstantSlot;
}

export function newNative(raw: ArenaValue): NativeValue {
  const instant = { seconds: 0, fraction: 0, digits: 0 };
  return { raw, binary: new Uint8Array(0), number: 0, high: 0, low: 0, instant };
}

export function textOf({ bytes, form, from, to }: ArenaValue): string {
  return valueText(bytes, form, from, to);
}

export function int64Of({ high, low }: NativeValue): bigint {
  return BigInt(high) * BigInt(LOW_POWER) + BigInt(low);
}

/** Whether 64 bits can hold an Int64. Its two numbers must have the same sign. */
function fits({ high, low }: NativeValue): boolean {
  const isSmall = high < MOST_HIGH || (high === MOST_HIGH && low <= MOST_LOW);
  return isSmall && (high > -MOST_HIGH || (high === -MOST_HIGH && low >= -MOST_LOW - 1));
}

/** Turns an instant into an Int64 of nanoseconds since the Unix epoch; false if it does not fit: before 1677-09-21 or after 2262-04-11. */
export function toNanoseconds(value: NativeValue): boolean {
  const { seconds, fraction } = value.instant;
  value.high = seconds - EPOCH_SECONDS;
  value.low = fraction * NANOSECONDS_PER_TICK;
  if (value.high < 0) {
    value.high += 1;
    value.low -= LOW_POWER;
  }
  return fits(value);
}

/** Turns an instant into an Int64 of ticks since 0001-01-01T00:00:00Z. */
export function toTicks(value: NativeValue): void {
  const { seconds, fraction } = value.instant;
  value.high = Math.floor((seconds * TICKS_PER_SECOND) / LOW_POWER);
  value.low = (seconds % (LOW_POWER / TICKS_PER_SECOND)) * TICKS_PER_SECOND + fraction;
}

/** Reads a value that is not null as Parquet's own type; false if it does not have the form that its type promises. */
export function readNative(value: ArenaValue, into: NativeValue): boolean {
  const { bytes, form, from, to, type } = value;
  into.raw = value;
  switch (type) {
    case TYPE_INT32:
      if (form !== FORM_NUMBER || inferType(form, bytes, from, to) !== TYPE_INT32) return false;
      into.number = numberOf(value);
      return true;
    case TYPE_INT64:
      return form <= FORM_NUMBER && readInt64(value, into);
    case TYPE_DOUBLE:
      return readDouble(value, into);
    case TYPE_BOOLEAN:
      into.number = to - from === 'true'.length ? 1 : 0;
      return form === FORM_BOOLEAN;
    case TYPE_DATETIME:
      return form <= FORM_STRING && readIsoBytes(bytes, from, to, into.instant);
    case TYPE_BINARY:
      return form <= FORM_STRING && readBase64(bytes, from, to, into);
    default:
      return form <= FORM_STRING || (type !== TYPE_STRING && type !== TYPE_GUID);
  }
}

/** The nearest Double of a JSON number. */
function numberOf(value: ArenaValue): number {
  const { bytes, from, to } = value;
  const start = bytes[from] === MINUS ? from + 1 : from;
  // There may be one more character, the point.
  const size = to - start <= EXACT_CHARACTERS + 1 ? decimalAt(bytes, start, to) : Number.NaN;
  if (size < EXACT) return start === from ? size : -size;
  return Number(textOf(value));
}

/** Reads an Int64; false if its text is not in the usual form, because the number could not restore it. */
function readInt64({ bytes, from, to }: ArenaValue, into: NativeValue): boolean {
  const isNegative = bytes[from] === MINUS;
  const start = isNegative ? from + 1 : from;
  const length = to - start;
  if (length < 1 || length > INT64_DIGITS || (bytes[start] === ZERO && to - from > 1)) return false;
  const split = Math.max(start, to - LOW_DIGITS);
  const sign = isNegative ? -1 : 1;
  into.high = sign * digitsAt(bytes, start, split);
  into.low = sign * digitsAt(bytes, split, to);
  return !Number.isNaN(into.low) && fits(into);
}

/** Reads a Double; false if it cannot hold the number, because that is too large or a whole number that would be rounded. */
function readDouble(value: ArenaValue, into: NativeValue): boolean {
  const { form, from, to } = value;
  if (form !== FORM_NUMBER) {
    const special = form <= FORM_STRING ? SPECIAL_DOUBLES.get(textOf(value)) : undefined;
    into.number = special ?? 0;
    return special !== undefined;
  }
  const number = numberOf(value);
  into.number = number;
  if (to - from <= EXACT_CHARACTERS || !Number.isFinite(number)) return Number.isFinite(number);
  const text = textOf(value);
  return !WHOLE.test(text) || BigInt(text) === BigInt(number);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether UTF-8 cannot hold the text. The bytes of a page are UTF-8, so only an escape can stand for half of a surrogate pair. */
export function isBeyondUtf8(value: ArenaValue): boolean {
  const { view, form, from, to } = value;
  if (form !== FORM_STRING || !holdsByte(view, from, to, BACKSLASH, BACKSLASH)) return false;
  return LONE_SURROGATE.test(textOf(value));
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const EQUALS = 0x3d;
/** By byte: its six bits; 255: not of the alphabet. */
const BITS = new Uint8Array(256).fill(255);
for (let at = 0; at < ALPHABET.length; at++) BITS[ALPHABET.charCodeAt(at)] = at;

/**
 * Reads the bytes that Base64 text in [from, to) stands for; false if other text stands for the same bytes (RFC 4648:
 * padded, no line breaks, unused bits zero), because then the bytes would not give the text back.
 */
function readBase64(text: Uint8Array, from: number, to: number, into: NativeValue): boolean {
  const length = to - from;
  if (length % 4 !== 0) return false;
  const padding = length === 0 || text[to - 1] !== EQUALS ? 0 : text[to - 2] === EQUALS ? 2 : 1;
  const digits = length - padding;
  const bytes = new Uint8Array((length / 4) * 3 - padding);
  let bits = 0;
  let held = 0;
  let end = 0;
  for (let at = from; at < from + digits; at++) {
    const six = BITS[text[at] as number] as number;
    if (six === 255) return false;
    bits = ((bits << 6) | six) & 0xfff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[end++] = (bits >>> held) & 0xff;
  }
  into.binary = bytes;
  return (bits & ((1 << held) - 1)) === 0;
}
