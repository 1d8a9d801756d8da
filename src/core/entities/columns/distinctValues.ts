import type { EntityStore } from '../store/entityStore.ts';
import type { ColumnReader } from './columnFacts.ts';
import { KIND_TEXT, newSortKey } from './sortKey.ts';
import { TextOrder } from './textOrder.ts';

const FIRST_SLOTS = 1024;
/** A multiplier that spreads neighbours (Knuth, the golden ratio). */
const SPREAD = 0x9e3779b1;
/** Values handled between two steps. */
const STEP = 8192;

function longer<T extends Float64Array | Int32Array | Uint8Array | Uint16Array | Uint32Array>(
  array: T,
  make: (length: number) => T,
): T {
  const next = make(array.length * 2);
  next.set(array);
  return next;
}

interface Target {
  readonly references: Uint32Array;
  readonly kinds: Uint8Array;
  readonly types: Uint16Array;
  readonly majors: Float64Array;
  readonly minors: Int32Array;
}

/** The distinct values of a column while it is read, numbered by their first row. Typed arrays only. */
export class DistinctValues {
  count = 0;
  /** Some value is no text. */
  hasNumbers = false;
  private references = new Uint32Array(FIRST_SLOTS);
  private kinds = new Uint8Array(FIRST_SLOTS);
  private types = new Uint16Array(FIRST_SLOTS);
  private majors = new Float64Array(FIRST_SLOTS);
  private minors = new Int32Array(FIRST_SLOTS);
  /** Number of a value plus 1, by hash of its reference; 0: free. */
  private slots = new Uint32Array(FIRST_SLOTS * 2);
  private readonly reader: Omit<ColumnReader, 'referenceOf'>;
  private readonly texts: TextOrder;
  private readonly key = newSortKey();

  constructor(store: EntityStore, reader: Omit<ColumnReader, 'referenceOf'>, isStored: boolean) {
    this.reader = reader;
    this.texts = new TextOrder(store, (reference) => reader.valueOf(reference)?.text ?? '', isStored);
  }

  idOf(reference: number): number {
    if (this.count === this.references.length) this.grow();
    const mask = this.slots.length - 1;
    let slot = (Math.imul(reference, SPREAD) >>> 7) & mask;
    for (let entry = this.slots[slot] as number; entry !== 0; entry = this.slots[slot] as number) {
      if (this.references[entry - 1] === reference) return entry - 1;
      slot = (slot + 1) & mask;
    }
    this.slots[slot] = this.count + 1;
    return this.add(reference);
  }

  /**
   * Once all values are known, texts get the characters that tell most of them apart.
   * @yields after a few thousand values
   */
  *addTextKeys(): Generator<undefined, undefined, undefined> {
    const { key, texts, count } = this;
    for (let id = 0; id < count; id++) {
      if (this.kinds[id] === KIND_TEXT) texts.note(this.references[id] as number);
      if (id % STEP === STEP - 1) yield undefined;
    }
    for (let id = 0; id < count; id++) {
      if (this.kinds[id] === KIND_TEXT) {
        texts.keyOf(this.references[id] as number, key);
        this.majors[id] = key.major;
        this.minors[id] = key.minor;
      }
      if (id % STEP === STEP - 1) yield undefined;
    }
    return undefined;
  }

  /** Below 0, 0 or above 0: the order of two values. */
  readonly compare = (a: number, b: number): number => {
    const kind = this.kinds[a] as number;
    const byKind = kind - (this.kinds[b] as number);
    if (byKind !== 0) return byKind;
    const left = this.majors[a] as number;
    const right = this.majors[b] as number;
    // Not a difference: that of two infinities is no number.
    if (left !== right) return left < right ? -1 : 1;
    const byMinor = (this.minors[a] as number) - (this.minors[b] as number);
    if (byMinor !== 0 || kind !== KIND_TEXT) return byMinor;
    return this.texts.compare(this.references[a] as number, this.references[b] as number);
  };

  copy(id: number, target: Target, at: number): void {
    target.references[at] = this.references[id] as number;
    target.kinds[at] = this.kinds[id] as number;
    target.types[at] = this.types[id] as number;
    if (target.majors.length === 0) return;
    const isText = this.kinds[id] === KIND_TEXT;
    target.majors[at] = isText ? 0 : (this.majors[id] as number);
    target.minors[at] = isText ? 0 : (this.minors[id] as number);
  }

  private add(reference: number): number {
    const id = this.count;
    const { key } = this;
    this.types[id] = this.reader.keyOf(reference, key);
    this.references[id] = reference;
    this.kinds[id] = key.kind;
    this.majors[id] = key.major;
    this.minors[id] = key.minor;
    this.hasNumbers ||= key.kind < KIND_TEXT;
    this.count += 1;
    return id;
  }

  private grow(): void {
    this.references = longer(this.references, (length) => new Uint32Array(length));
    this.kinds = longer(this.kinds, (length) => new Uint8Array(length));
    this.types = longer(this.types, (length) => new Uint16Array(length));
    this.majors = longer(this.majors, (length) => new Float64Array(length));
    this.minors = longer(this.minors, (length) => new Int32Array(length));
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
