import { grownUint32 } from '../bytes/grow.ts';
import { bytesFor } from './digits.ts';
import { SPARE_BYTES } from './valueSlot.ts';

/** How many words a block has, as a power of two, so that a shift gives the block of a word. */
const BLOCK_BITS = 13;
/** The array for words that are not packed is kept for reuse if it has at most so many. */
const KEPT_WORDS = 1 << 15;

/** A block of words, each kept in `width` bytes as its difference to the least one. */
interface WordBlock {
  readonly least: number;
  readonly width: number;
  /** Leaves only the bytes of one difference. */
  readonly mask: number;
  /** Ends with spare bytes, so that a whole word can be read at the last difference too. */
  readonly view: DataView;
}

/** Estimated memory of a block's objects, in bytes. */
const BLOCK_BYTES = 200;

function packed(words: Uint32Array): WordBlock {
  let least = words[0] as number;
  let most = least;
  for (let at = 1; at < words.length; at++) {
    const word = words[at] as number;
    if (word < least) least = word;
    else if (word > most) most = word;
  }
  const width = bytesFor(most - least);
  const view = new DataView(new ArrayBuffer(words.length * width + SPARE_BYTES));
  // The upper bytes written for a difference are zeros, which the next one overwrites.
  for (let at = 0; at < words.length; at++) view.setUint32(at * width, (words[at] as number) - least, true);
  return { least, width, mask: 2 ** (8 * width) - 1, view };
}

/**
 * A 32-bit number for each row, append-only. Full blocks are packed when there is time, which saves most of the memory, since neighbours
 * usually differ by little.
 */
export class PackedWords {
  private readonly blocks: WordBlock[] = [];
  private readonly bits: number;
  private readonly mask: number;
  /** Words that are not packed, from row `openFrom` on. Those before `packedTo` have been packed and are no longer needed. */
  private open = new Uint32Array(0);
  private openFrom = 0;
  private packedTo = 0;
  private packedBytes = 0;

  /** `bits`: set by tests only. */
  constructor(bits = BLOCK_BITS) {
    this.bits = bits;
    this.mask = 2 ** bits - 1;
  }

  get bytesHeld(): number {
    return this.open.byteLength + this.packedBytes;
  }

  /** Makes room for `size` words in all. */
  reserve(size: number): void {
    this.open = grownUint32(this.open, size - this.openFrom);
  }

  /** Sets a word that is not packed yet to the lower 32 bits of a whole number. */
  set(row: number, word: number): void {
    this.open[row - this.openFrom] = word;
  }

  at(row: number): number {
    if (row >= this.packedTo) return this.open[row - this.openFrom] as number;
    const { least, width, mask, view } = this.blocks[row >>> this.bits] as WordBlock;
    return least + ((view.getUint32((row & this.mask) * width, true) & mask) >>> 0);
  }

  /** Whether the next block is full, if `count` words have been set. */
  canPack(count: number): boolean {
    return count - this.packedTo > this.mask;
  }

  /** Packs the next block, which must be full. Its words can no longer be set. */
  pack(): void {
    const from = this.packedTo - this.openFrom;
    const block = packed(this.open.subarray(from, from + this.mask + 1));
    this.blocks.push(block);
    this.packedBytes += BLOCK_BYTES + block.view.byteLength;
    this.packedTo += this.mask + 1;
  }

  /** Frees the memory of packed words. `count`: how many words have been set. */
  trim(count: number): void {
    const { open } = this;
    const from = this.packedTo - this.openFrom;
    if (open.length > KEPT_WORDS) this.open = open.slice(from, count - this.openFrom);
    else open.copyWithin(0, from);
    this.openFrom = this.packedTo;
  }
}
