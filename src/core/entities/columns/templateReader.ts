import { FORM_STRING } from '../bytes/jsonBytes.ts';
import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.ts';
import { hashWords, wordBytes } from '../bytes/wordBytes.ts';
import { isMark, NUMBER_FIXED, NUMBER_PLAIN, PatternReader } from '../packed/textPattern.ts';
import { valueText } from '../page/pageNames.ts';
import { TYPE_STRING } from '../page/typeTable.ts';
import type { EntityStore } from '../store/entityStore.ts';
import { VALUE_ABSENT, VALUE_TWICE } from '../store/propertyReader.ts';
import type { ArenaValue } from '../store/valueArena.ts';
import type { ColumnReader } from './columnFacts.ts';
import { KIND_TEXT, setText } from './sortKey.ts';
import { HEX, NUMBER, TemplateMiner } from './templateMiner.ts';

/** Rows looked at between two steps. */
const STEP = 2048;
/** Of longer texts, such as those with a stack trace, the beginning counts. */
const MOST_BYTES = 500;
const LEAST_BYTES = 20;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
/** Control characters become spaces: a template uses some of them as marks for its numbers. */
const CONTROLS = /\p{Cc}/gu;
/** References begin after the two special ones. */
const FIRST = VALUE_TWICE + 1;

/**
 * The template of each row's text: a column that no property holds. Values that are no texts have none. `rows`: only these are
 * read; undefined: all.
 * @yields after a few thousand rows
 */
export function* templateReader(
  store: EntityStore,
  name: string,
  rows?: Uint32Array,
): Generator<undefined, ColumnReader, undefined> {
  const read = store.propertyReader(name);
  const patterns = new PatternTable();
  const known = new Map<number, number>();
  const byRow = new Int32Array(store.rowCount);
  for (let at = 0; at < (rows ?? byRow).length; at++) {
    if (at % STEP === STEP - 1) yield undefined;
    const row = rows === undefined ? at : (rows[at] as number);
    const reference = read(row);
    if (reference === VALUE_ABSENT || reference === VALUE_TWICE) {
      byRow[row] = -1;
      continue;
    }
    let pattern = known.get(reference);
    if (pattern === undefined) {
      const value = store.valueAt(reference);
      pattern = value.form === FORM_STRING && value.type === TYPE_STRING ? patterns.of(value) : -1;
      known.set(reference, pattern);
    }
    byRow[row] = pattern;
  }
  const { texts, ofPattern } = patterns.templates();
  return {
    referenceOf: (row) => {
      const pattern = byRow[row] as number;
      return pattern < 0 ? VALUE_ABSENT : (ofPattern[pattern] as number) + FIRST;
    },
    keyOf: (_reference, key) => {
      setText(key, KIND_TEXT);
      return TYPE_STRING;
    },
    valueOf: (reference) => ({ type: 'Edm.String', text: texts[reference - FIRST] ?? '' }),
    storedAt: () => undefined,
    isByRow: false,
  };
}

/** The patterns of texts (what is left without numbers), by their bytes: few, even of a million texts. */
class PatternTable {
  private readonly reader = new PatternReader();
  private readonly words = wordBytes(this.reader.key);
  private readonly miner = new TemplateMiner();
  private readonly byHash = new Map<number, { readonly key: Uint8Array; readonly number: number }[]>();

  /** The number of the pattern of a text. */
  of(value: ArenaValue): number {
    const { reader } = this;
    const { bytes, from, to } = plainText(value);
    const end = beginningOf(bytes, from, to);
    let length = end - from;
    // A text of numbers alone may have more than a pattern holds.
    while (!reader.read(bytes, from, from + length) && length > LEAST_BYTES)
      length = wholeEnd(bytes, from, from + (length >> 1)) - from;
    const hash = hashWords(this.words, 0, reader.length, 0);
    const alike = this.byHash.get(hash) ?? [];
    for (const { key, number } of alike) if (isSame(key, reader)) return number;
    const key = reader.key.slice(0, reader.length);
    const number = this.miner.add(patternText(key), from + length < to);
    this.byHash.set(hash, [...alike, { key, number }]);
    return number;
  }

  /** Every template once, and by pattern the position of its own. */
  templates(): { readonly texts: readonly string[]; readonly ofPattern: Uint32Array } {
    const places = new Map<string, number>();
    const ofPattern = Uint32Array.from(this.miner.templates(), (text) => {
      const place = places.get(text) ?? places.size;
      places.set(text, place);
      return place;
    });
    return { texts: [...places.keys()], ofPattern };
  }
}

/** The bytes of a text without escapes. */
function plainText({ bytes, form, from, to }: ArenaValue): {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
} {
  const escape = bytes.subarray(from, to).indexOf(BACKSLASH);
  if (escape < 0) return { bytes, from, to };
  const plain = encodeUtf8(valueText(bytes, form, from, to).replace(CONTROLS, ' '));
  return { bytes: plain, from: 0, to: plain.length };
}

/** Where a text ends, or of a long one the last whole word that counts. */
function beginningOf(bytes: Uint8Array, from: number, to: number): number {
  if (to - from <= MOST_BYTES) return to;
  let end = from + MOST_BYTES;
  while (end > from && bytes[end] !== SPACE) end -= 1;
  return end === from ? wholeEnd(bytes, from, from + MOST_BYTES) : end;
}

/** The end of the last whole character before a place in UTF-8. */
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

/** A pattern as the miner takes it: marks are one character, without how many digits there are. */
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
