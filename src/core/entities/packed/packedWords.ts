import { grownUint32 } from '../bytes/grow.ts';
import { bytesFor } from './digits.ts';
import { SPARE_BYTES } from './valueSlot.ts';

/** Words of a block, as a power of two: so its number is a shift away. */
const BLOCK_BITS = 13;
/** Room for words that are not packed is kept up to this many. */
const KEPT_WORDS = 1 << 15;

/** Each word of a block is kept as its difference to the least, in so many bytes. */
interface WordBlock {
  readonly least: number;
  readonly width: number;
  /** The bits of a difference. */
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
  // Upper bytes are zeros, which the next word overwrites.
  for (let at = 0; at < words.length; at++) view.setUint32(at * width, (words[at] as number) - least, true);
  return { least, width, mask: 2 ** (8 * width) - 1, view };
}

/** A number of 32 bits for each row, append-only. Full blocks are packed when there is time: neighbours usually differ by little. */
export class PackedWords {
  private readonly blocks: WordBlock[] = [];
  private readonly bits: number;
  private readonly mask: number;
  /** Words that are not packed, from the one numbered `openFrom` on; those before `packedTo` are not needed any more. */
  private open = new Uint32Array(0);
  private openFrom = 0;
  private packedTo = 0;
  private packedBytes = 0;

  /** `bits`: for tests. */
  constructor(bits = BLOCK_BITS) {
    this.bits = bits;
    this.mask = 2 ** bits - 1;
  }

  /** Memory held, in bytes. */
  get bytesHeld(): number {
    return this.open.byteLength + this.packedBytes;
  }

  /** Makes room for so many words in all. */
  reserve(size: number): void {
    this.open = grownUint32(this.open, size - this.openFrom);
  }

  /** Sets a word that is not packed: the lower 32 bits of a whole number. */
  set(row: number, word: number): void {
    this.open[row - this.openFrom] = word;
  }

  at(row: number): number {
    if (row >= this.packedTo) return this.open[row - this.openFrom] as number;
    const { least, width, mask, view } = this.blocks[row >>> this.bits] as WordBlock;
    return least + ((view.getUint32((row & this.mask) * width, true) & mask) >>> 0);
  }

  /** Whether a block is full, if there are so many words. */
  canPack(count: number): boolean {
    return count - this.packedTo > this.mask;
  }

  /** Packs the next block, which is full. Its words cannot be set any more. */
  pack(): void {
    const from = this.packedTo - this.openFrom;
    const block = packed(this.open.subarray(from, from + this.mask + 1));
    this.blocks.push(block);
    this.packedBytes += BLOCK_BYTES + block.view.byteLength;
    this.packedTo += this.mask + 1;
  }

  /** Frees the memory of words that are packed by now. `count`: so many words were set. */
  trim(count: number): void {
    const { open } = this;
    const from = this.packedTo - this.openFrom;
    if (open.length > KEPT_WORDS) this.open = open.slice(from, count - this.openFrom);
    else open.copyWithin(0, from);
    this.openFrom = this.packedTo;
  }
}
