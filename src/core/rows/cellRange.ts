import { type ColumnReader, columnReader } from '../entities/columns/columnFacts.ts';
import type { ColumnRef } from '../entities/columns/columnRef.ts';
import type { CellValue, EntityStore } from '../entities/store/entityStore.ts';
import { VALUE_ABSENT, VALUE_TWICE } from '../entities/store/propertyReader.ts';
import { type CopyFormat, CellWriter } from './cellCopy.ts';
import { type CellStats, CellTotals } from './cellStats.ts';
import { firstOfTwo } from './packedRows.ts';
import type { RowQuery } from './rowQuery.ts';
import type { Steps } from '../steps.ts';

/** A rectangle of cells in a list: rows [from, to) by position, and some columns. */
export interface CellRange {
  readonly query: RowQuery;
  readonly from: number;
  readonly to: number;
  readonly columns: readonly ColumnRef[];
}

export interface CopyRequest extends CellRange {
  readonly format: CopyFormat;
  readonly names: readonly string[];
  /** Whether TSV and CSV begin with a line of names. */
  readonly hasHead: boolean;
}

/** The most UTF-16 units to copy: a longer text would freeze the program that it is pasted into. */
const MOST_CHARS = 32_000_000;
/** Rows between two yields. */
const STEP = 1024;

function* eachRow(
  store: EntityStore,
  rows: Uint32Array,
  columns: readonly ColumnRef[],
  visit: (cells: readonly (CellValue | undefined)[]) => void,
): Steps<void> {
  const readers: readonly ColumnReader[] = columns.map((ref) => columnReader(store, ref));
  for (const [at, row] of rows.entries()) {
    visit(
      readers.map((reader, column) => {
        const reference = reader.referenceOf(row);
        if (reference === VALUE_ABSENT) return undefined;
        if (reference !== VALUE_TWICE) return reader.valueOf(reference);
        const first = store.cell(row, columns[column]?.name ?? '');
        return first && firstOfTwo(first);
      }),
    );
    if (at % STEP === STEP - 1) yield undefined;
  }
}

/**
 * The text of cells, for the clipboard.
 * @param rows row numbers, in the order of the list
 * @yields after some rows
 * @throws RangeError if the text would be too long
 */
export function* copyCells(
  store: EntityStore,
  rows: Uint32Array,
  { columns, format, names, hasHead }: CopyRequest,
): Steps<string> {
  const writer = new CellWriter(format, names, hasHead);
  yield* eachRow(store, rows, columns, (cells) => {
    writer.add(cells);
    if (writer.chars > MOST_CHARS)
      throw new RangeError(
        'The cells are more than 32 million characters: too many to copy. Export the rows shown instead.',
      );
  });
  return writer.text();
}

/**
 * The sums and other figures of cells.
 * @yields after some rows
 */
export function* addUpCells(
  store: EntityStore,
  rows: Uint32Array,
  columns: readonly ColumnRef[],
): Steps<CellStats> {
  const totals = new CellTotals();
  yield* eachRow(store, rows, columns, (cells) => {
    for (const cell of cells) totals.add(cell);
  });
  return totals.stats();
}
