import { describe, expect, it } from 'vitest';
import type { ParquetTable } from '../core/entities/parquet/parquetTable.ts';
import { parquetFile } from './parquetFile.ts';

/** The footer contains the column's name once in the schema and once for each group of rows, so counting it counts the groups. */
const NAME = 'OnlyColumnOfThisFile';

function bytesOf(table: ParquetTable): Buffer {
  return Buffer.concat([...parquetFile(table)].map(({ bytes }) => bytes));
}

describe('a Parquet file', () => {
  it('of one column has one row group for each group of rows, not one for each row', () => {
    const values = Array.from({ length: 40 }, (_, row) => row);
    const groups = [values.slice(0, 30), values.slice(30)];
    const file = bytesOf({
      columns: [{ name: NAME, kind: 'int32', property: NAME, type: 'Edm.Int32', isRequired: true }],
      rows: values.length,
      lossyRows: 0,
      notes: [],
      groups: function* () {
        for (const [at, group] of groups.entries())
          yield {
            rows: group.length,
            cells: [{ rows: [...group.keys()], values: group }],
            rowsDone: at === 0 ? 30 : values.length,
          };
      },
    });
    expect([file.subarray(0, 4).toString(), file.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1']);
    const footer = file.subarray(-8 - file.readUInt32LE(file.length - 8), -8).toString('latin1');
    expect(footer.split(NAME)).toHaveLength(1 + 1 + groups.length);
  });
});
