import { type InstantSlot, readIsoBytes } from '../bytes/instantBytes.ts';
import { FORM_BOOLEAN, FORM_NULL, FORM_NUMBER, FORM_PLAIN, FORM_STRING } from '../bytes/jsonBytes.ts';
import { valueText } from '../page/pageNames.ts';
import type { ArenaValue } from './valueArena.ts';

const BACKSLASH = 0x5c;

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Ordinal order by UTF-16 units; NaN if code points would sort the two texts differently. */
function textOrder(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left === right) continue;
    const isDoubtful = isSurrogate(left) !== isSurrogate(right) && Math.max(left, right) >= 0xe000;
    return isDoubtful ? Number.NaN : left - right;
  }
  return a.length - b.length;
}

/** A stored value prepared for comparison; works on raw bytes if possible. Reused for value after value. */
export class StoredValue {
  private readonly typeNames: readonly string[];
  private value: ArenaValue | undefined;
  private readonly slot: InstantSlot = { seconds: 0, fraction: 0, digits: 0 };

  constructor(typeNames: readonly string[]) {
    this.typeNames = typeNames;
  }

  set(value: ArenaValue): this {
    this.value = value;
    return this;
  }

  get type(): string {
    return this.typeNames[this.value?.type ?? -1] ?? '';
  }

  get isNull(): boolean {
    return this.value?.form === FORM_NULL;
  }

  /** The string, or a number or Boolean as written; undefined for other types. */
  text(): string | undefined {
    const { value } = this;
    if (value === undefined) return undefined;
    const isOne = this.isString() || value.form === FORM_NUMBER || value.form === FORM_BOOLEAN;
    return isOne ? valueText(value.bytes, value.form, value.from, value.to) : undefined;
  }

  /**
   * Ordinal order of the string against a text: below 0, 0 or above 0. NaN if it is not a string, or if UTF-16 units
   * and code points sort the two differently.
   */
  orderBeside(text: string): number {
    const { value } = this;
    if (value === undefined || !this.isString()) return Number.NaN;
    const { bytes, form, from, to } = value;
    const length = Math.min(to - from, text.length);
    for (let at = 0; at < length; at++) {
      const byte = bytes[from + at] as number;
      if (byte >= 0x80 || byte === BACKSLASH) return textOrder(valueText(bytes, form, from, to), text);
      const difference = byte - text.charCodeAt(at);
      if (difference !== 0) return difference;
    }
    // One begins with the other, so the rest does not matter.
    return to - from - text.length;
  }

  /** A DateTime in the service's own form. The next call reuses the object. */
  instant(): Readonly<InstantSlot> | undefined {
    const { value, slot } = this;
    if (value === undefined || !this.isString()) return undefined;
    return readIsoBytes(value.bytes, value.from, value.to, slot) ? slot : undefined;
  }

  private isString(): boolean {
    const form = this.value?.form;
    return form === FORM_PLAIN || form === FORM_STRING;
  }
}
