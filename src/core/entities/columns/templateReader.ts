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
import { comparedText, TemplateMiner } from './templateMiner.ts';
import { templateTest } from './templateTest.ts';
import { HEX, NUMBER } from './textMask.ts';

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

/** Instead of the number of a text: the row has none. */
const NO_TEXT = -1;

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
  const miner = new TemplateMiner();
  const comparer = new TextComparer((text) => miner.add(text));
  const known = new Map<number, number>();
  const byRow = new Int32Array(store.rowCount);
  for (let at = 0; at < (rows ?? byRow).length; at++) {
    if (at % STEP === STEP - 1) yield undefined;
    const row = rows === undefined ? at : (rows[at] as number);
    const reference = read(row);
    if (reference === VALUE_ABSENT || reference === VALUE_TWICE) {
      byRow[row] = NO_TEXT;
      continue;
    }
    let number = known.get(reference);
    if (number === undefined) {
      const value = store.valueAt(reference);
      number = isText(value) ? comparer.of(value) : NO_TEXT;
      known.set(reference, number);
    }
    byRow[row] = number;
  }
  const templates = yield* miner.templates();
  const numbers = new Map<string, number>();
  const templateOf = Uint32Array.from(templates, (text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });
  const texts = [...numbers.keys()];
  return {
    referenceOf: (row) => {
      const number = byRow[row] as number;
      return number === NO_TEXT ? VALUE_ABSENT : (templateOf[number] as number) + FIRST;
    },
    keyOf: (_reference, key) => {
      setText(key, KIND_TEXT);
      return TYPE_STRING;
    },
    valueOf: (reference) => ({ type: 'Edm.String', text: texts[reference - FIRST] ?? '' }),
    storedAt: () => undefined,
    isByRow: false,
    *rowsOf(wanted) {
      const tests = wanted.map(templateTest);
      const isIt = (text: string): boolean => tests.some((test) => test(text));
      const passes = miner.added.map(isIt);
      // Texts beyond those that are told apart are read again.
      const again = new TextComparer((text) => Number(isIt(text)));
      const mask = new Uint8Array(byRow.length);
      for (let row = 0; row < byRow.length; row++) {
        if (row % STEP === STEP - 1) yield undefined;
        const number = byRow[row] as number;
        if (number === NO_TEXT) continue;
        mask[row] =
          number === miner.others ? again.of(store.valueAt(read(row))) : passes[number] === true ? 1 : 0;
      }
      return mask;
    },
  };
}

const isText = ({ form, type }: ArenaValue): boolean => form === FORM_STRING && type === TYPE_STRING;

/** Texts by their patterns (what is left without numbers), of which there are few, even of a million texts. */
class TextComparer {
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
    // A text of numbers alone may have more than a pattern holds.
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
