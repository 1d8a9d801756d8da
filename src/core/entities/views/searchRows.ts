import { FORM_NULL, FORM_PLAIN } from '../bytes/jsonBytes.ts';
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
  private isFound = false;

  constructor(store: EntityStore, text: string) {
    this.store = store;
    this.text = foldAscii(text);
    this.bytes = encodeUtf8(this.text);
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

  private isIn(value: ArenaValue): boolean {
    const { bytes, form, from, to } = value;
    if (form === FORM_NULL) return false;
    if (form !== FORM_PLAIN) return foldAscii(valueText(bytes, form, from, to)).includes(this.text);
    const { bytes: wanted } = this;
    const first = wanted[0] as number;
    const last = to - wanted.length;
    for (let at = from; at <= last; at++) {
      if (foldByte(bytes[at] as number) !== first) continue;
      let length = 1;
      while (length < wanted.length && foldByte(bytes[at + length] as number) === wanted[length]) length += 1;
      if (length === wanted.length) return true;
    }
    return false;
  }
}

/**
 * Finds the rows that hold a text in a key, in Timestamp or in a property's value, whatever the case of ASCII letters.
 * @param rows row numbers in the order of the list
 * @param text not empty
 * @yields after a few thousand rows
 * @returns positions in `rows`, in order
 */
export function* searchRows(
  store: EntityStore,
  rows: Uint32Array,
  text: string,
): Generator<undefined, Uint32Array<ArrayBuffer>, undefined> {
  const finder = new Finder(store, text);
  const positions = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    if (finder.has(rows[at] as number)) positions[count++] = at;
    if (at % STEP === STEP - 1) yield undefined;
  }
  return positions.slice(0, count);
}
