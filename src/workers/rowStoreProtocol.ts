import type { Entity } from '../core/entities/entity.ts';
import type { CellValue, ColumnInfo } from '../core/entities/store/entityStore.ts';
import type { PageFault } from '../core/entities/bytes/pageFault.ts';
import type { RowSelection } from '../core/entities/order/rowOrder.ts';
import type { PagePlace } from '../core/entities/order/rowStreams.ts';
import type { RowInstant } from '../core/entities/order/timeColumn.ts';
import type { SeriesRequest, TimeSeries } from '../core/entities/views/timeSeries.ts';
import type { RowGrouping } from '../core/keyspace/map/grouping.ts';
import type { KeyspaceMatrix, MatrixRequest } from '../core/keyspace/matrix.ts';
import type { RowFacts } from '../core/keyspace/sources/collectRows.ts';
import type { KeyWindow } from '../core/plan/keyWindow.ts';
import type { Result } from '../core/result.ts';
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

/** Default: all rows, in the order of their keys. */
export type ExportRequest = Partial<RowSelection>;

export interface ExportReceipt {
  readonly rows: number;
  readonly bytes: number;
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

/** What the main thread may ask, by kind: its input and its answer. */
export interface RowStoreCalls {
  readonly begin: { readonly input: RunSpec; readonly output: undefined };
  readonly append: {
    readonly input: {
      readonly runId: number;
      readonly queryIndex: number;
      readonly body: Uint8Array<ArrayBuffer>;
      readonly place?: PagePlace;
    };
    readonly output: Result<PageReceipt, PageFault>;
  };
  readonly view: { readonly input: ViewRequest; readonly output: ViewResult };
  readonly columns: { readonly input: undefined; readonly output: readonly ColumnInfo[] };
  readonly entity: { readonly input: number; readonly output: Entity };
  readonly series: { readonly input: SeriesRequest; readonly output: TimeSeries };
  readonly matrix: { readonly input: RunMatrixRequest; readonly output: KeyspaceMatrix };
  /** One pass over all rows: ask once a run has ended. */
  readonly facts: { readonly input: FactsRequest; readonly output: RowFacts };
  readonly exportNdjson: { readonly input: ExportRequest; readonly output: ExportReceipt };
  readonly reset: { readonly input: undefined; readonly output: undefined };
}

export type RowStoreCall = keyof RowStoreCalls;

/** Main thread to worker. `next` asks for the next chunk of an export, `abort` ends it. */
export type RowStoreRequest =
  | {
      readonly [K in RowStoreCall]: {
        readonly id: number;
        readonly kind: K;
        readonly input: RowStoreCalls[K]['input'];
      };
    }[RowStoreCall]
  | { readonly id: number; readonly kind: 'next' }
  | { readonly id: number; readonly kind: 'abort' };

/** Worker to main thread. */
export type RowStoreResponse =
  | { readonly id: number; readonly kind: 'done'; readonly output: RowStoreCalls[RowStoreCall]['output'] }
  | { readonly id: number; readonly kind: 'chunk'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };
