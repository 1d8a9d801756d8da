import type { DemoRow } from '../../scripts/demo/rows.mjs';

/** The rows of a table in key order, by index: an array, or made on demand (a million rows need no memory). */
export interface RowSource {
  readonly count: number;
  readonly rowAt: (index: number) => DemoRow;
}

/** A fixed array of rows in key order. */
export function arrayRows(rows: readonly DemoRow[]): RowSource {
  return { count: rows.length, rowAt: (index) => rowOf(rows, index) };
}

/** Rows that writers add and delete while they are read: the present content of the array, in key order. */
export function liveRows(rows: readonly DemoRow[]): RowSource {
  return {
    get count() {
      return rows.length;
    },
    rowAt: (index) => rowOf(rows, index),
  };
}

function rowOf(rows: readonly DemoRow[], index: number): DemoRow {
  const row = rows[index];
  if (row === undefined) throw new RangeError(`No row ${index} of ${rows.length}`);
  return row;
}

/** Index of the first row that is not before (partitionKey, rowKey); the count if there is none. */
export function seek(source: RowSource, partitionKey: string, rowKey: string): number {
  let from = 0;
  let to = source.count;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const row = source.rowAt(middle);
    const before =
      row.partitionKey < partitionKey || (row.partitionKey === partitionKey && row.rowKey < rowKey);
    if (before) from = middle + 1;
    else to = middle;
  }
  return from;
}
