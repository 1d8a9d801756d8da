import type { CellValue } from '../entities/store/entityStore.ts';
import type { RowSelection } from '../entities/order/rowOrder.ts';
import type { PagePlace } from '../entities/order/rowStreams.ts';
import type { RowInstant } from '../entities/order/timeColumn.ts';
import type { RowGrouping } from '../keyspace/map/grouping.ts';
import type { MatrixRequest } from '../keyspace/matrix.ts';
import type { KeyWindow } from '../plan/keyWindow.ts';
import type { CheckedReceipt, RunFilter } from './rowCheck.ts';

/** One planned query, as far as its rows need it. */
interface RunQuery {
  /** `PlannedQuery.index`. */
  readonly index: number;
  readonly label: string;
  /** The table that it reads: one key names another entity in each. Undefined: one for all. */
  readonly tableName?: string;
}

/** What the store must know before the first page of a run. */
export interface RunSpec {
  /** Grows by every run; pages of an older run are refused as `stale-run`. */
  readonly runId: number;
  readonly schemeId: string;
  readonly queries: readonly RunQuery[];
  /** The property filter, which every row is held against; undefined: none. */
  readonly filter?: RunFilter;
  /** The window, which every row with a time in its keys is held against; undefined: none. */
  readonly window?: KeyWindow;
}

/** A page of a query, whole. */
export interface RowPage {
  readonly runId: number;
  readonly queryIndex: number;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Undefined: the query was not cut, and its keys are not looked at. */
  readonly place?: PagePlace;
}

export type PageReceipt = CheckedReceipt;

export interface ViewRequest extends RowSelection {
  /** Positions in the order, half-open. */
  readonly from: number;
  readonly to: number;
  /** Properties wanted as cells, in this order; undefined: none. */
  readonly columns?: readonly string[];
}

export interface RowView {
  /** Number of the row in the store, for `entity()`. */
  readonly row: number;
  readonly queryIndex: number;
  /** The heat-map row: the prefix, or the partition. */
  readonly group: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly timestamp?: string;
  /** The best known time; undefined where there is none. */
  readonly time?: RowInstant;
  /** Aligned with the columns asked for; undefined where the row lacks one. */
  readonly cells: readonly (CellValue | undefined)[];
  /** A property name stands twice in it: open the entity to see both. */
  readonly duplicateNames: boolean;
}

export interface ViewResult {
  /** Rows in this selection. */
  readonly total: number;
  /** Rows that the exact window left out because their time lies elsewhere. */
  readonly outsideWindow: number;
  /** Rows that the exact window left out because they have no time. */
  readonly withoutTime: number;
  readonly rows: readonly RowView[];
}

export interface RunMatrixRequest extends MatrixRequest {
  /** What a row of the matrix is, in place of `by` and `labels`. */
  readonly grouping?: RowGrouping;
}

/** What the diagnosis wants to know of the rows beside their cells. */
export interface FactsRequest {
  readonly grouping: RowGrouping;
  /** The clock of whoever looks. */
  readonly nowTicks: bigint;
  /** What the writer rounds key times to, where it is known. */
  readonly roundingTicks?: bigint;
}
