import { type ColumnTest, passesByValue } from '../entities/columns/columnFilter.ts';
import { orderByColumns } from '../entities/columns/columnOrder.ts';
import { buildColumn, type ValueColumn } from '../entities/columns/valueColumn.ts';
import type { RowSelection, RowSorter, SelectedRows } from '../entities/order/rowOrder.ts';
import type { EntityStore } from '../entities/store/entityStore.ts';

/** A property, or PartitionKey or RowKey, to sort by. */
export interface RowSort {
  readonly name: string;
  readonly isDescending: boolean;
}

/** A condition that rows must meet to be in the list. */
export type RowFilter = ColumnTest & { readonly name: string };

/** Which of the rows that were read a list holds, and in which order. */
export interface RowQuery extends RowSelection {
  /** The first one decides; rows equal in all are in `order`. */
  readonly sort?: readonly RowSort[];
  /** All must be met. */
  readonly filters?: readonly RowFilter[];
}

export interface QueriedRows extends SelectedRows {
  /** Rows that meet the window but not the filters. */
  readonly filteredOut: number;
  /** False if rows arrived while columns were built: they are not in the list, and the next question reads them. */
  readonly isCurrent: boolean;
}

/** The same text for the same question. */
export function rowQueryName({ order, exactWindow, sort = [], filters = [] }: RowQuery): string {
  return JSON.stringify([order, String(exactWindow?.from), String(exactWindow?.to), sort, filters]);
}

/** Columns kept: more than a person sorts and filters by, little beside the rows. */
const MOST_COLUMNS = 12;

/** Sorts and filters the rows of a run by any property. Columns are built when first needed, in steps. */
export class RowQueries {
  private readonly store: EntityStore;
  private readonly sorter: RowSorter;
  /** By name, the one used last at the end. */
  private readonly columns = new Map<string, ValueColumn>();
  private last: { readonly key: string; readonly rows: QueriedRows } | undefined;

  constructor(store: EntityStore, sorter: RowSorter) {
    this.store = store;
    this.sorter = sorter;
  }

  /**
   * The rows of a list; the last one is kept until rows arrive.
   * @yields while columns are built
   */
  *select(query: RowQuery): Generator<undefined, QueriedRows, undefined> {
    const { sort = [], filters = [], ...selection } = query;
    if (sort.length === 0 && filters.length === 0)
      return { ...this.sorter.select(selection), filteredOut: 0, isCurrent: true };
    const name = rowQueryName(query);
    if (this.last?.key === `${this.store.rowCount} ${name}`) return this.last.rows;

    const tests: { readonly column: ValueColumn; readonly passes: Uint8Array }[] = [];
    for (const filter of filters) {
      const column = yield* this.column(filter.name);
      tests.push({ column, passes: yield* passesByValue(this.store, column, filter) });
    }
    const sorts: { readonly column: ValueColumn; readonly isDescending: boolean }[] = [];
    for (const { name, isDescending } of sort) sorts.push({ column: yield* this.column(name), isDescending });

    // Rows that arrived while a column was built have no value in it.
    const built = Math.min(...[...tests, ...sorts].map(({ column }) => column.rowCount));
    const selected = this.sorter.select(selection);
    const known = selected.rows.filter((row) => row < built);
    yield undefined;
    const kept = known.filter((row) =>
      tests.every(({ column, passes }) => passes[column.values[row] ?? column.distinct] === 1),
    );
    yield undefined;
    const rows = {
      ...selected,
      rows: orderByColumns(kept, sorts),
      filteredOut: known.length - kept.length,
      isCurrent: built === this.store.rowCount,
    };
    // By the rows that it is about: more rows make the same question a new one.
    this.last = { key: `${built} ${name}`, rows };
    return rows;
  }

  /**
   * One property of all rows that were read so far.
   * @yields while it is built
   */
  *column(name: string): Generator<undefined, ValueColumn, undefined> {
    const known = this.columns.get(name);
    this.columns.delete(name);
    const column =
      known?.rowCount === this.store.rowCount
        ? known
        : yield* buildColumn(this.store, this.store.propertyReader(name));
    this.columns.set(name, column);
    for (const [oldest] of this.columns) {
      if (this.columns.size <= MOST_COLUMNS) break;
      this.columns.delete(oldest);
    }
    return column;
  }
}
