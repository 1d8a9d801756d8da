import { FORM_STRING } from '../bytes/jsonBytes.ts';
import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.ts';
import { hashWords, wordBytes } from '../bytes/wordBytes.ts';
import { isMark, NUMBER_FIXED, NUMBER_PLAIN, PatternReader } from '../packed/textPattern.ts';
import { valueText } from '../page/pageNames.ts';
import { TYPE_STRING } from '../page/typeTable.ts';
import type { ArenaValue } from '../store/valueArena.ts';
import { comparedText } from './templateMiner.ts';
import { HEX, NUMBER } from './textMask.ts';

/** Only the beginning of longer texts counts, such as those with a stack trace. */
const MOST_BYTES = 500;
const LEAST_BYTES = 20;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
/** Control characters become spaces, because templates use some of them as marks for numbers. */
const CONTROLS = /(?![\u007f-\u009f])\p{Cc}/gu;

export const isText = ({ form, type }: ArenaValue): boolean => form === FORM_STRING && type === TYPE_STRING;

/** Numbers texts by their patterns. A pattern is what is left of a text without its numbers, and even a million texts have few of them. */
export class TextComparer {
  private readonly reader = new PatternReader();
  private readonly words = wordBytes(this.reader.key);
  private readonly byHash = new Map<number, { readonly key: Uint8Array; readonly number: number }[]>();
  private readonly numberOf: (text: string) => number;

  /** @param numberOf gives a text, as it is compared with templates, its number */
  constructor(numberOf: (text: string) => number) {
    this.numberOf = numberOf;
  }

  of(value: ArenaValue): number {
    const { reader } = this;
    const { bytes, from, to } = plainText(value);
    const end = beginningOf(bytes, from, to);
    let length = end - from;
    // A text of many numbers may have more than a pattern holds, so its half is tried until it fits.
    while (!reader.read(bytes, from, from + length) && length > LEAST_BYTES)
      length = wholeEnd(bytes, from, from + (length >> 1)) - from;
    const hash = hashWords(this.words, 0, reader.length, 0);
    const alike = this.byHash.get(hash) ?? [];
    for (const { key, number } of alike) if (isSame(key, reader)) return number;
    const key = reader.key.slice(0, reader.length);
    const number = this.numberOf(comparedText(patternText(key), from + length < to));
    this.byHash.set(hash, [...alike, { key, number }]);
    return number;
  }
}

/** The bytes of a text without escapes. */
function plainText(value: ArenaValue): {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
} {
  const { bytes, from, to } = value;
  const escape = bytes.subarray(from, to).indexOf(BACKSLASH);
  if (escape < 0) return { bytes, from, to };
  const plain = encodeUtf8(oneLine(value));
  return { bytes: plain, from: 0, to: plain.length };
}

/** Where a text ends, or in a long one the last whole word that counts. */
function beginningOf(bytes: Uint8Array, from: number, to: number): number {
  if (to - from <= MOST_BYTES) return to;
  let end = from + MOST_BYTES;
  while (end > from && bytes[end] !== SPACE) end -= 1;
  return end === from ? wholeEnd(bytes, from, from + MOST_BYTES) : end;
}

/** The end of the last whole UTF-8 character before a position. */
function wholeEnd(bytes: Uint8Array, from: number, to: number): number {
  let end = to;
  while (end > from && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
  return end;
}

function isSame(key: Uint8Array, { key: other, length }: PatternReader): boolean {
  if (key.length !== length) return false;
  for (let at = 0; at < length; at++) if (key[at] !== other[at]) return false;
  return true;
}

/** A pattern as the miner takes it: each mark is one character, which does not say how many digits there are. */
function patternText(key: Uint8Array): string {
  const bytes = new Uint8Array(key.length);
  let length = 0;
  for (let at = 0; at < key.length; at++) {
    const byte = key[at] as number;
    if (!isMark(byte)) bytes[length++] = byte;
    else {
      bytes[length++] = (byte <= NUMBER_FIXED ? NUMBER : HEX).charCodeAt(0);
      if (byte !== NUMBER_PLAIN) at += 1;
    }
  }
  return decodeUtf8(bytes.subarray(0, length));
}

/** A text on one line, the form that templates are made from. */
export function oneLine({ bytes, form, from, to }: ArenaValue): string {
  return valueText(bytes, form, from, to).replace(CONTROLS, ' ');
}
