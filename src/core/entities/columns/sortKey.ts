import { type InstantSlot, readIsoBytes } from '../bytes/instantBytes.ts';
import { FORM_BOOLEAN, FORM_NULL, FORM_NUMBER, FORM_STRING } from '../bytes/jsonBytes.ts';
import { tryIsoToTicks } from '../../time/ticks.ts';
import { splitTicks } from '../order/timeBuckets.ts';
import { valueText } from '../page/pageNames.ts';
import { TYPE_DATETIME, TYPE_DOUBLE, TYPE_INT64 } from '../page/typeTable.ts';
import type { ArenaValue } from '../store/valueArena.ts';

/** Kinds of values, in the order in which a sorted column shows them. Values of two kinds are never equal. */
export const KIND_NUMBER = 0;
export const KIND_NAN = 1;
export const KIND_BOOLEAN = 2;
export const KIND_INSTANT = 3;
export const KIND_TEXT = 4;
/** The name occurs twice in its row, so there is no single value. */
export const KIND_TWICE = 5;
export const KIND_NULL = 6;

/** Where a value sorts: by kind, then `major`, then `minor`; texts by their UTF-16 units, which are not held here. */
export interface SortKey {
  kind: number;
  /** A number's nearest Double, an instant's seconds since 0001-01-01, a Boolean as 0 or 1. */
  major: number;
  /** What the nearest Double left of an Int64; an instant's ticks within its second. */
  minor: number;
}

const INT64 = /^-?\d{1,19}$/;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
/** A whole number of so many digits is exact as a Double. */
const EXACT_DIGITS = 15;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const SPECIAL_DOUBLES: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

export function newSortKey(): SortKey {
  return { kind: 0, major: 0, minor: 0 };
}

/** A text, or a value that is like all others of its kind. */
export function setText(key: SortKey, kind: number): void {
  key.kind = kind;
  key.major = 0;
  key.minor = 0;
}

export function setInstant(key: SortKey, seconds: number, fraction: number): void {
  key.kind = KIND_INSTANT;
  key.major = seconds;
  key.minor = fraction;
}

const slot: InstantSlot = { seconds: 0, fraction: 0, digits: 0 };

function setNumber(key: SortKey, major: number, minor: number): void {
  key.kind = Number.isNaN(major) ? KIND_NAN : KIND_NUMBER;
  // One zero: -0 is not less than 0.
  key.major = Number.isNaN(major) ? 0 : major + 0;
  key.minor = minor;
}

/** Whether the text is an Int64. Rounding keeps the order, so the rest decides only between neighbours with one nearest Double. */
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

/** Whether the text is a number of its type. */
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
    return;
  }
  if (form <= FORM_STRING && type === TYPE_DATETIME && readIsoBytes(bytes, from, to, slot)) {
    setInstant(key, slot.seconds, slot.fraction);
    return;
  }
  // Texts are not decoded here: they would be a copy of the column.
  if (form !== FORM_NUMBER && type !== TYPE_INT64 && type !== TYPE_DOUBLE) return;
  readNumber(valueText(bytes, form, from, to), form, type, key);
}

/** Where a number that a person typed sorts; undefined: no number. Whole ones are exact, as Int64 are. */
export function numberKey(text: string): SortKey | undefined {
  const key = newSortKey();
  const typed = text.trim();
  const special = SPECIAL_DOUBLES.get(typed);
  if (special !== undefined) setNumber(key, special, 0);
  else if (!readInt64(typed, key)) {
    if (!NUMBER.test(typed)) return undefined;
    setNumber(key, Number(typed), 0);
  }
  return key;
}

/** Where an instant that is written in ISO sorts; undefined: no instant. */
export function instantKey(text: string): SortKey | undefined {
  const ticks = tryIsoToTicks(text.trim());
  if (!ticks.ok) return undefined;
  const key = newSortKey();
  const { seconds, fraction } = splitTicks(ticks.value);
  setInstant(key, seconds, fraction);
  return key;
}
