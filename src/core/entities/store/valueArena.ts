import { TAG_DUPLICATE, TAG_FORM_MASK } from '../page/decodedPage.ts';
import { newSlot, type ValueSlot } from '../packed/valueSlot.ts';
import { copyPast, hashWords, sameWords, WORD_BYTES, type WordBytes, wordBytes } from '../bytes/wordBytes.ts';

/** The largest chunk: holds any value of a page, since a page is no larger. */
const CHUNK_BYTES = 1 << 23;
/** Chunks take whole blocks of the 2 GiB that references address by byte. */
const BLOCK_BITS = 16;
/** References of 31 bits: see CellStore. */
const MAX_BLOCKS = 2 ** (31 - BLOCK_BITS);
/** The sizes of the first chunk and of later ones. The first is small, because many results are. */
const FIRST_CHUNK_BYTES = 1 << 16;
const USUAL_CHUNK_BYTES = 1 << 20;
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
}

/** Mark, type and length, if both are below 128. */
const SHORT_HEADER_BYTES = 3;
/** From this length on, the engine's own copy is faster. */
const LONG_BYTES = 512;

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
  /** The stretch that values are written to now. They are freed by stretches, see `free`. */
  stretch = 0;
  /** The chunk being written to. */
  private chunk: Chunk;
  private used = FIRST_REFERENCE;
  /** Allocated ahead by reserve(); used before new ones. */
  private spares: Chunk[] = [];
  private readonly budget: ArenaBudget;
  private readonly what: string;
  /** How often intern found an equal value. */
  repeats = 0;
  /** Bytes of all chunks, including spare ones. */
  private allocated = 0;
  private slots = NO_SLOTS;
  private readonly found: ArenaValue = newSlot();

  /** `what`: a name for its values, for the error when it is full. */
  constructor(budget = new ArenaBudget(), what = 'values') {
    this.budget = budget;
    this.what = what;
    this.chunk = this.allocate(FIRST_CHUNK_BYTES);
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
    if (this.used + most <= this.chunk.bytes.length) return;
    // A value that does not fit leaves an unused chunk end smaller than itself. So one large spare chunk is enough; if
    // none can be that large, chunks of twice the total are.
    const size = Math.min(most, CHUNK_BYTES);
    const needed = most > CHUNK_BYTES ? Math.ceil((2 * most) / CHUNK_BYTES) : 1;
    const known = this.spares.filter((chunk) => chunk.bytes.length >= size).length;
    for (let spare = known; spare < needed; spare++) this.spares.push(this.allocate(size));
  }

  /** A chunk for at least `size` bytes, of the usual size if the budget allows it. */
  private allocate(size: number): Chunk {
    const { budget, stretch } = this;
    const least = 2 ** Math.ceil(Math.log2(size));
    const usual = this.allocated === 0 ? least : Math.max(least, USUAL_CHUNK_BYTES);
    const length = budget.used + usual > budget.maxBytes ? least : usual;
    if (budget.used + length > budget.maxBytes) throw budget.full();
    const blocks = blocksOf(length);
    const first = this.freeBlocks(blocks);
    const chunk = { ...wordBytes(new Uint8Array(length)), begin: first * 2 ** BLOCK_BITS, stretch };
    for (let block = first; block < first + blocks; block++) this.chunks[block] = chunk;
    this.allocated += length;
    budget.used += length;
    return chunk;
  }

  /** Finds `count` free blocks in a row, and returns the first. */
  private freeBlocks(count: number): number {
    let free = 0;
    for (let block = 0; block < MAX_BLOCKS; block++) {
      free = this.chunks[block] === undefined ? free + 1 : 0;
      if (free === count) return block + 1 - count;
    }
    throw fullStore(mebibytesOf(MAX_BLOCKS * 2 ** BLOCK_BITS, this.what));
  }

  /** Frees the values of all stretches before one: nobody reads them any more. */
  free(stretch: number): void {
    for (const chunk of new Set(this.chunks))
      if (chunk !== undefined && chunk !== this.chunk && chunk.stretch < stretch) this.drop(chunk);
  }

  private drop(chunk: Chunk): void {
    const { length } = chunk.bytes;
    const first = chunk.begin / 2 ** BLOCK_BITS;
    this.chunks.fill(undefined, first, first + blocksOf(length));
    this.spares = this.spares.filter((spare) => spare !== chunk);
    this.allocated -= length;
    this.budget.used -= length;
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
    } else copyPast(source.view, from, to, chunk.view, at);
    this.used = at + length;
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

  /** The chunk being written to, with at least `size` free bytes. */
  private room(size: number): Chunk {
    const { chunk } = this;
    return this.used + size <= chunk.bytes.length ? chunk : this.next(size);
  }

  private next(size: number): Chunk {
    if (size > CHUNK_BYTES) throw new RangeError(`A value of ${size} bytes is larger than a page can be.`);
    const at = this.spares.findIndex(({ bytes }) => bytes.length >= size);
    const [spare] = at < 0 ? [] : this.spares.splice(at, 1);
    this.chunk.stretch = this.stretch;
    this.chunk = spare ?? this.allocate(size);
    this.used = 0;
    return this.chunk;
  }
}

/** The most bytes that all arenas of a store may hold. */
const MAX_ARENA_BYTES = 2 ** 32;

/** Memory for the values of one store: what they may take, and what they take. */
export class ArenaBudget {
  readonly maxBytes: number;
  used = 0;

  /** `maxBytes`: at most (and by default) MAX_ARENA_BYTES. */
  constructor(maxBytes = MAX_ARENA_BYTES) {
    this.maxBytes = maxBytes;
  }

  full(): RangeError {
    return fullStore(mebibytesOf(this.maxBytes, 'values'));
  }
}

/** An amount of memory in words, such as "4096 MiB of values". */
function mebibytesOf(bytes: number, what: string): string {
  return `${Math.floor(bytes / 1_048_576)} MiB of ${what}`;
}

/** `most`: what a store holds at most, in words. */
export function fullStore(most: string): RangeError {
  return new RangeError(
    `The row store is full: it holds ${most} at most. Narrow the window, or select fewer columns.`,
  );
}
