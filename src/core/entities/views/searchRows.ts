import type { InstantSlot } from '../bytes/instantBytes.ts';
import type { EntityStore } from '../store/entityStore.ts';
import type { PackedRow } from '../packed/packedBlock.ts';
import { PackedFinder } from './packedFinder.ts';
import { foldAscii, TextFinder } from './textFinder.ts';

/** Rows between two yields. */
const STEP = 2048;

/** The characters of a Timestamp, in lower case. */
const OF_TIMESTAMPS = /^[-0-9t:.z]*$/;
/** How many verdicts on values are cached: many columns have few values. */
const KNOWN_BITS = 12;
/** A multiplier that spreads neighbours (Knuth, the golden ratio). */
const SPREAD = 0x9e3779b1;
const NOWHERE = 0xffffffff;

/** Looks for a text in the values of rows. */
class RowFinder {
  private readonly store: EntityStore;
  private readonly finder: TextFinder;
  private readonly mayBeTimestamp: boolean;
  private readonly partitionOf: (row: number) => number;
  private readonly rowKeyOf: (row: number) => number;
  /** References looked at last, and whether the text is in their values. */
  private readonly known = new Uint32Array(1 << KNOWN_BITS).fill(NOWHERE);
  private readonly slot: InstantSlot = { seconds: 0, fraction: 0, digits: 0 };
  private readonly verdicts = new Uint8Array(1 << KNOWN_BITS);
  private readonly packed: PackedRow = { columns: [], place: 0 };
  private readonly packedFinder: PackedFinder;

  constructor(store: EntityStore, folded: string) {
    this.store = store;
    this.finder = new TextFinder(folded);
    this.mayBeTimestamp = OF_TIMESTAMPS.test(folded);
    this.partitionOf = store.propertyReader('PartitionKey');
    this.rowKeyOf = store.propertyReader('RowKey');
    this.packedFinder = new PackedFinder(this.finder, this.isIn);
  }

  has(row: number): boolean {
    const { store, isIn } = this;
    if (isIn(this.partitionOf(row))) return true;
    // A Timestamp that is not an instant may be any text.
    const mayHold = this.mayBeTimestamp || !store.readTimestamp(row, this.slot);
    if (mayHold && this.finder.isInText(store.timestamp(row) ?? '')) return true;
    if (store.findPacked(row, this.packed)) return this.packedFinder.has(this.packed);
    return isIn(this.rowKeyOf(row)) || store.someReference(row, isIn);
  }

  private readonly isIn = (reference: number): boolean => {
    const slot = Math.imul(reference, SPREAD) >>> (32 - KNOWN_BITS);
    if (this.known[slot] === reference) return this.verdicts[slot] === 1;
    const isIn = this.finder.isIn(this.store.valueAt(reference));
    this.known[slot] = reference;
    this.verdicts[slot] = isIn ? 1 : 0;
    return isIn;
  };
}

/** Verdicts on a row; 0: there is none yet. */
const YES = 1;
const NO = 2;

export interface SearchProgress {
  /** Rows that hold the text so far. */
  readonly found: number;
  /** Rows looked at, of the rows of the store. */
  readonly looked: number;
}

/**
 * Finds the rows that hold a text in a key, in Timestamp or in a property's value, whatever the case of ASCII letters. It remembers the
 * verdict on each row: rows that arrive are searched alone, another order or filter needs no search, and a text that is typed on is
 * searched only in rows that held its beginning.
 */
export class RowSearch {
  private readonly store: EntityStore;
  private text = '';
  /**
   * Verdict by row. All rows before `looked` are decided; a NO after it was found for the beginning of the
   * text.
   */
  private holds = new Uint8Array(0);
  private looked = 0;
  private found = 0;

  constructor(store: EntityStore) {
    this.store = store;
  }

  /**
   * @param text not empty
   * @yields after a few thousand rows; a search that was given up continues from there when it is requested again
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
    const finder = new RowFinder(this.store, folded);
    for (let row = this.looked; row < rowCount; row++) {
      if (this.holds[row] !== NO) {
        const isIn = finder.has(row);
        this.holds[row] = isIn ? YES : NO;
        if (isIn) this.found += 1;
      }
      this.looked = row + 1;
      if (row % STEP === STEP - 1) {
        yield { found: this.found, looked: row + 1 };
        // Another text was searched meanwhile, so this search ends.
        if (this.text !== folded) return;
      }
    }
  }

  /**
   * The positions of the rows that hold the text, in the order of a list. Rows that were not searched yet do
   * not count.
   */
  positions(rows: Uint32Array): Uint32Array<ArrayBuffer> {
    const positions = new Uint32Array(Math.min(rows.length, this.found));
    let count = 0;
    for (let at = 0; at < rows.length; at++)
      if ((rows[at] as number) < this.looked && this.holds[rows[at] as number] === YES)
        positions[count++] = at;
    return positions.slice(0, count);
  }

  /** By row, of the first `rowCount` rows: 1 if it holds the text. */
  mask(rowCount: number): Uint8Array {
    return this.holds.slice(0, rowCount).map((verdict) => (verdict === YES ? 1 : 0));
  }

  private change(folded: string): void {
    // A row without "ti" has no "time" either.
    const keepsNo = this.text !== '' && folded.includes(this.text);
    if (!keepsNo) this.holds.fill(0);
    this.text = folded;
    this.looked = 0;
    this.found = 0;
  }
}
