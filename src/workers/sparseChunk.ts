import { ByteWriter, type ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writePlain } from 'hyparquet-writer/src/plain.js';
import { unconvert } from 'hyparquet-writer/src/unconvert.js';
import type { ParquetCells } from '../core/entities/parquet/parquetTable.ts';

type ColumnChunk = ParquetWriter['row_groups'][number]['columns'][number];

/** A column has so few values in a group of rows: at most one in so many. */
const ROWS_A_VALUE = 16;

/** Whether the writer of whole columns would spend its time on rows without a value. */
export function isSparse({ rows }: ParquetCells, groupRows: number): boolean {
  return rows.length * ROWS_A_VALUE <= groupRows;
}

/** A run of equal levels: its length twice, as a base-128 number, and the level (Parquet format, Encodings: RLE). */
function appendRun(levels: ByteWriter, count: number, level: number): void {
  if (count === 0) return;
  levels.appendVarInt(count * 2);
  levels.appendUint8(level);
}

/** Which rows have a value, as runs of 0 and 1. */
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
 * Writes an optional column of a group of rows, in time that grows with its values and not with the rows: a table may have tens of
 * thousands of columns that a row or two have. One page of format v2, not compressed.
 */
export function writeSparseChunk(
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
