import type { CellValue } from '../entities/store/entityStore.ts';
import type { PageSlot } from '../entities/order/rowStreams.ts';
import type { SqlTable } from './sqlTable.ts';
import type { ParquetTable } from '../entities/parquet/parquetTable.ts';
import type { RepeatedNames } from '../entities/views/repeatedNames.ts';
import type { FilePiece } from '../entities/views/filePiece.ts';
import type { RowInstant } from '../entities/order/timeColumn.ts';
import type { RowGrouping } from '../keyspace/map/grouping.ts';
import type { MatrixRequest } from '../keyspace/map/matrix.ts';
import type { KeyWindow } from '../plan/keyWindow.ts';
import type { UnreadRange } from '../plan/unreadRanges.ts';
import type { ColumnsKnown } from './packedColumns.ts';
import type { RowQuery, SelectedBy, UncomparedRows } from './rowQuery.ts';
import type { CheckedReceipt, RunFilter } from './rowCheck.ts';

/** What the row store needs to know about a planned query. */
interface RunQuery {
  /** `PlannedQuery.index`. */
  readonly index: number;
  readonly label: string;
  /** The table it reads, because the same key in another table is another entity. Undefined: all queries read one table. */
  readonly tableName?: string;
  /** `PlannedQuery.sharesRows` */
  readonly sharesRows?: boolean | undefined;
  /** `PlannedQuery.isAnswer` */
  readonly isAnswer?: boolean | undefined;
  /** `PlannedQuery.select` */
  readonly select?: readonly string[] | undefined;
  /** Conditions of its own, if other queries read the same keys under different ones. Undefined: those of the run. */
  readonly condition?: string | undefined;
}

/** What the store must know before a run's first page. */
export interface RunSpec {
  /** Grows with every run; pages of an older run are refused as `stale-run`. */
  readonly runId: number;
  readonly schemeId: string;
  readonly queries: readonly RunQuery[];
  /** Every row is checked against this property filter; undefined: none. */
  readonly filter?: RunFilter | undefined;
  /** Every row with a time in its keys is checked against this window; undefined: none. */
  readonly window?: KeyWindow;
}

/** A whole page of a query. */
export interface RowPage {
  readonly runId: number;
  readonly queryIndex: number;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Undefined: the query was not cut into parts, and the keys of the page are not checked. */
  readonly slot?: PageSlot | undefined;
}

export interface PageReceipt extends CheckedReceipt {
  /** What a round brought; undefined: the page belongs to the run itself. */
  readonly round?: RoundRows;
}

/** What a page of a round brought, or all of its pages. A run that is followed reads again what may have changed. */
export interface RoundRows {
  /** Rows that the result did not have. */
  readonly added: number;
  /** Rows that took the place of an older copy. */
  readonly changed: number;
  /** Numbers of the added rows whose time had been read before. */
  readonly late: readonly number[];
}

/** A run that continues to read. Its next pages may bring rows that are there already. */
export interface Extension {
  /** With all queries, and with the window that is read now. */
  readonly spec: RunSpec;
  /** New rows with a time before this one, in ticks, are late. */
  readonly readTo: bigint;
}

export interface ViewRequest extends RowQuery {
  /** Row positions, half-open. */
  readonly from: number;
  readonly to: number;
  /** Properties to return as cells, in this order; undefined: none. */
  readonly columns?: readonly string[];
  /** A row of the list as it was before rows arrived, and its position then. If the row has moved, the requested positions move with it. */
  readonly anchor?: { readonly row: number; readonly at: number } | undefined;
  /** True if the rows are only drawn: the beginning of long texts is enough. See `boundedCells`. */
  readonly toDraw?: boolean;
}

/** The value of a cell, ready to be shown. */
export interface ShownCell extends CellValue {
  /** If set, `text` is only the beginning, and this is the length of the whole text in UTF-16 units; `entity()` has the whole. */
  readonly units?: number | undefined;
}

export interface RowView {
  /** Row number in the store, for `entity()`. */
  readonly row: number;
  readonly queryIndex: number;
  /** The group of the map that the row is in: its prefix or its partition. */
  readonly group: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly timestamp?: string | undefined;
  /** The best known time; undefined if there is none. */
  readonly time?: RowInstant | undefined;
  /** In the order of the requested columns; undefined if the row lacks one. */
  readonly cells: readonly (ShownCell | undefined)[];
  /** Indexes in `cells` of properties that the row has twice; opening the entity shows both values. Undefined: none. */
  readonly twice?: readonly number[] | undefined;
}

export interface ViewResult {
  /** How many rows the list has. */
  readonly total: number;
  /** Rows that do not meet the filters. */
  readonly filteredOut: number;
  /** Rows that arrived while the list was made, and are not in it yet; undefined: none. */
  readonly unlooked?: number | undefined;
  /** Values that filters on columns of mixed types did not compare; undefined: none. */
  readonly uncompared?: readonly UncomparedRows[];
  /** By how many positions the anchor moved; undefined: it did not. */
  readonly shift?: number;
  readonly rows: readonly RowView[];
}

/** What is known of a list besides its rows. */
export type ListFacts = Omit<ViewResult, 'rows'>;

/** A request for what changed of the columns. */
export interface ColumnsRequest {
  readonly since: ColumnsKnown;
  /** True if no rows are arriving, because the run has ended or waits. */
  readonly isStill: boolean;
}

/** A search for a text in all keys and values of a list. The case of ASCII letters is ignored. */
export interface SearchRequest {
  readonly query: RowQuery;
  readonly text: string;
}

export interface RowsFound {
  /** Positions in the list, ascending. */
  readonly positions: Uint32Array;
}

export interface RunMatrixRequest extends MatrixRequest, SelectedBy {
  /** What the groups of the map are; replaces `by` and `labels`. */
  readonly grouping?: RowGrouping;
}

/** What the diagnosis needs to know about rows besides their cells. */
export interface FactsRequest {
  readonly grouping: RowGrouping;
  readonly nowTicks: bigint;
  /** What the writer rounds key times to, if known. */
  readonly roundingTicks?: bigint | undefined;
}

export type ExportFormat = 'ndjson' | 'csv' | 'parquet';

/** Which rows to write, and how. Default: all rows in key order. */
export interface ExportRequest extends Partial<RowQuery> {
  /** `sql`: slices of Arrow IPC for DuckDB, never a file. */
  readonly format: ExportFormat | 'sql';
  /** For CSV: whether `'` is put before text that a spreadsheet might run as a formula. Default: true. */
  readonly formulaGuard?: boolean;
  /** Rows that a query brought from its ranges listed here are left out: they arrived after the state that the file describes. */
  readonly without?: readonly UnreadRange[];
  /** Properties to write, beside both keys and Timestamp. Default: all. */
  readonly properties?: readonly string[] | undefined;
}

export interface ExportedRows {
  readonly rows: number;
  /** The bytes of the file, or what its writer needs to make them. */
  readonly file:
    | { readonly kind: 'pieces'; readonly pieces: Iterable<FilePiece> }
    | { readonly kind: 'parquet'; readonly table: ParquetTable }
    | { readonly kind: 'sql'; readonly table: SqlTable };
  /** How many rows have text that the format cannot hold unchanged. This is known once the whole file has been read. */
  readonly lossyRows: () => number;
  /** Undefined: no row has a property twice. */
  readonly repeated?: RepeatedNames;
}

export interface ExportProgress {
  readonly rowsDone: number;
  readonly rows: number;
}
