import type { ColumnReader } from './columnFacts.ts';
import { KIND_TEXT, newSortKey } from './sortKey.ts';

const FIRST_SLOTS = 1024;
/** A multiplier that spreads neighbours (Knuth, the golden ratio). */
const SPREAD = 0x9e3779b1;
/** After this many references, it is clear whether they repeat. */
const TRIAL = 1 << 15;

function longer<T extends Float64Array<ArrayBuffer> | Int32Array | Uint8Array | Uint16Array | Uint32Array>(
  array: T,
  make: (length: number) => T,
): T {
  const next = make(array.length * 2);
  next.set(array);
  return next;
}

/**
 * The references of a column while it is read. They are numbered by their first row, each with the key by which its value sorts, in typed
 * arrays only.
 */
export class FoundValues {
  count = 0;
  references: Uint32Array;
  kinds: Uint8Array;
  types: Uint16Array;
  /** Texts have 0 here. */
  majors: Float64Array<ArrayBuffer>;
  minors: Int32Array;
  /** See SortKey. */
  spellings: Uint8Array;
  /** A hash table of references: the number of a reference plus 1; 0: a free slot. */
  private slots = new Uint32Array(FIRST_SLOTS * 2);
  private asked = 0;
  private repeats: boolean;
  private readonly keyOf: ColumnReader['keyOf'];
  private readonly key = newSortKey();

  constructor({ keyOf, isByRow = false }: Pick<ColumnReader, 'keyOf' | 'isByRow'>, rowCount: number) {
    this.keyOf = keyOf;
    this.repeats = !isByRow;
    const room = isByRow ? rowCount : FIRST_SLOTS;
    this.references = new Uint32Array(room);
    this.kinds = new Uint8Array(room);
    this.types = new Uint16Array(room);
    this.majors = new Float64Array(room);
    this.minors = new Int32Array(room);
    this.spellings = new Uint8Array(room);
  }

  /**
   * The number of a reference. If hardly any reference repeats, one that does may get two numbers: equal values are found once they are
   * sorted.
   */
  idOf(reference: number): number {
    if (this.count === this.references.length) this.grow();
    if (!this.repeats) {
      const last = this.count - 1;
      return last >= 0 && this.references[last] === reference ? last : this.add(reference);
    }
    this.asked += 1;
    const mask = this.slots.length - 1;
    let slot = (Math.imul(reference, SPREAD) >>> 7) & mask;
    for (let entry = this.slots[slot] as number; entry !== 0; entry = this.slots[slot] as number) {
      if (this.references[entry - 1] === reference) return entry - 1;
      slot = (slot + 1) & mask;
    }
    this.slots[slot] = this.count + 1;
    const id = this.add(reference);
    if (this.count >= TRIAL && this.count * 4 > this.asked * 3) {
      this.repeats = false;
      this.slots = new Uint32Array(0);
    }
    return id;
  }

  private add(reference: number): number {
    const id = this.count;
    const { key } = this;
    this.types[id] = this.keyOf(reference, key);
    this.references[id] = reference;
    this.kinds[id] = key.kind;
    this.majors[id] = key.kind === KIND_TEXT ? 0 : key.major;
    this.minors[id] = key.kind === KIND_TEXT ? 0 : key.minor;
    this.spellings[id] = key.spelling;
    this.count += 1;
    return id;
  }

  private grow(): void {
    this.references = longer(this.references, (length) => new Uint32Array(length));
    this.kinds = longer(this.kinds, (length) => new Uint8Array(length));
    this.types = longer(this.types, (length) => new Uint16Array(length));
    this.majors = longer(this.majors, (length) => new Float64Array(length));
    this.minors = longer(this.minors, (length) => new Int32Array(length));
    this.spellings = longer(this.spellings, (length) => new Uint8Array(length));
    if (!this.repeats) return;
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 0; id < this.count; id++) {
      let slot = (Math.imul(this.references[id] as number, SPREAD) >>> 7) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.slots = slots;
  }
}
