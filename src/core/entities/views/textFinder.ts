import { BACKSLASH, FORM_NULL, FORM_NUMBER, FORM_STRING } from '../bytes/jsonBytes.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { valueText } from '../page/pageNames.ts';
import type { ArenaValue } from '../store/valueArena.ts';

/** The text with its ASCII capitals made small; other letters differ by language and stay. */
export function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** By byte: itself, or the small letter of a capital. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);
/** The characters of a JSON number. */
const OF_NUMBERS = /^[-+.0-9e]*$/;

/**
 * Looks for a text in stored values, whatever the case of ASCII letters. Bytes are compared from the end of the text, and most are skipped
 * (Horspool, 1980).
 */
export class TextFinder {
  /** In lower case. */
  private readonly text: string;
  private readonly bytes: Uint8Array;
  /** By folded byte: how far to move on if it is the last byte of the window. */
  private readonly steps: Uint32Array;
  /** Half a character has no bytes, and a backslash is the beginning of an escape in bytes. */
  private readonly needsText: boolean;
  private readonly mayBeNumber: boolean;

  constructor(text: string) {
    this.text = foldAscii(text);
    this.bytes = encodeUtf8(this.text);
    this.needsText = /[\p{Surrogate}\\]/u.test(text);
    this.mayBeNumber = OF_NUMBERS.test(this.text);
    const last = this.bytes.length - 1;
    this.steps = new Uint32Array(256).fill(Math.max(1, this.bytes.length));
    for (let at = 0; at < last; at++) this.steps[this.bytes[at] as number] = last - at;
  }

  isInText(text: string): boolean {
    return foldAscii(text).includes(this.text);
  }

  /** False for null, which has no text. */
  isIn(value: ArenaValue): boolean {
    const { bytes, form, from, to } = value;
    if (form === FORM_NULL) return false;
    // An escape takes more bytes than what it stands for.
    if (to - from < this.bytes.length || (form === FORM_NUMBER && !this.mayBeNumber)) return false;
    if (form !== FORM_STRING) return this.find(bytes, from, to) >= 0;
    const found = this.needsText ? -1 : this.find(bytes, from, to);
    // A match after a backslash may be part of an escape, and a value with escapes may hold the text in
    // another form.
    const end = found < 0 ? to : found;
    for (let at = from; at < end; at++)
      if (bytes[at] === BACKSLASH) return this.isInText(valueText(bytes, form, from, to));
    return found >= 0;
  }

  /** Where the bytes begin; below 0: they are not there. */
  private find(source: Uint8Array, from: number, to: number): number {
    const { bytes, steps } = this;
    const last = bytes.length - 1;
    if (last < 0) return from;
    let end = from + last;
    while (end < to) {
      const byte = FOLDED[source[end] as number] as number;
      let at = last;
      if (byte === bytes[last]) {
        at -= 1;
        while (at >= 0 && FOLDED[source[end - last + at] as number] === bytes[at]) at -= 1;
        if (at < 0) return end - last;
      }
      end += steps[byte] as number;
    }
    return -1;
  }
}
