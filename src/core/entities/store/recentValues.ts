import { sameWords, type WordBytes } from '../bytes/wordBytes.ts';

/** Values remembered for each position of a row. */
const WAYS = 16;
/** From, length and reference. */
const STRIDE = 3;
/** Longer values rarely repeat. */
const MAX_BYTES = 64;

/** Recent values of a page's rows at each position: levels, roles, operation names. Their bytes are in the page. */
export class RecentValues {
  private readonly source: WordBytes;
  private readonly entries: Uint32Array;

  /** `positions`: how many there are. */
  constructor(source: WordBytes, positions: number) {
    this.source = source;
    this.entries = new Uint32Array(positions * WAYS * STRIDE);
  }

  /** Forgets the values of a position, which now holds another column. */
  forget(position: number): void {
    this.entries.fill(0, position * WAYS * STRIDE, (position + 1) * WAYS * STRIDE);
  }

  /** The slot of a value, for find and keep; -1 if it is too long. */
  placeOf(position: number, from: number, to: number): number {
    const length = to - from;
    if (length > MAX_BYTES) return -1;
    const { view } = this.source;
    // At least three bytes of JSON follow any value.
    const first = length < 4 ? view.getInt32(from, true) << (8 * (4 - length)) : view.getInt32(from, true);
    const last = length < 4 ? 0 : view.getInt32(to - 4, true);
    const hash = Math.imul(first ^ Math.imul(last, 0x9e3779b1) ^ length, 0x85ebca6b);
    return (position * WAYS + (hash >>> 28)) * STRIDE;
  }

  /** The reference of an equal value in a slot, or 0. */
  find(place: number, from: number, to: number): number {
    const { entries, source } = this;
    const reference = entries[place + 2] as number;
    if (reference === 0 || entries[place + 1] !== to - from) return 0;
    return sameWords(source, from, source, entries[place] as number, to - from) ? reference : 0;
  }

  keep(place: number, from: number, to: number, reference: number): void {
    this.entries[place] = from;
    this.entries[place + 1] = to - from;
    this.entries[place + 2] = reference;
  }
}
