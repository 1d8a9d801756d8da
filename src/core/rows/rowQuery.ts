import { type ColumnRef, columnRefName } from '../entities/columns/columnRef.ts';
import {
  type ColumnTest,
  type PassingValues,
  passingValues,
  type UncomparedType,
  uncomparedTypes,
} from '../entities/columns/columnFilter.ts';
import { keepPlaces, keepRows, rowsAtPlaces, valuesOfList } from '../entities/columns/keepRows.ts';
import { orderByColumns } from '../entities/columns/columnOrder.ts';
import { buildColumn, columnBytes, type ValueColumn } from '../entities/columns/valueColumn.ts';
import type { RowOrder, RowSorter } from '../entities/order/rowOrder.ts';
import type { Codes } from '../entities/bytes/narrowColumn.ts';
import { rowQueryName } from './rowQueryName.ts';
import { type JudgedColumn, type RegexQuestion, RegexVerdicts } from './regexVerdicts.ts';
import type { RowMask } from '../entities/order/timeColumn.ts';
import type { EntityStore } from '../entities/store/entityStore.ts';

/** A column to sort by. */
export interface RowSort extends ColumnRef {
  readonly isDescending: boolean;
}

/** A condition that rows must meet to be in the list. */
export type RowFilter = (ColumnTest | RegexTest) & ColumnRef;

/** A regular expression, ignoring case. Another worker tests it: see RegexVerdicts. */
interface RegexTest {
  readonly kind: 'matches';
  readonly pattern: string;
}

/** Counts of values that a filter did not compare, because they have another type. */
export interface UncomparedRows {
  /** Position in `RowQuery.filters`. */
  readonly filter: number;
  readonly types: readonly UncomparedType[];
}

/** Which of the rows that were read a list, a chart or a map is of. */
export interface SelectedBy {
  /** All must be met. */
  readonly filters?: readonly RowFilter[];
}

/** Which of the rows that were read a list holds, and in which order. */
export interface RowQuery extends SelectedBy {
  readonly order: RowOrder;
  /** The first one decides; rows equal in all are in `order`. */
  readonly sort?: readonly RowSort[];
}

export interface QueriedRows {
  /** Row numbers in the order of the list. */
  readonly rows: Uint32Array;
  /** Rows that do not pass the filters. */
  readonly filteredOut: number;
  /** Rows that arrived while columns were built. They are not in this list, but in the next one. */
  readonly unlooked: number;
  /** What filters on columns of mixed types did not compare. */
  readonly uncompared: readonly UncomparedRows[];
}

interface OpenColumn {
  readonly rowCount: number;
  readonly work: Generator<undefined, ValueColumn, undefined>;
  /** Undefined: not built yet. */
  column: ValueColumn | undefined;
}

interface RowTest {
  readonly column: ValueColumn;
  readonly passing: PassingValues;
}

/** One column's values in the order of a list, for the next filter on it: that a person types on. */
interface ListedValues {
  readonly rows: Uint32Array;
  readonly column: ValueColumn;
  readonly values: Codes;
}

/**
 * Memory for columns, in bytes: enough for eight columns of a million distinct values each. The one used last
 * is always kept.
 */
const MOST_COLUMN_BYTES = 256 * 2 ** 20;

/** Sorts and filters the rows of a run by any column. Columns are built when first needed, in steps. */
export class RowQueries {
  private readonly store: EntityStore;
  private readonly sorter: RowSorter;
  private readonly mostBytes: number;
  /** By name, the one used last at the end. */
  private readonly columns = new Map<string, ValueColumn>();
  /** Columns that are being built, by name. */
  private readonly open = new Map<string, OpenColumn>();
  readonly regex: RegexVerdicts;
  private kept = new Uint32Array(0);
  private listed: ListedValues | undefined;
  private last: { readonly key: string; readonly rows: QueriedRows } | undefined;
  private masked: { readonly key: string; readonly mask: Uint8Array } | undefined;

  constructor(store: EntityStore, sorter: RowSorter, mostBytes = MOST_COLUMN_BYTES) {
    this.store = store;
    this.sorter = sorter;
    this.mostBytes = mostBytes;
    this.regex = new RegexVerdicts(store);
  }

  /** Memory of the columns kept, in bytes. */
  get bytesHeld(): number {
    let bytes =
      this.kept.byteLength + (this.listed?.values.byteLength ?? 0) + (this.masked?.mask.byteLength ?? 0);
    for (const column of this.columns.values()) bytes += columnBytes(column);
    return bytes;
  }

  /** Frees the columns, because rows need the memory more; columns are built again after new rows anyway. */
  free(): void {
    this.columns.clear();
    this.open.clear();
    this.listed = undefined;
    this.masked = undefined;
    this.kept = new Uint32Array(0);
  }

  /**
   * The rows that meet all filters, for what looks at every row; the last one is kept until rows arrive. Rows that arrive while
   * columns are built are not in it.
   * @yields while columns are built
   */
  *mask({ filters = [] }: SelectedBy): Generator<undefined, RowMask, undefined> {
    if (filters.length === 0) return undefined;
    const name = JSON.stringify(filters);
    if (this.masked?.key === `${this.store.rowCount} ${name}`) return this.masked.mask;
    const { rows, unlooked } = yield* this.queried({ order: 'arrival', filters });
    const looked = this.store.rowCount - unlooked;
    const mask = new Uint8Array(looked);
    for (const row of rows) mask[row] = 1;
    this.masked = { key: `${looked} ${name}`, mask };
    return mask;
  }

  /**
   * The rows of a list; the last one is kept until rows arrive.
   * @yields while columns are built
   */
  *select(query: RowQuery): Generator<undefined, QueriedRows, undefined> {
    const { order, sort = [], filters = [] } = query;
    if (sort.length === 0 && filters.length === 0)
      return { rows: this.sorter.inOrder(order).rows, filteredOut: 0, unlooked: 0, uncompared: [] };
    const name = rowQueryName(query);
    if (this.last?.key === `${this.store.rowCount} ${name}`) return this.last.rows;
    const rows = yield* this.queried(query);
    // The row count is part of the name: with more rows, the same question is a new one.
    this.last = { key: `${this.store.rowCount - rows.unlooked} ${name}`, rows };
    return rows;
  }

  /** @yields while columns are built */
  private *queried({
    order,
    sort = [],
    filters = [],
  }: RowQuery): Generator<undefined, QueriedRows, undefined> {
    const tests: RowTest[] = [];
    const uncompared: UncomparedRows[] = [];
    for (const [at, filter] of filters.entries()) {
      const test = yield* this.tested(filter);
      tests.push(test);
      const types = uncomparedTypes(this.store, test.column, filter);
      if (types.length > 0) uncompared.push({ filter: at, types });
    }
    this.regex.keepThose(filters.filter(({ kind }) => kind === 'matches').length);
    const sorts: { readonly column: ValueColumn; readonly isDescending: boolean }[] = [];
    for (const each of sort)
      sorts.push({ column: yield* this.column(each), isDescending: each.isDescending });

    // Rows that arrived while a column was built are not in it.
    const built = Math.min(...[...tests, ...sorts].map(({ column }) => column.rowCount));
    const { rows, isEvery } = this.sorter.inOrder(order);
    const known = built < this.store.rowCount ? rows.filter((row) => row < built) : rows;
    yield undefined;
    // What it returns is memory that the next question uses, so nothing is yielded from here on.
    const kept = this.passing(known, tests, known !== rows ? 'some' : isEvery ? 'every' : 'list');
    return {
      rows: sorts.length > 0 ? orderByColumns(kept, sorts) : kept.slice(),
      filteredOut: known.length - kept.length,
      unlooked: this.store.rowCount - built,
      uncompared,
    };
  }

  /**
   * Must not yield: another question may use this memory.
   * @param form of the rows. `every`: 0, 1, 2 and so on; `list`: those of the sorter; `some`: made for this question
   */
  private passing(
    rows: Uint32Array,
    tests: readonly RowTest[],
    form: 'every' | 'list' | 'some',
  ): Uint32Array {
    let kept = rows;
    for (const [at, { column, passing }] of tests.entries()) {
      const room = this.room(kept.length);
      if (at > 0 || form === 'some') kept = keepRows(kept, column, passing, room);
      else if (form === 'every') kept = keepPlaces(column.values, passing, room);
      else kept = rowsAtPlaces(rows, keepPlaces(this.listedValues(rows, column), passing, room));
    }
    return kept;
  }

  /** The sorter returns the same rows until some arrive or the list changes. */
  private listedValues(rows: Uint32Array, column: ValueColumn): Codes {
    if (this.listed?.rows !== rows || this.listed.column !== column)
      this.listed = { rows, column, values: valuesOfList(rows, column) };
    return this.listed.values;
  }

  private *tested(filter: RowFilter): Generator<undefined, RowTest, undefined> {
    if (filter.kind === 'matches') {
      const { column, passes } = this.judged(filter);
      return { column, passing: { passes } };
    }
    const column = yield* this.column(filter);
    return { column, passing: yield* passingValues(this.store, column, filter) };
  }

  /** Whether there are rows on which a regular expression of the list has not been tested. */
  hasUntried({ filters = [] }: Pick<RowQuery, 'filters'>): boolean {
    return filters.some(
      (filter) => filter.kind === 'matches' && this.judged(filter).column.rowCount < this.store.rowCount,
    );
  }

  /** Memory for rows that a filter keeps: fresh memory costs more than the filter. */
  private room(rows: number): Uint32Array {
    if (this.kept.length < rows) this.kept = new Uint32Array(rows);
    return this.kept;
  }

  private judged(question: RegexQuestion): JudgedColumn {
    const judged = this.regex.of(question);
    if (judged === undefined)
      throw new RangeError('The regular expression has not been tried on these rows yet.');
    return judged;
  }

  /**
   * One column of all rows that were read so far.
   * @yields while it is built
   */
  *column(ref: ColumnRef): Generator<undefined, ValueColumn, undefined> {
    const name = columnRefName(ref);
    const known = this.columns.get(name);
    this.columns.delete(name);
    const isNew = known?.rowCount === this.store.rowCount;
    const column = isNew ? known : yield* this.built(ref, name);
    this.columns.set(name, column);
    if (this.bytesHeld > this.mostBytes || this.listed?.column.rowCount !== this.store.rowCount)
      this.listed = undefined;
    let bytes = this.bytesHeld;
    for (const [oldest, { rowCount }] of this.columns) {
      // Columns of fewer rows are never used again.
      const isOld = rowCount !== this.store.rowCount;
      if (oldest === name || (!isOld && bytes <= this.mostBytes)) continue;
      this.columns.delete(oldest);
      bytes = this.bytesHeld;
    }
    return column;
  }

  /**
   * Continues a column that another question began to build, or begins one: a cancelled question leaves its
   * work to the next.
   * @yields while it is built
   */
  private *built(ref: ColumnRef, name: string): Generator<undefined, ValueColumn, undefined> {
    const { rowCount } = this.store;
    const known = this.open.get(name);
    const open: OpenColumn =
      known?.rowCount === rowCount
        ? known
        : { rowCount, work: buildColumn(this.store, pickRef(ref)), column: undefined };
    this.open.set(name, open);
    while (open.column === undefined) {
      const step = this.nextStep(open, name);
      if (step.done === true) {
        open.column = step.value;
        if (this.open.get(name) === open) this.open.delete(name);
      } else yield undefined;
    }
    return open.column;
  }

  /** Work that has thrown ends without a column, so it must not be continued. */
  private nextStep(open: OpenColumn, name: string): IteratorResult<undefined, ValueColumn> {
    try {
      return open.work.next();
    } catch (fault) {
      if (this.open.get(name) === open) this.open.delete(name);
      throw fault;
    }
  }
}

/** Without what a sort or a filter adds. */
function pickRef({ name, fact }: ColumnRef): ColumnRef {
  return fact === undefined ? { name } : { name, fact };
}
