import { NarrowColumn } from '../bytes/narrowColumn.ts';
import { PackedWords } from '../packed/packedWords.ts';
import { PackedTimes } from './packedTimes.ts';
import type { Steps } from '../../steps.ts';

const FIRST_ROWS = 16_384;
/** How many codes there are in place of the basis of a Timestamp, see timestampCell.ts. */
const TIMESTAMP_CODES = 10;

/** What every row has. Arrays of narrow columns may be longer than `count` and are replaced as they grow. */
export class RowTable {
  count = 0;
  /** References to shared values. */
  readonly partitionKeys: PackedWords;
  /** See timestampCell.ts. */
  readonly timestamps: PackedTimes;
  /** 0, ETAG_OF_TIMESTAMP, or a reference. */
  readonly etags = new NarrowColumn();
  readonly queries = new NarrowColumn();
  readonly groups = new NarrowColumn();
  readonly shapes = new NarrowColumn();
  readonly keyTimes: PackedTimes;
  readonly eventTimes: PackedTimes;
  private readonly words: readonly PackedWords[];

  /** `wordBits`: see PackedWords. */
  constructor(wordBits?: number) {
    this.partitionKeys = new PackedWords(wordBits);
    this.timestamps = new PackedTimes(wordBits, TIMESTAMP_CODES);
    this.keyTimes = new PackedTimes(wordBits);
    this.eventTimes = new PackedTimes(wordBits);
    this.words = [
      this.partitionKeys,
      ...this.timestamps.words,
      ...this.keyTimes.words,
      ...this.eventTimes.words,
    ];
  }

  /** Makes room for `rows` more rows. */
  reserve(rows: number): void {
    const size = Math.max(this.count + rows, FIRST_ROWS);
    for (const words of this.words) words.reserve(size);
    for (const column of [this.etags, this.queries, this.groups, this.shapes]) column.reserve(size);
  }

  get bytesHeld(): number {
    const narrow = [this.etags, this.queries, this.groups, this.shapes];
    const odd = this.timestamps.bytesHeld + this.keyTimes.bytesHeld + this.eventTimes.bytesHeld;
    return (
      narrow.reduce((total, { codes }) => total + codes.byteLength, odd) +
      this.words.reduce((total, { bytesHeld }) => total + bytesHeld, 0)
    );
  }

  /** Whether a block of rows waits to be packed. */
  get canPack(): boolean {
    return this.words.some((words) => words.canPack(this.count));
  }

  /**
   * Packs the full blocks of rows.
   * @yields after some thousand rows of a column
   */
  *pack(): Steps<void> {
    for (const words of this.words) {
      while (words.canPack(this.count)) {
        words.pack();
        yield undefined;
      }
      words.trim(this.count);
    }
  }
}
