import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { ParquetColumn, ParquetTable } from '../core/entities/parquet/parquetTable.ts';
import type { FilePiece } from '../core/entities/views/filePiece.ts';

/**
 * How a column is declared. TIMESTAMP columns are not declared as UTC, because DuckDB would cut those to
 * microseconds.
 */
function elementOf({ name, kind, isRequired }: ParquetColumn): SchemaElement {
  const common = { name, repetition_type: isRequired ? 'REQUIRED' : 'OPTIONAL' } as const;
  switch (kind) {
    case 'text':
      return { ...common, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } };
    case 'bytes':
      return { ...common, type: 'BYTE_ARRAY' };
    case 'int32':
      return { ...common, type: 'INT32' };
    case 'int64':
      return { ...common, type: 'INT64' };
    case 'double':
      return { ...common, type: 'DOUBLE' };
    case 'boolean':
      return { ...common, type: 'BOOLEAN' };
    case 'instant':
      return {
        ...common,
        type: 'INT64',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'NANOS' },
      };
  }
}

/**
 * A table as a Parquet file, a row group at a time.
 * @yields the bytes of a group, and of the end of the file
 */
export function* parquetFile(table: ParquetTable): Generator<FilePiece, void, undefined> {
  const out = new ByteWriter();
  const schema = [{ name: 'entities', num_children: table.columns.length }, ...table.columns.map(elementOf)];
  const writer = new ParquetWriter({
    writer: out,
    schema,
    kvMetadata: [...table.notes],
    createdBy: 'Keyscope',
  });
  const cut = (): Uint8Array<ArrayBuffer> => {
    const bytes = out.getBytes().slice();
    // The writer counts positions in the file with `offset`; `index` is the place in its buffer.
    out.index = 0;
    return bytes;
  };
  for (const { values, rowsDone } of table.groups()) {
    const columnData = table.columns.map(({ name, kind }, at) => ({
      name,
      data: [...(values[at] ?? [])],
      // The writer's dictionary would store -0 as 0.
      ...(kind === 'double' && { encoding: 'PLAIN' as const }),
    }));
    void writer.write({ columnData, rowGroupSize: columnData[0]?.data.length ?? 1 });
    yield { bytes: cut(), rowsDone };
  }
  void writer.finish();
  yield { bytes: cut(), rowsDone: table.rows };
}
