import { type ColumnRef, columnRefName, pickRef } from '../entities/columns/columnRef.ts';
import {
  type ColumnTest,
  type PassingValues,
  passingValues,
  type UncomparedType,
  uncomparedTypes,
} from '../entities/columns/columnFilter.ts';
import {
  clearMask,
  countIn,
  keepMask,
  maskCount,
  narrowMask,
  rowsOfMask,
} from '../entities/columns/rowMask.ts';
import { orderByColumns } from '../entities/columns/columnOrder.ts';
import { buildColumn, columnBytes, type ValueColumn } from '../entities/columns/valueColumn.ts';
import type { RowOrder, RowSorter } from '../entities/order/rowOrder.ts';
import { rowQueryName } from './rowQueryName.ts';
import { type JudgedColumn, type RegexQuestion, RegexVerdicts } from './regexVerdicts.ts';
import { RowSearch } from '../entities/views/searchRows.ts';
import type { RowMask } from '../entities/order/timeColumn.ts';
import type { EntityStore } from '../entities/store/entityStore.ts';
import type { Steps } from '../steps.ts';

export interface RowSort extends ColumnRef {
  readonly isDescending: boolean;
}

/** A condition that rows must meet to be in the list. */
export type RowFilter = ValueFilter | ExceptFilter | ComparedFilter | HoldsFilter;

type ValueFilter = (ColumnTest | RegexTest) & ColumnRef;

/** Leaves out the rows that meet all of these filters, such as the rows in a rectangle of the map. */
interface ExceptFilter {
  readonly kind: 'except';
  readonly of: readonly RowFilter[];
  readonly name?: undefined;
  readonly fact?: undefined;
}

/** Rows with a text in a key or in any value, as the search finds them. */
interface HoldsFilter {
  readonly kind: 'holds';
  readonly text: string;
  readonly name?: undefined;
  readonly fact?: undefined;
}

/** Rows that another result lacks, or has with other values. */
export interface ComparedFilter {
  readonly kind: 'compared';
  readonly what: keyof ComparedSets;
  /** The name of the other result. */
  readonly to: string;
  /** The number of the comparison that found them. */
  readonly comparison: number;
  readonly name?: undefined;
  readonly fact?: undefined;
}

/** What a comparison with another result found. */
export interface ComparedSets {
  /** Numbers of the rows that the other result lacks, ascending. */
  readonly only: Uint32Array;
  /** Numbers of the rows that the other result has with other values. */
  readonly changed: Uint32Array;
}

/** The rows that one comparison found, and how many rows there were at that time. */
export interface ComparedMasks extends ComparedSets {
  readonly comparison: number;
  readonly rowCount: number;
}

/** A regular expression that ignores case. Another worker tests it: see `RegexVerdicts`. */
interface RegexTest {
  readonly kind: 'matches';
  readonly pattern: string;
}

/** The values that a filter did not compare, because they have another type. */
export interface UncomparedRows {
  /** Position in `RowQuery.filters`. */
  readonly filter: number;
  readonly types: readonly UncomparedType[];
}

/** The filters that choose the rows of a list, a chart or a map. */
export interface SelectedBy {
  /** A row must meet all of them. */
  readonly filters?: readonly RowFilter[];
}

/** Which of the rows that were read a list holds, and in which order. */
export interface RowQuery extends SelectedBy {
  readonly order: RowOrder;
  /** The first one decides first. Rows that are equal in all of them are in `order`. */
  readonly sort?: readonly RowSort[];
}

/** How many rows a list has. */
export interface CountedRows {
  readonly total: number;
  /** Rows that do not pass the filters. */
  readonly filteredOut: number;
  /** Rows that arrived while columns were built. They are not in this list, but will be in the next one. */
  readonly unlooked: number;
  /** What filters did not compare in columns of mixed types. */
  readonly uncompared: readonly UncomparedRows[];
}

export interface QueriedRows extends CountedRows {
  /** Row numbers in the order of the list. */
  readonly rows: Uint32Array;
}

interface OpenColumn extends Pick<ValueColumn, 'rowCount'> {
  readonly work: Steps<ValueColumn>;
  column?: ValueColumn;
}

type RowTest =
  | { readonly column: ValueColumn; readonly passing: PassingValues }
  | { readonly except: readonly RowTest[] }
  | { readonly rows: Uint8Array };

/** The rows that meet some filters, among those that were there when all columns were built. */
interface Selection {
  readonly mask: Uint8Array;
  readonly count: number;
  readonly uncompared: readonly UncomparedRows[];
}

/** How many rows the columns of all tests cover. */
function builtRows(tests: readonly RowTest[]): number {
  return Math.min(
    ...tests.map((test) =>
      'except' in test ? builtRows(test.except) : 'rows' in test ? test.rows.length : test.column.rowCount,
    ),
  );
}

function maskOf(tests: readonly RowTest[], rowCount: number, counted: RowMask): Uint8Array {
  const mask = counted?.slice(0, rowCount) ?? new Uint8Array(rowCount).fill(1);
  for (const test of tests)
    if ('except' in test) clearMask(mask, maskOf(test.except, rowCount, undefined));
    else if ('rows' in test) keepMask(mask, test.rows);
    else narrowMask(mask, test.column, test.passing);
  return mask;
}

/** Memory for columns, in bytes: enough for eight columns of a million distinct values each. The column used last is always kept. */
const MOST_COLUMN_BYTES = 256 * 2 ** 20;

/** How many searches are kept; each takes a byte per row. */
const MOST_SEARCHES = 2;

/** Sorts and filters the rows of a run by any column. Columns are built when first needed, in steps. */
export class RowQueries {
  private readonly store: EntityStore;
  private readonly sorter: RowSorter;
  private readonly mostBytes: number;
  /** By name; the one used last is at the end. */
  private readonly columns = new Map<string, ValueColumn>();
  /** Columns that are being built, by name. */
  private readonly open = new Map<string, OpenColumn>();
  readonly regex: RegexVerdicts;
  /** The latest comparison with another result; undefined: there is none. */
  compared: ComparedMasks | undefined;
  /** Searches that select rows, by text. They continue with the rows that arrive. */
  private readonly searches = new Map<string, RowSearch>();
  private last: { readonly key: string; readonly rows: QueriedRows } | undefined;
  /** The latest selection, shared by list, counts, histogram, charts and map. */
  private selection: ({ readonly key: string } & Selection) | undefined;

  constructor(store: EntityStore, sorter: RowSorter, mostBytes = MOST_COLUMN_BYTES) {
    this.store = store;
    this.sorter = sorter;
    this.mostBytes = mostBytes;
    this.regex = new RegexVerdicts(store);
  }

  /** Memory that the kept columns and the selection take, in bytes. */
  get bytesHeld(): number {
    let bytes = this.selection?.mask.byteLength ?? 0;
    for (const column of this.columns.values()) bytes += columnBytes(column);
    return bytes;
  }

  /** Frees the columns, because the rows need the memory more. They would be built again after new rows anyway. */
  free(): void {
    this.columns.clear();
    this.open.clear();
    this.selection = undefined;
    for (const choice of ['event', 'key'] as const) this.store.times(choice).kept?.clear();
  }

  /**
   * A mask of the rows that meet all filters, for callers that look at every row; undefined: all rows. Rows that arrive while columns are
   * built are not in it.
   * @yields while columns are built
   */
  *mask({ filters = [] }: SelectedBy): Steps<RowMask> {
    return filters.length === 0 ? this.store.countedRows() : (yield* this.selected(filters)).mask;
  }

  /**
   * How many rows a list has, without its rows.
   * @yields while columns are built
   */
  *counted({ filters = [] }: SelectedBy): Steps<CountedRows> {
    const { store } = this;
    const total = countIn(store.countedRows(), store.rowCount);
    if (filters.length === 0) return { total, filteredOut: 0, unlooked: 0, uncompared: [] };
    const { mask, count, uncompared } = yield* this.selected(filters);
    const filteredOut = countIn(store.countedRows(), mask.length) - count;
    return { total: count, filteredOut, unlooked: store.rowCount - mask.length, uncompared };
  }

  /**
   * The rows of a list. The last answer is kept until rows arrive.
   * @yields while columns are built
   */
  *select(query: RowQuery): Steps<QueriedRows> {
    const { order, sort = [], filters = [] } = query;
    if (sort.length === 0 && filters.length === 0)
      return { ...(yield* this.counted({})), rows: this.sorter.inOrder(order) };
    const name = rowQueryName(query);
    if (this.last?.key === `${this.store.rowCount} ${name}`) return this.last.rows;
    const rows = yield* this.queried(query);
    // The row count is part of the key: with more rows, the same query has another answer.
    this.last = { key: `${this.store.rowCount - rows.unlooked} ${name}`, rows };
    return rows;
  }

  /** @yields while columns are built */
  private *queried({ order, sort = [], filters = [] }: RowQuery): Steps<QueriedRows> {
    const selection = filters.length === 0 ? undefined : yield* this.selected(filters);
    const sorts: { readonly column: ValueColumn; readonly isDescending: boolean }[] = [];
    for (const each of sort)
      sorts.push({ column: yield* this.column(each), isDescending: each.isDescending });

    // Rows that arrived while a column was built are not in it.
    const built = Math.min(
      selection?.mask.length ?? this.store.rowCount,
      ...sorts.map(({ column }) => column.rowCount),
    );
    const rows = this.sorter.inOrder(order);
    const known = built < this.store.rowCount ? rows.filter((row) => row < built) : rows;
    yield undefined;
    const kept = selection === undefined ? known : rowsOfMask(known, selection.mask, selection.count);
    return {
      rows: sorts.length > 0 ? orderByColumns(kept, sorts) : kept,
      total: kept.length,
      filteredOut: known.length - kept.length,
      unlooked: this.store.rowCount - built,
      uncompared: selection?.uncompared ?? [],
    };
  }

  /** @yields while columns are built */
  private *selected(filters: readonly RowFilter[]): Steps<Selection> {
    const name = JSON.stringify(filters);
    if (this.selection?.key === `${this.store.rowCount} ${name}`) return this.selection;
    const tests: RowTest[] = [];
    const uncompared: UncomparedRows[] = [];
    for (const [at, filter] of filters.entries()) {
      const test = yield* this.tested(filter);
      tests.push(test);
      if (filter.name === undefined || !('column' in test)) continue;
      const types = uncomparedTypes(this.store, test.column, filter);
      if (types.length > 0) uncompared.push({ filter: at, types });
    }
    this.regex.keepThose(filters.filter(({ kind }) => kind === 'matches').length);
    const mask = maskOf(tests, builtRows(tests), this.store.countedRows());
    // The row count is part of the key: with more rows, the same filters have another answer.
    this.selection = { key: `${mask.length} ${name}`, mask, count: maskCount(mask), uncompared };
    return this.selection;
  }

  private *tested(filter: RowFilter): Steps<RowTest> {
    if (filter.kind === 'except') {
      const except: RowTest[] = [];
      for (const each of filter.of) except.push(yield* this.tested(each));
      return { except };
    }
    if (filter.kind === 'compared') return { rows: this.comparedRows(filter) };
    if (filter.kind === 'holds') {
      const { rowCount } = this.store;
      const search = this.searchOf(filter.text);
      for (const _ of search.search(filter.text)) yield undefined;
      return { rows: search.mask(rowCount) };
    }
    if (filter.kind === 'matches') {
      const { column, passes } = this.judged(filter);
      return { column, passing: { passes } };
    }
    const column = yield* this.column(filter);
    const { rowsOf } = column.reader;
    if (rowsOf !== undefined && filter.kind === 'one-of') return { rows: yield* rowsOf(filter.texts) };
    if (rowsOf !== undefined && (filter.kind === 'is' || filter.kind === 'is-not')) {
      const rows = yield* rowsOf([filter.text]);
      return filter.kind === 'is' ? { rows } : { except: [{ rows }] };
    }
    return { column, passing: yield* passingValues(this.store, column, filter) };
  }

  private searchOf(text: string): RowSearch {
    const search = this.searches.get(text) ?? new RowSearch(this.store);
    this.searches.delete(text);
    this.searches.set(text, search);
    for (const oldest of [...this.searches.keys()].slice(0, -MOST_SEARCHES)) this.searches.delete(oldest);
    return search;
  }

  private comparedRows({ what, comparison }: ComparedFilter): Uint8Array {
    const { compared } = this;
    if (compared?.comparison !== comparison)
      throw new RangeError('The results were compared anew. Choose these rows again.');
    const mask = new Uint8Array(compared.rowCount);
    for (const row of compared[what]) mask[row] = 1;
    return mask;
  }

  /** Whether there are rows that a regular expression of the list has not been tested on. */
  hasUntried({ filters = [] }: Pick<RowQuery, 'filters'>): boolean {
    return filters.some(
      (filter) => filter.kind === 'matches' && this.judged(filter).column.rowCount < this.store.rowCount,
    );
  }

  private judged(question: RegexQuestion): JudgedColumn {
    const judged = this.regex.of(question);
    if (judged === undefined)
      throw new RangeError('The regular expression has not been tried on these rows yet.');
    return judged;
  }

  /**
   * One column of all rows that have been read so far.
   * @yields while it is built
   */
  *column(ref: ColumnRef): Steps<ValueColumn> {
    const name = columnRefName(ref);
    const known = this.columns.get(name);
    this.columns.delete(name);
    const isNew = known?.rowCount === this.store.rowCount;
    const column = isNew ? known : yield* this.built(ref, name);
    this.columns.set(name, column);
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
   * Continues a column that another question began to build, or begins one, so that the work for a cancelled question is not lost.
   * @yields while it is built
   */
  private *built(ref: ColumnRef, name: string): Steps<ValueColumn> {
    const { rowCount } = this.store;
    const known = this.open.get(name);
    const open: OpenColumn =
      known?.rowCount === rowCount ? known : { rowCount, work: buildColumn(this.store, pickRef(ref)) };
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

  /** Work that has thrown ends without a column, so it is dropped and never continued. */
  private nextStep(open: OpenColumn, name: string): IteratorResult<undefined, ValueColumn> {
    try {
      return open.work.next();
    } catch (fault) {
      if (this.open.get(name) === open) this.open.delete(name);
      throw fault;
    }
  }
}
