import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type {
  ParquetCells,
  ParquetColumn,
  ParquetGroup,
  ParquetTable,
  ParquetValue,
} from '../core/entities/parquet/parquetTable.ts';
import type { FilePiece } from '../core/entities/views/filePiece.ts';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writePlain } from 'hyparquet-writer/src/plain.js';
import { unconvert } from 'hyparquet-writer/src/unconvert.js';

/** How a column is declared. TIMESTAMP columns are not declared as UTC, because DuckDB would then cut them to microseconds. */
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
 * Writes a table as a Parquet file, one row group at a time.
 * @yields the bytes of a group, and at last those of the end of the file
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
    // Empties the buffer only: `index` is the place in it, while `offset` counts the bytes of the file.
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

/** The library writes the columns with many values, among them the keys. The others are written here and added to its last row group. */
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
    // A dictionary, as the library would use, stores -0 as 0.
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

type ColumnChunk = ParquetWriter['row_groups'][number]['columns'][number];

/** A column is sparse if at most one row in this many has a value. */
const ROWS_A_VALUE = 16;

/** Whether a column has so few values that the library would spend its time on rows without one. */
function isSparse({ rows }: ParquetCells, groupRows: number): boolean {
  return rows.length * ROWS_A_VALUE <= groupRows;
}

/** Writes a run of equal levels: twice its length as a base-128 number, then the level (Parquet format, Encodings: RLE). */
function appendRun(levels: ByteWriter, count: number, level: number): void {
  if (count === 0) return;
  levels.appendVarInt(count * 2);
  levels.appendUint8(level);
}

/** Which rows have a value, as runs of the levels 0 and 1. */
function levelsOf(rows: readonly number[], groupRows: number): Uint8Array {
  const levels = new ByteWriter();
  let from = 0;
  for (let at = 0; at < rows.length; ) {
    const first = rows[at] as number;
    let next = first;
    while (rows[at] === next) {
      at += 1;
      next += 1;
    }
    appendRun(levels, first - from, 0);
    appendRun(levels, next - first, 1);
    from = next;
  }
  appendRun(levels, groupRows - from, 0);
  return levels.getBytes();
}

/**
 * Writes an optional column of a group of rows. The time grows with the column's values and not with the rows, since a table may have tens
 * of thousands of columns that only a row or two have. It becomes one page of format v2, not compressed.
 */
function writeSparseChunk(
  out: ByteWriter,
  element: SchemaElement & Required<Pick<SchemaElement, 'type'>>,
  { rows, values }: ParquetCells,
  groupRows: number,
): ColumnChunk {
  const start = out.offset;
  const levels = levelsOf(rows, groupRows);
  const page = new ByteWriter();
  writePlain(page, unconvert(element, [...values]), element.type, undefined);
  const size = levels.length + page.offset;
  const nulls = groupRows - rows.length;
  writePageHeader(out, {
    type: 'DATA_PAGE_V2',
    uncompressed_page_size: size,
    compressed_page_size: size,
    data_page_header_v2: {
      num_values: groupRows,
      num_nulls: nulls,
      num_rows: groupRows,
      encoding: 'PLAIN',
      definition_levels_byte_length: levels.length,
      repetition_levels_byte_length: 0,
      is_compressed: false,
    },
  });
  out.appendBytes(levels);
  out.appendBytes(page.getBytes());
  const written = BigInt(out.offset - start);
  return {
    file_offset: BigInt(start),
    meta_data: {
      type: element.type,
      encodings: ['PLAIN'],
      path_in_schema: [element.name],
      codec: 'UNCOMPRESSED',
      num_values: BigInt(groupRows),
      total_uncompressed_size: written,
      total_compressed_size: written,
      data_page_offset: BigInt(start),
      statistics: { null_count: BigInt(nulls) },
    },
  };
}
