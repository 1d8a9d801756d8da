import { type InstantSlot, readIsoBytes } from '../bytes/instantBytes.ts';
import { FORM_BOOLEAN, FORM_NULL, FORM_NUMBER, FORM_STRING } from '../bytes/jsonBytes.ts';
import { tryIsoToTicks } from '../../time/ticks.ts';
import { splitTicks } from '../order/timeBuckets.ts';
import { LOW_DIGITS, LOW_POWER } from '../packed/digits.ts';
import { valueText } from '../page/pageNames.ts';
import { TYPE_DATETIME, TYPE_DOUBLE, TYPE_INT64 } from '../page/typeTable.ts';
import type { ArenaValue } from '../store/valueArena.ts';
import { SPECIAL_DOUBLES } from '../entity.ts';

/**
 * Kinds of values, in the order in which a sorted column shows them; those after KIND_TEXT are last in both directions. Values of
 * two kinds are never equal.
 */
export const KIND_NUMBER = 0;
export const KIND_BOOLEAN = 1;
export const KIND_INSTANT = 2;
export const KIND_TEXT = 3;
export const KIND_NAN = 4;
/** The name occurs twice in its row, so there is no single value. */
export const KIND_TWICE = 5;
export const KIND_NULL = 6;
export const KINDS = 7;

/**
 * Where a value sorts: by kind, then `major`, then `minor`; texts by their UTF-16 units, which are not kept
 * here.
 */
export interface SortKey {
  kind: number;
  /** A number's nearest Double, an instant's seconds since 0001-01-01, a Boolean as 0 or 1. */
  major: number;
  /** An Int64 minus its nearest Double; an instant's ticks within its second. */
  minor: number;
  /**
   * Among values of one type that sort as equal, equal spellings mean equal texts. NO_SPELLING: compare the
   * texts.
   */
  spelling: number;
}

const NO_SPELLING = 0;
/** The spelling of values that can be written in only one way. */
export const ONE_SPELLING = 1;

const INT64 = /^-?\d{1,19}$/;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
/** A whole number with this many digits is exact as a Double. */
const EXACT_DIGITS = 15;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function newSortKey(): SortKey {
  return { kind: 0, major: 0, minor: 0, spelling: NO_SPELLING };
}

/** Sets the key of a text, or of a kind that has only one value. */
export function setText(key: SortKey, kind: number): void {
  key.kind = kind;
  key.major = 0;
  key.minor = 0;
  key.spelling = kind === KIND_TEXT ? NO_SPELLING : ONE_SPELLING;
}

export function setInstant(key: SortKey, seconds: number, fraction: number): void {
  key.kind = KIND_INSTANT;
  key.major = seconds;
  key.minor = fraction;
  key.spelling = NO_SPELLING;
}

const slot: InstantSlot = { seconds: 0, fraction: 0, digits: 0 };

function setNumber(key: SortKey, major: number, minor: number): void {
  key.kind = Number.isNaN(major) ? KIND_NAN : KIND_NUMBER;
  // Adding 0 makes -0 a 0, because -0 must not be less than 0.
  key.major = Number.isNaN(major) ? 0 : major + 0;
  key.minor = minor;
  key.spelling = Number.isNaN(major) ? ONE_SPELLING : NO_SPELLING;
}

/**
 * Reads a text as an Int64; false if it is none. Rounding keeps the order, so `minor` only decides between numbers with the same nearest
 * Double.
 */
function readInt64(text: string, key: SortKey): boolean {
  if (!INT64.test(text)) return false;
  if (text.length <= EXACT_DIGITS) {
    setNumber(key, Number(text), 0);
    return true;
  }
  const value = BigInt(text);
  if (value < MIN_INT64 || value > MAX_INT64) return false;
  const nearest = Number(value);
  setNumber(key, nearest, Number(value - BigInt(nearest)));
  return true;
}

const MINUS = 0x2d;
const POINT = 0x2e;
const POWERS_OF_TEN = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);
const TWO_63 = 2 ** 63;
/** The least number with more than 15 digits. */
const TEN_15 = 1e15;
const LONGEST_INT64 = 19;

/** Reads digits as a number; NaN if there is anything else. */
export function digitsAt(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/**
 * Reads an Int64 of 16 to 19 digits. All products and differences are exact, and only one sum is rounded, so `nearest` is the nearest
 * Double.
 */
function readLongInt64(bytes: Uint8Array, from: number, to: number, key: SortKey): boolean {
  const isNegative = bytes[from] === MINUS;
  const start = isNegative ? from + 1 : from;
  const high = digitsAt(bytes, start, to - LOW_DIGITS);
  const low = digitsAt(bytes, to - LOW_DIGITS, to);
  if (Number.isNaN(high) || Number.isNaN(low)) return false;
  const some = high % 65_536;
  const most = (high - some) * LOW_POWER;
  const few = some * LOW_POWER + low;
  const nearest = most + few;
  const rest = few - (nearest - most);
  const isTooGreat = nearest > TWO_63 || (nearest === TWO_63 && (isNegative ? rest > 0 : rest >= 0));
  if (isTooGreat) return false;
  setNumber(key, isNegative ? -nearest : nearest, isNegative ? -rest : rest);
  key.spelling = to - from;
  return true;
}

/**
 * Reads digits, with or without a point among them, as a number; NaN for anything else. Only one division rounds, so up to 15 digits give
 * the nearest Double.
 */
export function decimalAt(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  let point = to;
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (bytes[at] === POINT && point === to) point = at;
    else return Number.NaN;
  }
  if (point === to) return value;
  return to - from > EXACT_DIGITS + 1 ? Number.NaN : value / (POWERS_OF_TEN[to - point - 1] as number);
}

/** Reads a number in the forms that nearly all have: up to 15 digits, or an Int64. False for anything else. */
function readDigits({ bytes, form, from, to, type }: ArenaValue, key: SortKey): boolean {
  const start = bytes[from] === MINUS ? from + 1 : from;
  const length = to - start;
  const isShort = length <= EXACT_DIGITS || (length === EXACT_DIGITS + 1 && form === FORM_NUMBER);
  if (length > EXACT_DIGITS && type === TYPE_INT64)
    return length <= LONGEST_INT64 && readLongInt64(bytes, from, to, key);
  if (length < 1 || !isShort) return false;
  // Only a JSON number may have a point. An Int64 is written as a text, without one.
  const size = form === FORM_NUMBER ? decimalAt(bytes, start, to) : digitsAt(bytes, start, to);
  if (Number.isNaN(size) || size >= TEN_15) return false;
  setNumber(key, start === from ? size : -size, 0);
  // The sign of zero does not count, so zero has more than one spelling.
  if (size !== 0 || to - from === 1) key.spelling = to - from;
  return true;
}

/** Reads a text as a number of its type; false if it is none. */
function readNumber(text: string, form: number, type: number, key: SortKey): boolean {
  const isString = form <= FORM_STRING;
  if (!isString && form !== FORM_NUMBER) return false;
  if (type === TYPE_INT64 && readInt64(text, key)) return true;
  const special = isString && type === TYPE_DOUBLE ? SPECIAL_DOUBLES.get(text) : undefined;
  if (special === undefined && (isString || !NUMBER.test(text))) return false;
  setNumber(key, special ?? Number(text), 0);
  return true;
}

/** Reads where a value sorts into `key`. A value that is not of the form its type promises sorts as text. */
export function readSortKey(value: ArenaValue, key: SortKey): void {
  const { bytes, form, from, to, type } = value;
  setText(key, KIND_TEXT);
  if (form === FORM_NULL) {
    key.kind = KIND_NULL;
    return;
  }
  if (form === FORM_BOOLEAN) {
    key.kind = KIND_BOOLEAN;
    key.major = to - from === 4 ? 1 : 0;
    key.spelling = ONE_SPELLING;
    return;
  }
  if (form <= FORM_STRING && type === TYPE_DATETIME && readIsoBytes(bytes, from, to, slot)) {
    setInstant(key, slot.seconds, slot.fraction);
    key.spelling = to - from;
    return;
  }
  // Texts are not decoded here, because they would become a copy of the column.
  if (form !== FORM_NUMBER && type !== TYPE_INT64 && type !== TYPE_DOUBLE) return;
  const isWritten = form === FORM_NUMBER || (form <= FORM_STRING && type === TYPE_INT64);
  if (isWritten && readDigits(value, key)) return;
  readNumber(valueText(bytes, form, from, to), form, type, key);
}

/** Leading zeros before another digit. */
const LEADING_ZEROS = /^(-?)0+(?=\d)/;

/** Where a number that a person typed sorts; undefined: it is no number. Whole numbers are as exact as an Int64. */
export function numberKey(text: string): SortKey | undefined {
  const key = newSortKey();
  const typed = text.trim().replace(LEADING_ZEROS, '$1');
  const special = SPECIAL_DOUBLES.get(typed);
  if (special !== undefined) setNumber(key, special, 0);
  else if (!readInt64(typed, key)) {
    if (!NUMBER.test(typed)) return undefined;
    setNumber(key, Number(typed), 0);
  }
  return key;
}

/** Where an instant written in ISO form sorts; undefined: it is no instant. */
export function instantKey(text: string): SortKey | undefined {
  const ticks = tryIsoToTicks(text.trim());
  if (!ticks.ok) return undefined;
  const key = newSortKey();
  const { seconds, fraction } = splitTicks(ticks.value);
  setInstant(key, seconds, fraction);
  return key;
}
