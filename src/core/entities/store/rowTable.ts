import { grownFloat64, grownUint8, grownUint32 } from '../bytes/grow.ts';
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
  /** Timestamp: seconds, and ticks with the number of fraction digits in the top byte. */
  timestampSeconds = new Float64Array(0);
  timestampFraction = new Uint32Array(0);
  etags = new Uint32Array(0);
  queries = new Uint32Array(0);
  groups = new Uint32Array(0);
  shapes = new Uint32Array(0);
  readonly keyTimes: GrowingTimes & TimeColumn = emptyTimes();
  readonly eventTimes: GrowingTimes & TimeColumn = emptyTimes();

  /** Makes room for so many more rows. */
  reserve(rows: number): void {
    const size = Math.max(this.count + rows, FIRST_ROWS);
    this.partitionKeys = grownUint32(this.partitionKeys, size);
    this.timestampSeconds = grownFloat64(this.timestampSeconds, size);
    this.timestampFraction = grownUint32(this.timestampFraction, size);
    this.etags = grownUint32(this.etags, size);
    this.queries = grownUint32(this.queries, size);
    this.groups = grownUint32(this.groups, size);
    this.shapes = grownUint32(this.shapes, size);
    growTimes(this.keyTimes, size);
    growTimes(this.eventTimes, size);
  }

  /** Memory held, in bytes. */
  get bytesHeld(): number {
    const perRow = [
      this.partitionKeys,
      this.timestampSeconds,
      this.timestampFraction,
      this.etags,
      this.queries,
      this.groups,
      this.shapes,
      ...Object.values(this.keyTimes),
      ...Object.values(this.eventTimes),
    ];
    return perRow.reduce((total, array) => total + array.byteLength, 0);
  }
}
