import { ByteWriter } from '../byteWriter.ts';
import { BACKSLASH, FORM_STRING } from '../entities/bytes/jsonBytes.ts';
import { encodeUtf8 } from '../entities/bytes/utf8.ts';
import { LOW_POWER } from '../entities/packed/digits.ts';
import type { ParquetKind } from '../entities/parquet/parquetTable.ts';
import { type NativeValue, textOf } from '../entities/parquet/parquetValue.ts';
import { type CellSink, GROUP_ROWS } from '../entities/parquet/prepareParquet.ts';

const WORD = 2 ** 32;
const HALF_WORD = 2 ** 16;

/** The arrays of a column for one group of rows, as Arrow lays them out. The next group overwrites their memory. */
export interface ArrowArrays {
  readonly nullCount: number;
  /** One bit per row, set if the row has a value; undefined if all rows have one. */
  readonly nullBitmap: Uint8Array | undefined;
  readonly data: Uint8Array | Int32Array | BigInt64Array | Float64Array;
  /** Where the bytes of each row begin, and at the end of the array where those of the last row end. */
  readonly valueOffsets?: Int32Array;
}

function bitmap(rows: number): Uint8Array {
  return new Uint8Array(Math.ceil(rows / 8));
}

function setBit(bits: Uint8Array, row: number): void {
  bits[row >> 3] = (bits[row >> 3] as number) | (1 << (row & 7));
}

/** Fills the arrays of an Arrow column without creating an object per value. */
export class ArrowColumn implements CellSink {
  /** Values of variable length: the UTF-8 of texts, or binary values. */
  readonly bytes = new ByteWriter();
  readonly offsets: Int32Array;
  private readonly kind: ParquetKind;
  private readonly present: Uint8Array;
  private readonly bits: Uint8Array;
  private readonly numbers: Int32Array | Float64Array;
  private readonly int64: BigInt64Array;
  /** The 32-bit halves of `int64`, the lower half first, as Arrow stores them. */
  private readonly halves: Int32Array;
  private count = 0;
  /** The first row whose offset is not written yet. */
  private next = 0;

  /** `rows`: the number of rows in all groups together. */
  constructor(kind: ParquetKind, rows: number) {
    this.kind = kind;
    const most = Math.min(rows, GROUP_ROWS);
    const isText = kind === 'text' || kind === 'bytes';
    this.present = bitmap(most);
    this.bits = bitmap(kind === 'boolean' ? most : 0);
    this.offsets = new Int32Array(isText ? most + 1 : 0);
    this.numbers = kind === 'double' ? new Float64Array(most) : new Int32Array(kind === 'int32' ? most : 0);
    this.int64 = new BigInt64Array(kind === 'int64' || kind === 'instant' ? most : 0);
    this.halves = new Int32Array(this.int64.buffer);
  }

  begin(): void {
    this.present.fill(0);
    this.bits.fill(0);
    this.bytes.length = 0;
    this.count = 0;
    this.next = 0;
  }

  add(row: number, value: NativeValue): void {
    this.count += 1;
    setBit(this.present, row);
    switch (this.kind) {
      case 'text':
        this.startAt(row);
        this.addText(value);
        return;
      case 'bytes':
        this.startAt(row);
        this.bytes.all(value.binary);
        return;
      case 'boolean':
        if (value.number === 1) setBit(this.bits, row);
        return;
      case 'int32':
      case 'double':
        this.numbers[row] = value.number;
        return;
      default:
        this.setInt64(row, value);
    }
  }

  private startAt(row: number): void {
    while (this.next <= row) this.offsets[this.next++] = this.bytes.length;
  }

  private addText({ raw }: NativeValue): void {
    const { bytes } = this;
    if (raw.form !== FORM_STRING) bytes.utf8(raw.view, raw.from, raw.to);
    else if (!bytes.wordsWithout(raw.view, raw.from, raw.to, BACKSLASH, BACKSLASH))
      bytes.all(encodeUtf8(textOf(raw)));
  }

  /** Doubles are exact here: every product and sum is a whole number below 2^53. */
  private setInt64(row: number, { high, low }: NativeValue): void {
    const upper = Math.floor(high / HALF_WORD);
    const most = upper * LOW_POWER;
    const top = Math.floor(most / HALF_WORD);
    const few = (most - top * HALF_WORD) * HALF_WORD + (high - upper * HALF_WORD) * LOW_POWER + low;
    const carry = Math.floor(few / WORD);
    this.halves[2 * row] = few - carry * WORD;
    this.halves[2 * row + 1] = top + carry;
  }

  /** Call after the last value of a group. `rows` is the number of rows in this group. */
  arrays(rows: number): ArrowArrays {
    const nullCount = rows - this.count;
    const nullBitmap = nullCount === 0 ? undefined : this.present;
    switch (this.kind) {
      case 'text':
      case 'bytes':
        this.startAt(rows);
        return {
          nullCount,
          nullBitmap,
          data: this.bytes.bytes.subarray(0, this.bytes.length),
          valueOffsets: this.offsets.subarray(0, rows + 1),
        };
      case 'boolean':
        return { nullCount, nullBitmap, data: this.bits };
      case 'int64':
      case 'instant':
        return { nullCount, nullBitmap, data: this.int64.subarray(0, rows) };
      default:
        return { nullCount, nullBitmap, data: this.numbers.subarray(0, rows) };
    }
  }
}
