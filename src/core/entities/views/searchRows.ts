import { BACKSLASH, FORM_NULL, FORM_STRING } from '../bytes/jsonBytes.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { valueText } from '../page/pageNames.ts';
import type { EntityStore } from '../store/entityStore.ts';
import type { ArenaValue } from '../store/valueArena.ts';

/** Rows looked at between two steps. */
const STEP = 2048;

/** The text with its ASCII capitals made small; other letters differ by language and stay. */
export function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

function foldByte(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

/** Looks for a text in the values of rows. */
class Finder {
  private readonly store: EntityStore;
  private readonly text: string;
  private readonly bytes: Uint8Array;
  /** Half a character has no bytes, and a backslash is the beginning of an escape in bytes. */
  private readonly needsText: boolean;
  private isFound = false;

  constructor(store: EntityStore, text: string) {
    this.store = store;
    this.text = foldAscii(text);
    this.bytes = encodeUtf8(this.text);
    this.needsText = /[\p{Surrogate}\\]/u.test(text);
  }

  has(row: number): boolean {
    const { store } = this;
    if (this.isIn(store.rawKey(row, 'partition')) || this.isIn(store.rawKey(row, 'row'))) return true;
    if (foldAscii(store.timestamp(row) ?? '').includes(this.text)) return true;
    this.isFound = false;
    store.eachCell(row, this.look);
    return this.isFound;
  }

  private readonly look = (_column: number, value: ArenaValue): void => {
    this.isFound ||= this.isIn(value);
  };

  /** Bytes are compared as they are up to the first escape; a value with one is decoded. */
  private isIn(value: ArenaValue): boolean {
    const { bytes, form, from, to } = value;
    if (form === FORM_NULL) return false;
    const { bytes: wanted } = this;
    const first = wanted[0] as number;
    const last = to - wanted.length;
    const hasEscapes = form === FORM_STRING;
    if (hasEscapes && this.needsText) return this.isInText(value);
    for (let at = from; at <= last; at++) {
      const byte = bytes[at] as number;
      if (byte === BACKSLASH && hasEscapes) return this.isInText(value);
      if (foldByte(byte) !== first) continue;
      let length = 1;
      while (length < wanted.length && foldByte(bytes[at + length] as number) === wanted[length]) length += 1;
      if (length === wanted.length) return true;
      if (bytes[at + length] === BACKSLASH && hasEscapes) return this.isInText(value);
    }
    return false;
  }

  private isInText({ bytes, form, from, to }: ArenaValue): boolean {
    return foldAscii(valueText(bytes, form, from, to)).includes(this.text);
  }
}

/** Verdicts on a row; 0: not looked at. */
const YES = 1;
const NO = 2;

/** How far a search is. */
export interface SearchProgress {
  /** Rows that hold the text so far. */
  readonly found: number;
  /** Rows looked at, of the rows of the store. */
  readonly looked: number;
}

/**
 * Finds the rows that hold a text in a key, in Timestamp or in a property's value, whatever the case of ASCII letters.
 * Remembers the verdict on each row: rows that arrive are looked at alone, another order or filter costs no search, and a text
 * typed on looks only at rows that held its beginning.
 */
export class RowSearch {
  private readonly store: EntityStore;
  private text = '';
  /** By row. All before `looked` are decided; a NO behind it was said of a part of the text. */
  private holds = new Uint8Array(0);
  private looked = 0;
  private found = 0;

  constructor(store: EntityStore) {
    this.store = store;
  }

  /**
   * @param text not empty
   * @yields after a few thousand rows; a search that is given up continues where it was if it is asked again
   */
  *search(text: string): Generator<SearchProgress, void, undefined> {
    const folded = foldAscii(text);
    const { rowCount } = this.store;
    if (folded !== this.text) this.change(folded);
    if (this.holds.length < rowCount) {
      const longer = new Uint8Array(Math.max(rowCount, this.holds.length * 2));
      longer.set(this.holds);
      this.holds = longer;
    }
    const finder = new Finder(this.store, folded);
    for (let row = this.looked; row < rowCount; row++) {
      if (this.holds[row] !== NO) {
        const isIn = finder.has(row);
        this.holds[row] = isIn ? YES : NO;
        if (isIn) this.found += 1;
      }
      this.looked = row + 1;
      if (row % STEP === STEP - 1) {
        yield { found: this.found, looked: row + 1 };
        // Another text was searched meanwhile: this search was given up.
        if (this.text !== folded) return;
      }
    }
  }

  /** The positions of the rows that hold the text, in the order of a list. Rows that were not looked at do not count. */
  positions(rows: Uint32Array): Uint32Array<ArrayBuffer> {
    const positions = new Uint32Array(Math.min(rows.length, this.found));
    let count = 0;
    for (let at = 0; at < rows.length; at++)
      if ((rows[at] as number) < this.looked && this.holds[rows[at] as number] === YES)
        positions[count++] = at;
    return positions.slice(0, count);
  }

  private change(folded: string): void {
    // What lacks "ti" lacks "time" too.
    const keepsNo = this.text !== '' && folded.includes(this.text);
    if (!keepsNo) this.holds.fill(0);
    this.text = folded;
    this.looked = 0;
    this.found = 0;
  }
}
