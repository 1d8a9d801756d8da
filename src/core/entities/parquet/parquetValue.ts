import { ticksFromParts, UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import { type InstantSlot, readIsoBytes } from '../bytes/instantBytes.ts';
import { FORM_BOOLEAN, FORM_NUMBER, FORM_STRING } from '../bytes/jsonBytes.ts';
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
import type { ParquetKind, ParquetValue } from './parquetTable.ts';
import { SPECIAL_DOUBLES } from '../entity.ts';

const EPOCH_SECONDS = 62_135_596_800;
/** 1677-09-21T00:12:43.1452242Z and 2262-04-11T23:47:16.8547758Z: the instants whose nanoseconds fit into an INT64. */
const FIRST = { seconds: EPOCH_SECONDS - 9_223_372_037, fraction: 1_452_242 };
const LAST = { seconds: EPOCH_SECONDS + 9_223_372_036, fraction: 8_547_758 };
const INT64 = /^-?\d{1,19}$/;
const INT64_BITS = 64;
const WHOLE = /^-?\d+$/;
/** A whole number with this many characters is exact as a Double. */
const EXACT_CHARACTERS = 15;

const slot: InstantSlot = { seconds: 0, fraction: 0, digits: 0 };

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

export function textOf({ bytes, form, from, to }: ArenaValue): string {
  return valueText(bytes, form, from, to);
}

/** Undefined: the text is not in an Int64's usual form, so the number could not restore it. */
function int64Of(text: string): bigint | undefined {
  if (!INT64.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asIntN(INT64_BITS, value) === value && String(value) === text ? value : undefined;
}

/** Undefined: a Double cannot hold the number. */
function doubleOf(text: string, form: number): number | undefined {
  if (form <= FORM_STRING) return SPECIAL_DOUBLES.get(text);
  if (form !== FORM_NUMBER) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  const isExact = text.length <= EXACT_CHARACTERS || !WHOLE.test(text) || BigInt(text) === BigInt(value);
  return isExact ? value : undefined;
}

/** A value, not null, as Parquet's own type; undefined if it is not of the form that its type promises. */
export function nativeValue(value: ArenaValue): ParquetValue | undefined {
  const { bytes, form, from, to, type } = value;
  switch (type) {
    case TYPE_INT32:
      return isInt32(value) ? Number(textOf(value)) : undefined;
    case TYPE_INT64:
      return form <= FORM_NUMBER ? int64Of(textOf(value)) : undefined;
    case TYPE_DOUBLE:
      return doubleOf(textOf(value), form);
    case TYPE_BOOLEAN:
      return form === FORM_BOOLEAN ? to - from === 'true'.length : undefined;
    case TYPE_DATETIME:
      return form <= FORM_STRING ? ticksOf(value) : undefined;
    case TYPE_BINARY:
      return form <= FORM_STRING ? bytesOfBase64(bytes, from, to) : undefined;
    default:
      return isTextType(type) && form > FORM_STRING ? undefined : textOf(value);
  }
}

function isTextType(type: number): boolean {
  return type === TYPE_STRING || type === TYPE_GUID;
}

function isInt32({ bytes, form, from, to }: ArenaValue): boolean {
  return form === FORM_NUMBER && inferType(form, bytes, from, to) === TYPE_INT32;
}

/** A DateTime as ticks; undefined if it is no instant. */
function ticksOf({ bytes, from, to }: ArenaValue): bigint | undefined {
  return readIsoBytes(bytes, from, to, slot) ? ticksFromParts(slot.seconds, slot.fraction) : undefined;
}

const FIRST_TICKS = ticksFromParts(FIRST.seconds, FIRST.fraction);
const LAST_TICKS = ticksFromParts(LAST.seconds, LAST.fraction);
const NANOSECONDS_PER_TICK = 100n;

/** Ticks as nanoseconds since the Unix epoch; undefined if an INT64 cannot hold them. */
export function nanosecondsOf(ticks: bigint): bigint | undefined {
  return ticks < FIRST_TICKS || ticks > LAST_TICKS
    ? undefined
    : (ticks - UNIX_EPOCH_TICKS) * NANOSECONDS_PER_TICK;
}

const BACKSLASH = 0x5c;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether UTF-8 cannot hold the text. Only an escape can name half of a pair: the bytes of a page are UTF-8. */
export function isBeyondUtf8(value: ArenaValue): boolean {
  if (value.form !== FORM_STRING) return false;
  if (!value.bytes.subarray(value.from, value.to).includes(BACKSLASH)) return false;
  return LONE_SURROGATE.test(textOf(value));
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const EQUALS = 0x3d;
/** By byte: its six bits; 255: not of the alphabet. */
const BITS = new Uint8Array(256).fill(255);
for (let at = 0; at < ALPHABET.length; at++) BITS[ALPHABET.charCodeAt(at)] = at;

/**
 * The bytes that Base64 text in [from, to) stands for; undefined if other text stands for the same bytes (RFC 4648:
 * padded, no line breaks, unused bits zero), because then the bytes would not give the text back.
 */
function bytesOfBase64(text: Uint8Array, from: number, to: number): Uint8Array | undefined {
  const length = to - from;
  if (length % 4 !== 0) return undefined;
  const padding = length === 0 || text[to - 1] !== EQUALS ? 0 : text[to - 2] === EQUALS ? 2 : 1;
  const digits = length - padding;
  const bytes = new Uint8Array((length / 4) * 3 - padding);
  let bits = 0;
  let held = 0;
  let end = 0;
  for (let at = from; at < from + digits; at++) {
    const six = BITS[text[at] as number] as number;
    if (six === 255) return undefined;
    bits = ((bits << 6) | six) & 0xfff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[end++] = (bits >>> held) & 0xff;
  }
  return (bits & ((1 << held) - 1)) === 0 ? bytes : undefined;
}
