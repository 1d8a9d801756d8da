import { type InstantSlot, readIsoBytes } from '../bytes/instantBytes.ts';
import { FORM_BOOLEAN, FORM_NULL, FORM_NUMBER, FORM_STRING } from '../bytes/jsonBytes.ts';
import { valueText } from '../page/pageNames.ts';
import { TYPE_DATETIME, TYPE_DOUBLE, TYPE_INT64 } from '../page/typeTable.ts';
import type { ArenaValue } from '../store/valueArena.ts';

/** Kinds of values, in the order in which a sorted column shows them. Values of two kinds are never equal. */
export const KIND_NUMBER = 0;
export const KIND_NAN = 1;
const KIND_BOOLEAN = 2;
const KIND_INSTANT = 3;
export const KIND_TEXT = 4;
/** The name occurs twice in its row, so there is no single value. */
export const KIND_TWICE = 5;
export const KIND_NULL = 6;

/** Where a value sorts: by kind, then `major`, then `minor`; texts by `text`, in ordinal UTF-16 order. */
export interface SortKey {
  kind: number;
  /** A number's nearest Double, an instant's seconds since 0001-01-01, a Boolean as 0 or 1. */
  major: number;
  /** What the nearest Double left of an Int64; an instant's ticks within its second. */
  minor: number;
  /** Undefined: not a text. */
  text: string | undefined;
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
  key.major = 0;
  key.minor = 0;
  key.text = undefined;
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
    key.kind = KIND_INSTANT;
    key.major = slot.seconds;
    key.minor = slot.fraction;
    return;
  }
  const text = valueText(bytes, form, from, to);
  if (readNumber(text, form, type, key)) return;
  key.kind = KIND_TEXT;
  key.text = text;
}
