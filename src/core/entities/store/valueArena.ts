import { TAG_DUPLICATE, TAG_FORM_MASK } from '../page/decodedPage.ts';
import { ArenaBudget, fullStore, mebibytesOf } from './arenaBudget.ts';
import { BlockRuns } from './blockRuns.ts';
import { SpareBytes } from '../bytes/spareBytes.ts';
import { newSlot, type ValueSlot } from '../packed/valueSlot.ts';
import { hashWords, sameWords, type WordBytes, wordBytes } from '../bytes/wordBytes.ts';

/** The largest chunk: holds any value of a page, since a page is no larger. */
const CHUNK_BYTES = 1 << 23;
/** Chunks take whole blocks of the 2 GiB that references address by byte. */
const BLOCK_BITS = 16;
/** References of 31 bits: see CellStore. */
const MAX_BLOCKS = 2 ** (31 - BLOCK_BITS);
/** Each chunk is twice the previous one, up to CHUNK_BYTES: small results stay small, and nothing is copied. */
const FIRST_CHUNK_BYTES = 1 << 16;
/** References below this are free for the owner's own meanings; 0 is "no value". */
const FIRST_REFERENCE = 8;

/** Longer values rarely repeat. */
export const MAX_INTERNED_BYTES = 64;
const INTERN_SLOTS = 1 << 16;
const NO_SLOTS = new Uint32Array(0);

/** Where a value's bytes are; read() reuses the object. */
export type ArenaValue = ValueSlot;

/** Bytes of values, and the reference of the first byte. */
interface Chunk extends WordBytes {
  /** The stretch of values that was written to it last. */
  stretch: number;
  readonly begin: number;
  /** True if its memory was allocated here; false for reused memory. */
  readonly isOwn: boolean;
}

/** A chunk that was left with room in it, and how many of its bytes are used. */
interface Rest {
  readonly chunk: Chunk;
  readonly used: number;
}

function freeOf({ chunk, used }: Rest): number {
  return chunk.bytes.length - used;
}

/** Mark, type and length, if both are below 128. */
const SHORT_HEADER_BYTES = 3;
/** How much freed memory is kept for later values, in bytes. */
const KEPT_BYTES = 1 << 20;
/** From this length on, the engine's own copy is faster. */
const LONG_BYTES = 512;
/** Bytes copied at once. */
const WORD_BYTES = 8;

/** Bit of a mark: the value shares its beginning with another, and only the rest is stored. See appendLike. */
const MARK_LIKE = 16;
/** Mark, type, length, shared bytes, and the distance back to the other value (2 bytes). */
const LIKE_HEADER_BYTES = 6;
const MAX_LIKE_DISTANCE = 0xffff;
/** Only values up to this length share, and only if they share at least a word. */
const MAX_LIKE_BYTES = 0x7f;

/** All bytes before a value: form (1), type and length as base-128 numbers (up to 5 each). */
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
 * Copies a value in words; the last word runs past its end. Whole words are copied as doubles: exact in any engine,
 * since no eight bytes of UTF-8 are NaN, whose bits an engine may change (UTF-8 has no 0xff, and 0x7f never follows
 * 0xf0 to 0xf4). The last word is copied differently: the bytes after the value may be the header of another, so
 * anything.
 */
function copyValue(source: DataView, from: number, target: DataView, to: number, length: number): void {
  let index = 0;
  for (; index + WORD_BYTES <= length; index += WORD_BYTES) {
    target.setFloat64(to + index, source.getFloat64(from + index, true), true);
  }
  if (index === length) return;
  target.setInt32(to + index, source.getInt32(from + index, true), true);
  target.setInt32(to + index + 4, source.getInt32(from + index + 4, true), true);
}

/**
 * Bytes in whole words that a value shares with the beginning of the one at `base`, which has the short header.
 * Compared as doubles: exact as in copyValue, and since no word of JSON is zero.
 */
function sharedWords(view: DataView, from: number, length: number, chunk: WordBytes, base: number): number {
  const most = Math.min(length, chunk.bytes[base + 2] as number) - WORD_BYTES;
  const begin = base + SHORT_HEADER_BYTES;
  let at = 0;
  while (at <= most && view.getFloat64(from + at, true) === chunk.view.getFloat64(begin + at, true)) {
    at += WORD_BYTES;
  }
  return at;
}

function blocksOf(bytes: number): number {
  return Math.ceil(bytes / 2 ** BLOCK_BITS);
}

/**
 * Append-only memory of typed values. Each is form, type, length and raw bytes, and has a 31-bit reference. A short
 * value equal to a recent one gets its reference: a dictionary for roles, levels and tenants that repeat in every row.
 */
export class ValueArena {
  /** The chunk of each block. */
  private readonly chunks: (Chunk | undefined)[] = [];
  /** Numbers of blocks that chunks may take. */
  private readonly runs = new BlockRuns(MAX_BLOCKS);
  /** The stretch that values are written to now. They are freed by stretches, see `free`. */
  stretch = 0;
  /** The chunk being written to. */
  private chunk: Chunk;
  private used = FIRST_REFERENCE;
  /** Allocated ahead by reserve(), or left over; used before new ones. */
  private spares: Rest[] = [];
  /** Reused memory, taken first: see SpareBytes. */
  private readonly gifts: SpareBytes;
  private readonly budget: ArenaBudget;
  private readonly what: string;
  /** How often intern found an equal value. */
  repeats = 0;
  /** Bytes of all chunks, including spare ones. */
  private allocated = 0;
  private slots = NO_SLOTS;
  /** The last value read, joined from its two pieces. */
  private readonly whole = wordBytes(new Uint8Array(MAX_LIKE_BYTES + WORD_BYTES));
  private readonly found: ArenaValue = newSlot();

  /** `what`: a name for its values, for the error when it is full. */
  constructor(budget = new ArenaBudget(), gifts = new SpareBytes(), what = 'values') {
    this.budget = budget;
    this.what = what;
    this.gifts = gifts;
    this.chunk = this.number(new Uint8Array(FIRST_CHUNK_BYTES), true);
  }

  get bytesHeld(): number {
    return this.slots.byteLength + this.allocated;
  }

  /**
   * Allocates enough for this many values with this many bytes in total, so that adding them cannot fail midway. Throws
   * RangeError if the arena or memory is full; then nothing is lost.
   */
  reserve(values: number, bytes: number): void {
    const most = bytes + values * (MAX_HEADER_BYTES + WORD_BYTES);
    if (this.chunk.isOwn) this.useGift();
    if (this.used + most <= this.chunk.bytes.length) return;
    // A value that does not fit leaves an unused chunk end smaller than itself. So one large spare chunk is enough; if
    // none can be that large, chunks of twice the total are.
    const size = Math.min(most, CHUNK_BYTES);
    const needed = most > CHUNK_BYTES ? Math.ceil((2 * most) / CHUNK_BYTES) : 1;
    let spare = 0;
    for (const rest of this.spares) if (freeOf(rest) >= size) spare++;
    for (; spare < needed; spare++) this.spares.push({ chunk: this.allocate(size), used: 0 });
  }

  /** Continues in reused memory, if there is any; the rest of the current chunk becomes a spare. */
  private useGift(): void {
    const gift = this.given(0);
    if (gift === undefined) return;
    this.chunk.stretch = this.stretch;
    this.spares.push({ chunk: this.chunk, used: this.used });
    this.chunk = gift;
    this.used = 0;
  }

  /** A chunk for at least `size` bytes; if the budget allows it, as large as all chunks before together. */
  private allocate(size: number): Chunk {
    const least = 2 ** Math.ceil(Math.log2(size));
    const usual = Math.min(CHUNK_BYTES, Math.max(least, 2 ** Math.floor(Math.log2(this.allocated))));
    const bytes = this.budget.used + usual > this.budget.maxBytes ? least : usual;
    if (!this.isAffordable(bytes)) throw this.budget.full();
    if (!this.runs.fits(blocksOf(bytes)))
      throw fullStore(mebibytesOf(MAX_BLOCKS * 2 ** BLOCK_BITS, this.what));
    return this.number(new Uint8Array(bytes), true);
  }

  private isAffordable(bytes: number): boolean {
    return this.budget.used + bytes <= this.budget.maxBytes;
  }

  /** Frees the values of all stretches before one: nobody reads them any more. Keeps some memory for later values. */
  free(stretch: number): void {
    const empty: Chunk[] = [];
    for (const chunk of new Set(this.chunks)) {
      if (chunk !== undefined && chunk !== this.chunk && chunk.stretch < stretch) empty.push(chunk);
    }
    this.spares = this.spares.filter(({ chunk }) => !empty.includes(chunk));
    let kept = 0;
    for (const chunk of empty) {
      const { length } = chunk.bytes;
      if (kept + length <= KEPT_BYTES) {
        this.spares.push({ chunk, used: 0 });
        kept += length;
      } else this.drop(chunk);
    }
  }

  private drop({ begin, bytes }: Chunk): void {
    const blocks = blocksOf(bytes.length);
    const first = begin / 2 ** BLOCK_BITS;
    this.chunks.fill(undefined, first, first + blocks);
    this.runs.give(first, blocks);
    this.allocated -= bytes.length;
    this.budget.used -= bytes.length;
  }

  /** Turns bytes into a chunk with references. */
  private number(bytes: Uint8Array, isOwn: boolean): Chunk {
    const blocks = blocksOf(bytes.length);
    const first = this.runs.take(blocks);
    const { stretch } = this;
    const chunk: Chunk = { ...wordBytes(bytes), begin: first * 2 ** BLOCK_BITS, isOwn, stretch };
    for (let block = first; block < first + blocks; block++) this.chunks[block] = chunk;
    this.allocated += bytes.length;
    this.budget.used += bytes.length;
    return chunk;
  }

  /**
   * Adds source[from, to) of a page's bytes as a new value; `mark`: its form, plus TAG_DUPLICATE if it repeats a name.
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
    } else copyValue(source.view, from, chunk.view, at, length);
    this.used = at + length;
    return chunk.begin + start;
  }

  /**
   * Like append, for values that usually begin like earlier ones: keys, ticks, numbered texts. Bytes shared with the
   * base are not stored again. `bases[index]`: the base's reference, replaced when it stops helping; 0 at first.
   */
  appendLike(
    source: WordBytes,
    from: number,
    to: number,
    mark: number,
    type: number,
    bases: Uint32Array,
    index: number,
  ): number {
    const length = to - from;
    if (length < WORD_BYTES || length > MAX_LIKE_BYTES || type > MAX_LIKE_BYTES) {
      return this.append(source, from, to, mark, type);
    }
    const chunk = this.room(length + MAX_HEADER_BYTES + WORD_BYTES);
    const start = this.used;
    const base = bases[index] as number;
    const distance = start - (base - chunk.begin);
    // The base may be in another chunk, before or after this one.
    const isNear = base !== 0 && distance > 0 && distance <= start && distance <= MAX_LIKE_DISTANCE;
    const shared = isNear ? sharedWords(source.view, from, length, chunk, start - distance) : 0;
    if (shared === 0 || to + WORD_BYTES > source.bytes.length) {
      const reference = this.append(source, from, to, mark, type);
      bases[index] = reference;
      return reference;
    }
    const { view } = chunk;
    view.setInt32(start, mark | MARK_LIKE | (type << 8) | (length << 16) | (shared << 24), true);
    view.setUint16(start + 4, distance, true);
    copyValue(source.view, from + shared, view, start + LIKE_HEADER_BYTES, length - shared);
    this.used = start + LIKE_HEADER_BYTES + length - shared;
    return chunk.begin + start;
  }

  /** Like append, but returns the reference of an equal recent value if there is one. */
  intern(source: WordBytes, from: number, to: number, mark: number, type: number): number {
    const length = to - from;
    if (length > MAX_INTERNED_BYTES || type > 0x7f) return this.append(source, from, to, mark, type);
    if (this.slots === NO_SLOTS) this.slots = new Uint32Array(INTERN_SLOTS);
    const slot = hashWords(source, from, to, mark + (type << 4)) & (INTERN_SLOTS - 1);
    const known = this.slots[slot] as number;
    if (known !== 0) {
      const chunk = this.chunks[known >>> BLOCK_BITS] as Chunk;
      const at = known - chunk.begin;
      // Interned values have the short header: three bytes.
      const isEqual =
        (chunk.view.getInt32(at, true) & 0xffffff) === (mark | (type << 8) | (length << 16)) &&
        sameWords(source, from, chunk, at + SHORT_HEADER_BYTES, length);
      if (isEqual) {
        this.repeats++;
        return known;
      }
    }
    const reference = this.append(source, from, to, mark, type);
    this.slots[slot] = reference;
    return reference;
  }

  /** The value of a reference of this arena. The next read reuses the object. */
  read(reference: number): ArenaValue {
    const known = this.chunks[reference >>> BLOCK_BITS];
    if (known === undefined) throw new RangeError(`No value has the reference ${reference}.`);
    const chunk = known.bytes;
    let at = reference - known.begin;
    const { found } = this;
    found.bytes = chunk;
    found.view = known.view;
    const mark = chunk[at++] as number;
    found.form = mark & TAG_FORM_MASK;
    found.duplicate = (mark & TAG_DUPLICATE) !== 0;
    if ((mark & MARK_LIKE) !== 0) {
      this.readLike(known, at - 1);
      return found;
    }
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

  /** Joins a value that appendLike wrote. */
  private readLike({ bytes, view }: Chunk, start: number): void {
    const { found, whole } = this;
    const length = bytes[start + 2] as number;
    const shared = bytes[start + 3] as number;
    const base = start - view.getUint16(start + 4, true) + SHORT_HEADER_BYTES;
    // At least a word follows both: see room.
    copyValue(view, base, whole.view, 0, shared);
    copyValue(view, start + LIKE_HEADER_BYTES, whole.view, shared, length - shared);
    found.bytes = whole.bytes;
    found.view = whole.view;
    found.type = bytes[start + 1] as number;
    found.from = 0;
    found.to = length;
  }

  /** The chunk being written to, with at least `size` free bytes. */
  private room(size: number): Chunk {
    const { chunk } = this;
    return this.used + size <= chunk.bytes.length ? chunk : this.next(size);
  }

  private next(size: number): Chunk {
    if (size > CHUNK_BYTES) throw new RangeError(`A value of ${size} bytes is larger than a page can be.`);
    const gift = this.given(size);
    const at = gift === undefined ? this.spares.findIndex((rest) => freeOf(rest) >= size) : -1;
    const rest = this.spares[at] ?? { chunk: gift ?? this.allocate(size), used: 0 };
    if (at >= 0) this.spares = this.spares.toSpliced(at, 1);
    this.chunk.stretch = this.stretch;
    this.chunk = rest.chunk;
    this.used = rest.used;
    return rest.chunk;
  }

  private given(size: number): Chunk | undefined {
    const { bytesHeld } = this.gifts;
    const hasRoom = this.isAffordable(bytesHeld) && this.runs.fits(blocksOf(bytesHeld));
    const gift = hasRoom ? this.gifts.take(size) : undefined;
    return gift === undefined ? undefined : this.number(gift, false);
  }
}
