import { TAG_DUPLICATE, TAG_FORM_MASK } from './decodedPage.ts';
import { hashWords, sameWords, type WordBytes, wordBytes } from './wordBytes.ts';

/** The largest chunk holds any value of a page, since a page is at most as large. */
const CHUNK_BITS = 23;
const CHUNK_BYTES = 1 << CHUNK_BITS;
const OFFSET_MASK = CHUNK_BYTES - 1;
const MAX_CHUNKS = 2 ** (32 - CHUNK_BITS);
/** What a reference can tell apart: 4 GiB. */
const MAX_ARENA_BYTES = 2 ** 32;
/** Each chunk is twice as large as the one before, up to CHUNK_BYTES: small results stay small, and none is ever copied. */
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

/** Mark, type and length where both are below 128. */
const SHORT_HEADER_BYTES = 3;
/** Longer values are worth a call of the engine's own copy. */
const LONG_BYTES = 512;
/** What is copied at once. */
const WORD_BYTES = 8;

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

/**
 * Copies whole words, the last one past the end of the value. As doubles: exact in any engine, since no eight bytes of
 * UTF-8 are a NaN, whose bits an engine may change (0xff is no byte of UTF-8, and 0x7f never follows 0xf0 .. 0xf4).
 */
function copyDoubles(source: DataView, from: number, target: DataView, to: number, length: number): void {
  for (let index = 0; index < length; index += WORD_BYTES) {
    target.setFloat64(to + index, source.getFloat64(from + index, true), true);
  }
}

function fullError(maxBytes: number): RangeError {
  const mebibytes = Math.floor(maxBytes / 1_048_576);
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
  private readonly maxBytes: number;
  /** Of all chunks, spare ones too. */
  private allocated = FIRST_CHUNK_BYTES;
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
    this.maxBytes = maxBytes;
  }

  /** Memory held, in bytes. */
  get bytesHeld(): number {
    return this.slots.byteLength + this.allocated;
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
    const most = bytes + values * (MAX_HEADER_BYTES + WORD_BYTES);
    const chunk = this.chunks[this.chunks.length - 1] as WordBytes;
    if (this.used + most <= chunk.bytes.length) return;
    // A value that does not fit leaves the end of its chunk empty, which is less than the value; so one spare chunk for all
    // is enough, and where none can be so large, chunks for twice as much.
    const size = Math.min(most, CHUNK_BYTES);
    const needed = most > CHUNK_BYTES ? Math.ceil((2 * most) / CHUNK_BYTES) : 1;
    let spare = 0;
    for (const { bytes: free } of this.spares) if (free.length >= size) spare++;
    for (; spare < needed; spare++) this.spares.push(this.allocate(size));
  }

  /** A chunk for `size` bytes; as large as all before it where that is more and may be. */
  private allocate(size: number): WordBytes {
    const least = 2 ** Math.ceil(Math.log2(size));
    const usual = Math.min(CHUNK_BYTES, Math.max(least, 2 ** Math.floor(Math.log2(this.allocated))));
    const bytes = this.allocated + usual > this.maxBytes ? least : usual;
    const isFull =
      this.allocated + bytes > this.maxBytes || this.chunks.length + this.spares.length >= MAX_CHUNKS;
    if (isFull) throw fullError(this.maxBytes);
    const chunk = wordBytes(new Uint8Array(bytes));
    this.allocated += bytes;
    return chunk;
  }

  /**
   * Adds source[from, to) of a page's bytes as a new value; `mark` is its form, with TAG_DUPLICATE where it applies.
   * Throws RangeError when full.
   */
  append(source: WordBytes, from: number, to: number, mark: number, type: number): number {
    const length = to - from;
    const chunk = this.room(length + MAX_HEADER_BYTES + WORD_BYTES);
    const start = this.used;
    let at = start + SHORT_HEADER_BYTES;
    if (type < 0x80 && length < 0x80) chunk.view.setInt32(start, mark | (type << 8) | (length << 16), true);
    else {
      chunk.bytes[start] = mark;
      at = writeNumber(chunk.bytes, writeNumber(chunk.bytes, start + 1, type), length);
    }
    if (length > LONG_BYTES || to + WORD_BYTES > source.bytes.length) {
      chunk.bytes.set(source.bytes.subarray(from, to), at);
    } else copyDoubles(source.view, from, chunk.view, at, length);
    this.used = at + length;
    return (((this.chunks.length - 1) << CHUNK_BITS) | start) >>> 0;
  }

  /** As append, but gives the reference of an equal value where one is at hand. */
  intern(source: WordBytes, from: number, to: number, mark: number, type: number): number {
    const length = to - from;
    if (length > MAX_INTERNED_BYTES || type > 0x7f) return this.append(source, from, to, mark, type);
    const slot = hashWords(source, from, to, mark + (type << 4)) & (INTERN_SLOTS - 1);
    const known = this.slots[slot] as number;
    if (known !== 0) {
      const chunk = this.chunks[known >>> CHUNK_BITS] as WordBytes;
      const at = known & OFFSET_MASK;
      // Interned values have the short header: three bytes.
      const isEqual =
        (chunk.view.getInt32(at, true) & 0xffffff) === (mark | (type << 8) | (length << 16)) &&
        sameWords(source, from, chunk, at + SHORT_HEADER_BYTES, length);
      if (isEqual) return known;
    }
    const reference = this.append(source, from, to, mark, type);
    this.slots[slot] = reference;
    return reference;
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
    const chunk = this.chunks[this.chunks.length - 1] as WordBytes;
    if (this.used + size <= chunk.bytes.length) return chunk;
    if (size > CHUNK_BYTES) throw new RangeError(`A value of ${size} bytes is larger than a page can be.`);
    // Later ones are no smaller.
    const spare = this.spares.at(-1);
    const fresh = spare !== undefined && spare.bytes.length >= size ? spare : this.allocate(size);
    if (fresh === spare) this.spares.pop();
    this.chunks.push(fresh);
    this.used = 0;
    return fresh;
  }
}
