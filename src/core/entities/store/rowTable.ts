import { grownFloat64, grownUint8, grownUint32 } from '../bytes/grow.ts';
import { NarrowColumn } from '../bytes/narrowColumn.ts';
import type { TimeColumn } from '../order/timeColumn.ts';

interface GrowingTimes {
  seconds: Float64Array<ArrayBuffer>;
  fraction: Uint32Array<ArrayBuffer>;
  basis: Uint8Array<ArrayBuffer>;
}

function emptyTimes(): GrowingTimes {
  return { seconds: new Float64Array(0), fraction: new Uint32Array(0), basis: new Uint8Array(0) };
}

function growTimes(times: GrowingTimes, size: number): void {
  times.seconds = grownFloat64(times.seconds, size);
  times.fraction = grownUint32(times.fraction, size);
  times.basis = grownUint8(times.basis, size);
}

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
  readonly keyTimes: GrowingTimes & TimeColumn = emptyTimes();
  readonly eventTimes: GrowingTimes & TimeColumn = emptyTimes();

  /** Makes room for so many more rows. */
  reserve(rows: number): void {
    const size = Math.max(this.count + rows, FIRST_ROWS);
    this.partitionKeys = grownUint32(this.partitionKeys, size);
    this.timestampLow = grownUint32(this.timestampLow, size);
    this.timestampHigh = grownUint32(this.timestampHigh, size);
    for (const column of [this.etags, this.queries, this.groups, this.shapes]) column.reserve(size);
    growTimes(this.keyTimes, size);
    growTimes(this.eventTimes, size);
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
      ...Object.values(this.keyTimes),
      ...Object.values(this.eventTimes),
    ];
    return perRow.reduce((total, array) => total + array.byteLength, 0);
  }
}
