import {
  Binary,
  Bool,
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
import type { ParquetKind } from '../core/entities/parquet/parquetTable.ts';
import type { FilePiece } from '../core/entities/views/filePiece.ts';
import type { ArrowArrays } from '../core/rows/arrowColumn.ts';
import type { SqlTable } from '../core/rows/sqlTable.ts';

// The builders of apache-arrow use `new Function`, which the page's policy forbids. So `ArrowColumn` fills the arrays, and `makeData` only
// wraps them.

const TYPES: Readonly<Record<ParquetKind, () => DataType>> = {
  text: () => new Utf8(),
  bytes: () => new Binary(),
  int32: () => new Int32(),
  int64: () => new Int64(),
  double: () => new Float64(),
  boolean: () => new Bool(),
  instant: () => new TimestampNanosecond(),
};

/**
 * A table as Arrow IPC streams of one batch each, all with the same schema. A table without rows gives one empty batch.
 * @yields one stream
 */
export function* arrowSlices({ columns, rows, slices }: SqlTable): Generator<FilePiece, void, undefined> {
  const types = columns.map(({ kind }) => TYPES[kind]());
  const schema = new Schema(columns.map(({ name }, at) => new Field(name, types[at] as DataType, true)));
  const struct = new Struct(schema.fields);
  const write = (length: number, arrays: readonly ArrowArrays[]): Uint8Array<ArrayBuffer> => {
    const children = types.map((type, at) => makeData({ type, length, ...arrays[at] } as never));
    const batch = new RecordBatch(schema, makeData({ type: struct, length, nullCount: 0, children }));
    // Joins the parts of the stream in one array of exactly their size.
    return RecordBatchStreamWriter.writeAll([batch]).toUint8Array(true) as Uint8Array<ArrayBuffer>;
  };
  if (rows === 0) yield { bytes: write(0, []), rowsDone: 0 };
  for (const slice of slices()) yield { bytes: write(slice.rows, slice.columns), rowsDone: slice.rowsDone };
}
