import { TAG_DUPLICATE, TAG_FORM_MASK } from './decodedPage.ts';
import { copyWords, hashWords, sameWords, type WordBytes, wordBytes } from './wordBytes.ts';

/** A chunk holds any value of a page, since a page is at most as large. */
const CHUNK_BITS = 23;
const CHUNK_BYTES = 1 << CHUNK_BITS;
const OFFSET_MASK = CHUNK_BYTES - 1;
/** What a reference can tell apart: 4 GiB. */
const MAX_ARENA_BYTES = 2 ** 32;
/** The first chunk grows to its size, so that small results stay small. */
const FIRST_CHUNK_BYTES = 1 << 16;
/** References below this are free for the owner's own meanings; 0 is "no value". */
const FIRST_REFERENCE = 8;

/** Longer values seldom repeat. */
const MAX_INTERNED_BYTES = 64;
const INTERN_SLOTS = 1 << 16;

/** Where a value's bytes stand; reused by read(). */
export interface ArenaValue {
  bytes: Uint8Array;
  form: number;
  /** Another member of its entity had the same name before it. */
  duplicate: boolean;
  type: number;
  from: number;
  to: number;
}

/** Everything before the bytes: form (1), type and length as base-128 numbers (up to 5 each). */
const MAX_HEADER_BYTES = 11;

function writeNumber(chunk: Uint8Array, at: number, value: number): number {
  let rest = value;
  let index = at;
  while (rest > 0x7f) {
    chunk[index++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  chunk[index++] = rest;
  return index;
}

/** A copy of a chunk with room for at least `size` bytes, at least doubled. */
function grown(chunk: WordBytes, size: number): WordBytes {
  const larger = wordBytes(new Uint8Array(Math.min(CHUNK_BYTES, Math.max(chunk.bytes.length * 2, size))));
  larger.bytes.set(chunk.bytes);
  return larger;
}

function fullError(maxChunks: number): RangeError {
  const mebibytes = (maxChunks * CHUNK_BYTES) / 1_048_576;
  return new RangeError(
    `The row store is full: it holds ${mebibytes} MiB of values. Narrow the window, or select fewer columns.`,
  );
}

/**
 * Append-only memory of typed values: each is form, type, length and its raw bytes, and is known by a 32-bit
 * reference. Short values that were added lately get the reference of the one before: a dictionary for the roles,
 * levels and tenants that repeat in every row.
 */
export class ValueArena {
  private readonly chunks: WordBytes[] = [wordBytes(new Uint8Array(FIRST_CHUNK_BYTES))];
  /** Allocated ahead by reserve(), used before new ones. */
  private readonly spares: WordBytes[] = [];
  private readonly maxChunks: number;
  private used = FIRST_REFERENCE;
  private readonly slots = new Uint32Array(INTERN_SLOTS);
  private readonly found: ArenaValue = {
    bytes: new Uint8Array(0),
    form: 0,
    duplicate: false,
    type: 0,
    from: 0,
    to: 0,
  };

  /** `maxBytes`: at most MAX_ARENA_BYTES. */
  constructor(maxBytes = MAX_ARENA_BYTES) {
    this.maxChunks = Math.floor(maxBytes / CHUNK_BYTES);
  }

  /** Memory held, in bytes. */
  get bytesHeld(): number {
    let total = this.slots.byteLength;
    for (const chunk of [...this.chunks, ...this.spares]) total += chunk.bytes.length;
    return total;
  }

  /** A new value's reference is at least this; a lower one is of a value that was there before. */
  get nextReference(): number {
    return (((this.chunks.length - 1) << CHUNK_BITS) | this.used) >>> 0;
  }

  /**
   * Allocates all that so many values of so many bytes in all can need, so that adding them cannot fail midway. Throws
   * RangeError where the arena or the memory of the page is full; nothing is lost then.
   */
  reserve(values: number, bytes: number): void {
    const most = bytes + values * MAX_HEADER_BYTES;
    const last = this.chunks.length - 1;
    const chunk = this.chunks[last] as WordBytes;
    const size = Math.min(CHUNK_BYTES, this.used + most);
    if (chunk.bytes.length < size) this.chunks[last] = grown(chunk, size);
    if (this.used + most <= CHUNK_BYTES) return;
    // A value that does not fit leaves the end of its chunk empty, which is less than the value.
    const needed = Math.ceil((2 * most) / CHUNK_BYTES);
    while (this.spares.length < needed) {
      if (this.chunks.length + this.spares.length >= this.maxChunks) throw fullError(this.maxChunks);
      this.spares.push(wordBytes(new Uint8Array(CHUNK_BYTES)));
    }
  }

  /** Adds source[from, to) as a new value; `mark` is its form, with TAG_DUPLICATE where it applies. Throws RangeError when full. */
  append(source: WordBytes, from: number, to: number, mark: number, type: number): number {
    const length = to - from;
    const chunk = this.room(length + MAX_HEADER_BYTES);
    const start = this.used;
    chunk.bytes[start] = mark;
    const at = writeNumber(chunk.bytes, writeNumber(chunk.bytes, start + 1, type), length);
    copyWords(source, from, to, chunk, at);
    this.used = at + length;
    return (((this.chunks.length - 1) << CHUNK_BITS) | start) >>> 0;
  }

  /** As append, but gives the reference of an equal value where one is at hand. */
  intern(source: WordBytes, from: number, to: number, mark: number, type: number): number {
    if (to - from > MAX_INTERNED_BYTES) return this.append(source, from, to, mark, type);
    const slot = hashWords(source, from, to, mark + (type << 4)) & (INTERN_SLOTS - 1);
    const known = this.slots[slot] as number;
    if (known !== 0 && this.equals(known, source, from, to, mark, type)) return known;
    const reference = this.append(source, from, to, mark, type);
    this.slots[slot] = reference;
    return reference;
  }

  private equals(
    reference: number,
    source: WordBytes,
    from: number,
    to: number,
    mark: number,
    type: number,
  ): boolean {
    const value = this.read(reference);
    if (value.form !== (mark & TAG_FORM_MASK) || value.duplicate !== (mark & TAG_DUPLICATE) > 0) return false;
    if (value.type !== type || value.to - value.from !== to - from) return false;
    const chunk = this.chunks[reference >>> CHUNK_BITS];
    return chunk !== undefined && sameWords(source, from, chunk, value.from, to - from);
  }

  /** The value of a reference that this arena gave. The object is reused by the next read. */
  read(reference: number): ArenaValue {
    const chunk = this.chunks[reference >>> CHUNK_BITS]?.bytes;
    if (chunk === undefined) throw new RangeError(`No value has the reference ${reference}.`);
    let at = reference & OFFSET_MASK;
    const { found } = this;
    found.bytes = chunk;
    const mark = chunk[at++] as number;
    found.form = mark & TAG_FORM_MASK;
    found.duplicate = (mark & TAG_DUPLICATE) !== 0;
    let byte = chunk[at++] as number;
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = chunk[at++] as number;
      value |= (byte & 0x7f) << shift;
    }
    found.type = value;
    byte = chunk[at++] as number;
    value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = chunk[at++] as number;
      value |= (byte & 0x7f) << shift;
    }
    found.from = at;
    found.to = at + value;
    return found;
  }

  /** The last chunk, with at least `size` bytes free. */
  private room(size: number): WordBytes {
    const last = this.chunks.length - 1;
    const chunk = this.chunks[last] as WordBytes;
    const length = chunk.bytes.length;
    if (this.used + size <= length) return chunk;
    if (length < CHUNK_BYTES && this.used + size <= CHUNK_BYTES) {
      const larger = grown(chunk, this.used + size);
      this.chunks[last] = larger;
      return larger;
    }
    if (size > CHUNK_BYTES) throw new RangeError(`A value of ${size} bytes is larger than a page can be.`);
    if (this.chunks.length >= this.maxChunks) throw fullError(this.maxChunks);
    const fresh = this.spares.pop() ?? wordBytes(new Uint8Array(CHUNK_BYTES));
    this.chunks.push(fresh);
    this.used = 0;
    return fresh;
  }
}
