import {
  Binary,
  Bool,
  type Data,
  type DataType,
  Field,
  Float64,
  Int32,
  Int64,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampNanosecond,
  Utf8,
} from 'apache-arrow';
import type { ParquetCells, ParquetKind } from '../core/entities/parquet/parquetTable.ts';
import type { FilePiece } from '../core/entities/views/filePiece.ts';
import type { SqlTable } from '../core/rows/sqlTable.ts';

// The builders of apache-arrow use `new Function`, which the page's policy forbids. So arrays are filled here, for `makeData`.

const TYPES: Readonly<Record<ParquetKind, () => DataType>> = {
  text: () => new Utf8(),
  bytes: () => new Binary(),
  int32: () => new Int32(),
  int64: () => new Int64(),
  double: () => new Float64(),
  boolean: () => new Bool(),
  instant: () => new TimestampNanosecond(),
};

const UTF8 = new TextEncoder();
/** The most bytes that UTF-8 needs for one UTF-16 unit. */
const MOST_BYTES_A_UNIT = 3;

// Loops over values count instead of iterating: `entries()` makes an array for each value.

/** One bit per row, set for these rows if `isSet` says so. */
function bitsOf(rows: readonly number[], length: number, isSet: (index: number) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(length / 8));
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number;
    if (isSet(index)) bits[row >> 3] = (bits[row >> 3] as number) | (1 << (row & 7));
  }
  return bits;
}

/** Bytes of all values, and where those of each row begin. */
function bytesOf({ rows, values }: ParquetCells, length: number) {
  let most = 0;
  for (const value of values)
    most += typeof value === 'string' ? value.length * MOST_BYTES_A_UNIT : (value as Uint8Array).length;
  const data = new Uint8Array(most);
  const valueOffsets = new Int32Array(length + 1);
  let end = 0;
  let row = 0;
  for (let index = 0; index < rows.length; index++) {
    const value = values[index];
    const own = rows[index] as number;
    valueOffsets.fill(end, row, own + 1);
    row = own + 1;
    if (typeof value === 'string') end += UTF8.encodeInto(value, data.subarray(end)).written;
    else {
      data.set(value as Uint8Array, end);
      end += (value as Uint8Array).length;
    }
  }
  valueOffsets.fill(end, row);
  return { data: data.subarray(0, end), valueOffsets };
}

function placed<A extends Int32Array | BigInt64Array | Float64Array>(
  { rows, values }: ParquetCells,
  data: A,
): A {
  for (let index = 0; index < rows.length; index++) data[rows[index] as number] = values[index] as never;
  return data;
}

function dataOf(kind: ParquetKind, type: DataType, cells: ParquetCells, length: number): Data {
  const { rows, values } = cells;
  const common = {
    type,
    length,
    nullCount: length - rows.length,
    nullBitmap: bitsOf(rows, length, () => true),
  };
  const withData = (more: object): Data => makeData({ ...common, ...more } as never);
  switch (kind) {
    case 'text':
    case 'bytes':
      return withData(bytesOf(cells, length));
    case 'int32':
      return withData({ data: placed(cells, new Int32Array(length)) });
    case 'int64':
    case 'instant':
      return withData({ data: placed(cells, new BigInt64Array(length)) });
    case 'double':
      return withData({ data: placed(cells, new Float64Array(length)) });
    case 'boolean':
      return withData({ data: bitsOf(rows, length, (index) => values[index] === true) });
  }
}

/**
 * A table as Arrow IPC streams of one batch each, all of one schema. A table without rows is one empty batch.
 * @yields one stream
 */
export function* arrowSlices({ columns, rows, slices }: SqlTable): Generator<FilePiece, void, undefined> {
  const types = columns.map(({ kind }) => TYPES[kind]());
  const schema = new Schema(columns.map(({ name }, at) => new Field(name, types[at] as DataType, true)));
  const struct = new Struct(schema.fields);
  const write = (length: number, cells: readonly ParquetCells[]): Uint8Array<ArrayBuffer> => {
    const children = columns.map(({ kind }, at) =>
      dataOf(kind, types[at] as DataType, cells[at] as ParquetCells, length),
    );
    const batch = new RecordBatch(schema, makeData({ type: struct, length, nullCount: 0, children }));
    return RecordBatchStreamWriter.writeAll([batch]).toUint8Array(true).slice();
  };
  if (rows === 0)
    yield {
      bytes: write(
        0,
        columns.map(() => ({ rows: [], values: [] })),
      ),
      rowsDone: 0,
    };
  for (const { rows: length, cells, rowsDone } of slices()) yield { bytes: write(length, cells), rowsDone };
}
