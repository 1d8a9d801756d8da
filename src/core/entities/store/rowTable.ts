import { grownUint32 } from '../bytes/grow.ts';
import { NarrowColumn } from '../bytes/narrowColumn.ts';
import { PackedTimes } from './packedTimes.ts';

/** Initial capacity. */
const FIRST_ROWS = 16_384;

/** What every row has, one array each. Arrays may be longer than `count` and are replaced as they grow. */
export class RowTable {
  count = 0;
  partitionKeys = new Uint32Array(0);
  /** Timestamp in two words, see timestampCell.ts. */
  timestampLow = new Uint32Array(0);
  timestampHigh = new Uint32Array(0);
  /** 0, ETAG_OF_TIMESTAMP, or a reference. */
  readonly etags = new NarrowColumn();
  readonly queries = new NarrowColumn();
  readonly groups = new NarrowColumn();
  readonly shapes = new NarrowColumn();
  readonly keyTimes = new PackedTimes();
  readonly eventTimes = new PackedTimes();

  /** Makes room for so many more rows. */
  reserve(rows: number): void {
    const size = Math.max(this.count + rows, FIRST_ROWS);
    this.partitionKeys = grownUint32(this.partitionKeys, size);
    this.timestampLow = grownUint32(this.timestampLow, size);
    this.timestampHigh = grownUint32(this.timestampHigh, size);
    for (const column of [this.etags, this.queries, this.groups, this.shapes]) column.reserve(size);
    this.keyTimes.reserve(size);
    this.eventTimes.reserve(size);
  }

  /** Memory held, in bytes. */
  get bytesHeld(): number {
    const perRow = [
      this.partitionKeys,
      this.timestampLow,
      this.timestampHigh,
      this.etags.codes,
      this.queries.codes,
      this.groups.codes,
      this.shapes.codes,
    ];
    const times = this.keyTimes.bytesHeld + this.eventTimes.bytesHeld;
    return perRow.reduce((total, array) => total + array.byteLength, times);
  }
}
