import { BACKSLASH, FORM_NULL, FORM_NUMBER, FORM_STRING } from '../bytes/jsonBytes.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { valueText } from '../page/pageNames.ts';
import type { PatternForm } from '../packed/patternTexts.ts';
import { NUMBER_FIXED, NUMBER_PLAIN } from '../packed/textPattern.ts';
import { TAG_FORM_MASK } from '../page/decodedPage.ts';
import type { ArenaValue } from '../store/valueArena.ts';

type StoredBytes = Pick<ArenaValue, 'bytes' | 'form' | 'from' | 'to'>;

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

/** Digits; in hexadecimal numbers also a to f. */
const DECIMAL = /[0-9]/;
const HEXADECIMAL = /[0-9a-f]/;

/**
 * Looks for bytes, whatever the case of ASCII letters. They are compared from their end, and most of what is searched is skipped
 * (Horspool, 1980).
 */
class ByteFinder {
  readonly length: number;
  /** In lower case. */
  private readonly bytes: Uint8Array;
  /** By folded byte: how far to move on if it is the last byte of the window. */
  private readonly steps: Uint32Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.length = bytes.length;
    const last = bytes.length - 1;
    this.steps = new Uint32Array(256).fill(Math.max(1, bytes.length));
    for (let at = 0; at < last; at++) this.steps[bytes[at] as number] = last - at;
  }

  /** Where the bytes begin; negative: they are not there. */
  find(source: Uint8Array, from: number, to: number): number {
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

/** Finders of what is between the digits of a text. */
function between(text: string, digit: RegExp): readonly ByteFinder[] {
  return text
    .split(digit)
    .filter((run) => run !== '')
    .map((run) => new ByteFinder(encodeUtf8(run)));
}

/** Looks for a text in stored values, whatever the case of ASCII letters. */
export class TextFinder {
  /** In lower case. */
  private readonly text: string;
  private readonly whole: ByteFinder;
  private readonly betweenDecimal: readonly ByteFinder[];
  private readonly betweenHexadecimal: readonly ByteFinder[];
  /** Whether the text has a lone half of a surrogate pair, which UTF-8 cannot write. */
  private readonly hasHalf: boolean;
  /** Whether the text has a backslash. In the bytes of a value, it begins an escape. */
  private readonly hasBackslash: boolean;
  private readonly mayBeNumber: boolean;

  constructor(text: string) {
    this.text = foldAscii(text);
    this.whole = new ByteFinder(encodeUtf8(this.text));
    this.hasHalf = /\p{Surrogate}/u.test(text);
    this.hasBackslash = text.includes('\\');
    this.betweenDecimal = between(this.text, DECIMAL);
    this.betweenHexadecimal = between(this.text, HEXADECIMAL);
    this.mayBeNumber = OF_NUMBERS.test(this.text);
  }

  isInText(text: string): boolean {
    return foldAscii(text).includes(this.text);
  }

  /** Whether a value holds the text. A null has no text. */
  isIn({ bytes, form, from, to }: StoredBytes): boolean {
    const { whole } = this;
    if (form === FORM_NULL) return false;
    // Even with escapes, a value has no fewer bytes than a text that it holds. Half of a surrogate pair counts as three bytes here, the
    // whole pair as four.
    if (to - from < whole.length || (form === FORM_NUMBER && !this.mayBeNumber)) return false;
    if (form !== FORM_STRING) return whole.find(bytes, from, to) >= 0;
    if (this.hasHalf) return this.isInText(valueText(bytes, form, from, to));
    const found = this.hasBackslash ? -1 : whole.find(bytes, from, to);
    // A match after a backslash may be part of an escape, and a value with escapes may hold the text in
    // another form.
    const end = found < 0 ? to : found;
    for (let at = from; at < end; at++)
      if (bytes[at] === BACKSLASH) return this.isInText(valueText(bytes, form, from, to));
    return found >= 0;
  }

  /** Whether the text is in all values of a pattern, in none, or perhaps in some. What is between the pattern's numbers decides. */
  isInForm(form: PatternForm): boolean | 'perhaps' {
    const { fixed, fixedEnd, numbers } = form;
    const jsonForm = form.header & TAG_FORM_MASK;
    if (numbers.length === 0) return this.isIn({ bytes: fixed.bytes, form: jsonForm, from: 0, to: fixedEnd });
    if (jsonForm === FORM_NUMBER && !this.mayBeNumber) return false;
    if (jsonForm === FORM_STRING && (this.hasHalf || form.hasBackslash)) return 'perhaps';
    const isDecimal = numbers.every(({ mark }) => mark === NUMBER_PLAIN || mark === NUMBER_FIXED);
    const runs = isDecimal ? this.betweenDecimal : this.betweenHexadecimal;
    // Every number has a digit, so text without digits lies within one fixed piece of the pattern.
    return runs.every((run) => run.find(fixed.bytes, 0, fixedEnd) >= 0) && 'perhaps';
  }
}
