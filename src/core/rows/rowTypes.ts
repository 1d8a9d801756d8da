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
  /** The table it reads: the same key is another entity in another table. Undefined: one table for all. */
  readonly tableName?: string;
  /** `PlannedQuery.sharesRows` */
  readonly sharesRows?: boolean | undefined;
  /** The conditions of its own, if others read the same keys under other ones. Undefined: those of the run. */
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
  /** Undefined: the query was not cut, and its keys are not checked. */
  readonly slot?: PageSlot | undefined;
}

export interface PageReceipt extends CheckedReceipt {
  /** What a round brought; undefined: the page is of the run. */
  readonly round?: RoundRows;
}

/** The rows of a page, or of all pages, of a round: a run that is followed reads again what may have changed. */
export interface RoundRows {
  /** Rows that the result did not have. */
  readonly added: number;
  /** Rows that took the place of an older copy. */
  readonly changed: number;
  /** Row numbers of those added whose time had been read before. */
  readonly late: readonly number[];
}

/** A run that reads more: the next pages may bring rows that are there already. */
export interface Extension {
  /** With the window that is read now, and all queries. */
  readonly spec: RunSpec;
  /** New rows before this time are late, in ticks. */
  readonly readTo: bigint;
}

export interface ViewRequest extends RowQuery {
  /** Row positions, half-open. */
  readonly from: number;
  readonly to: number;
  /** Properties to return as cells, in this order; undefined: none. */
  readonly columns?: readonly string[];
  /** A row of the list before rows arrived, and its position: the stretch moves as far as this row did. */
  readonly anchor?: { readonly row: number; readonly at: number } | undefined;
  /** The rows are for the screen: of long texts the beginning is enough. See `boundedCells`. */
  readonly toDraw?: boolean;
}

/** What a row has in a column, to be shown. */
export interface ShownCell extends CellValue {
  /** UTF-16 units of the whole text. Set: `text` is only its beginning, and the whole is in `entity()`. */
  readonly units?: number | undefined;
}

export interface RowView {
  /** Row number in the store, for `entity()`. */
  readonly row: number;
  readonly queryIndex: number;
  /** The row of the map: the prefix or the partition. */
  readonly group: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly timestamp?: string | undefined;
  /** The best known time; undefined if there is none. */
  readonly time?: RowInstant | undefined;
  /** In the order of the requested columns; undefined if the row lacks one. */
  readonly cells: readonly (ShownCell | undefined)[];
  /** Positions of `cells` whose name occurs twice: open the entity to see both. Undefined: none. */
  readonly twice?: readonly number[] | undefined;
}

export interface ViewResult {
  /** Rows in this selection. */
  readonly total: number;
  /** Rows that do not meet the filters. */
  readonly filteredOut: number;
  /** Rows that arrived while the list was made, and are not in it yet; undefined: none. */
  readonly unlooked?: number | undefined;
  /** Values that filters on columns of mixed types did not compare; undefined: none. */
  readonly uncompared?: readonly UncomparedRows[];
  /** How many positions the anchor moved; undefined: none. */
  readonly shift?: number;
  readonly rows: readonly RowView[];
}

/** What is known of a list besides its rows. */
export type ListFacts = Omit<ViewResult, 'rows'>;

/** Asks what changed of the columns. */
export interface ColumnsRequest {
  readonly since: ColumnsKnown;
  /** The run has ended, or waits: no rows are arriving. */
  readonly isStill: boolean;
}

/** Looks for a text in all keys and values of a list; ASCII letters match whatever their case. */
export interface SearchRequest {
  readonly query: RowQuery;
  readonly text: string;
}

export interface RowsFound {
  /** Positions in the list, in order. */
  readonly positions: Uint32Array;
}

export interface RunMatrixRequest extends MatrixRequest, SelectedBy {
  /** What a row of the map is, instead of `by` and `labels`. */
  readonly grouping?: RowGrouping;
}

/** What the diagnosis needs to know about rows besides their cells. */
export interface FactsRequest {
  readonly grouping: RowGrouping;
  /** The time now. */
  readonly nowTicks: bigint;
  /** What the writer rounds key times to, if known. */
  readonly roundingTicks?: bigint | undefined;
}

export type ExportFormat = 'ndjson' | 'csv' | 'parquet';

/** Which rows to write, and how. Default: all rows in key order. */
export interface ExportRequest extends Partial<RowQuery> {
  /** `sql`: slices of Arrow IPC for DuckDB, never a file. */
  readonly format: ExportFormat | 'sql';
  /** CSV: `'` before text that a spreadsheet might run. Default true. */
  readonly formulaGuard?: boolean;
  /** Rows that a query brought from these keys are left out: they arrived after the state that the file is of. */
  readonly without?: readonly UnreadRange[];
  /** Properties to write, beside both keys and Timestamp. Default: all. */
  readonly properties?: readonly string[] | undefined;
}

export interface ExportedRows {
  readonly rows: number;
  /** The bytes of the file, or what a writer of Parquet needs to make them. */
  readonly file:
    | { readonly kind: 'pieces'; readonly pieces: Iterable<FilePiece> }
    | { readonly kind: 'parquet'; readonly table: ParquetTable }
    | { readonly kind: 'sql'; readonly table: SqlTable };
  /** Rows with text that the format cannot hold as it is; known once the whole file was read. */
  readonly lossyRows: () => number;
  /** Undefined: no row has a property twice. */
  readonly repeated?: RepeatedNames;
}

/** The progress of an export. */
export interface ExportProgress {
  readonly rowsDone: number;
  readonly rows: number;
}
