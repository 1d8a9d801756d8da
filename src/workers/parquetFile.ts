import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type {
  ParquetCells,
  ParquetColumn,
  ParquetGroup,
  ParquetTable,
  ParquetValue,
} from '../core/entities/parquet/parquetTable.ts';
import type { FilePiece } from '../core/entities/views/filePiece.ts';
import { isSparse, writeSparseChunk } from './sparseChunk.ts';

/**
 * How a column is declared. TIMESTAMP columns are not declared as UTC, because DuckDB would cut those to
 * microseconds.
 */
type Element = SchemaElement & Required<Pick<SchemaElement, 'type'>>;

function elementOf({ name, kind, isRequired }: ParquetColumn): Element {
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
  const elements = table.columns.map(elementOf);
  const schema = [{ name: 'entities', num_children: elements.length }, ...elements];
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
  for (const group of table.groups()) {
    writeGroup(writer, out, elements, group);
    yield { bytes: cut(), rowsDone: group.rowsDone };
  }
  void writer.finish();
  yield { bytes: cut(), rowsDone: table.rows };
}

/** The writer writes the columns with many values, which the keys are among; the others join its last row group. */
function writeGroup(
  writer: ParquetWriter,
  out: ByteWriter,
  elements: readonly Element[],
  { rows, cells }: ParquetGroup,
): void {
  const isDense = cells.map(
    (each, at) => elements[at]?.repetition_type === 'REQUIRED' || !isSparse(each, rows),
  );
  const columnData = elements.flatMap(({ name, type }, at) => {
    if (isDense[at] !== true) return [];
    const data = Array.from<ParquetValue | undefined>({ length: rows });
    const { rows: places, values } = cells[at] as ParquetCells;
    for (const [index, place] of places.entries()) data[place] = values[index];
    // The writer's dictionary would store -0 as 0.
    return [{ name, data, ...(type === 'DOUBLE' && { encoding: 'PLAIN' as const }) }];
  });
  void writer.write({ columnData, rowGroupSize: rows });
  const group = writer.row_groups.at(-1);
  if (group === undefined) return;
  const dense = group.columns[Symbol.iterator]();
  group.columns = elements.flatMap((element, at) => {
    if (isDense[at] === true) return dense.next().value ?? [];
    const chunk = writeSparseChunk(out, element, cells[at] as ParquetCells, rows);
    const { total_compressed_size: bytes = 0n } = chunk.meta_data ?? {};
    group.total_byte_size += bytes;
    group.total_compressed_size = (group.total_compressed_size ?? 0n) + bytes;
    return [chunk];
  });
}
