import type { RecognizedNames } from '../core/series/pointNames.ts';
import type { PointsReceipt, PointsRequest } from './rowPoints.ts';
import type { Entity } from '../core/entities/entity.ts';
import type { PageFault } from '../core/entities/bytes/pageFault.ts';
import type { FileSummary } from '../core/entities/files/fileRows.ts';
import type { FileProgress, FileRequest } from './fileIntake.ts';
import type { CallMoves } from './workerMessages.ts';
import type { SeriesRequest, TimeSeries } from '../core/entities/views/timeSeries.ts';
import type { KeyspaceMatrix } from '../core/keyspace/map/matrix.ts';
import type { RowFacts } from '../core/keyspace/sources/collectRows.ts';
import type { Result } from '../core/result.ts';
import type { GroupTable } from '../core/entities/chart/groupTable.ts';
import type { ChartRequest, ChartResult, GroupsRequest } from '../core/rows/chartRows.ts';
import type { CellRange, CopyRequest } from '../core/rows/cellRange.ts';
import type { Differences } from '../core/rows/differs/differences.ts';
import type { CellStats } from '../core/rows/cellStats.ts';
import type { ComparedRows, CompareRequest } from '../core/rows/compare/compareDigests.ts';
import type { DigestedRows, DigestRequest } from '../core/rows/compare/rowDigests.ts';
import type { PackedColumns } from '../core/rows/packedColumns.ts';
import type { PackedView } from '../core/rows/packedRows.ts';
import type { RegexQuestion, RegexVerdict, TextSlice } from '../core/rows/regexVerdicts.ts';
import type { ComparedMasks, SelectedBy } from '../core/rows/rowQuery.ts';
import type { SqlTable } from '../core/rows/sqlTable.ts';
import type { SearchProgress } from '../core/entities/views/searchRows.ts';
import type { RepeatedNames } from '../core/entities/views/repeatedNames.ts';
import type {
  ColumnsRequest,
  ExportProgress,
  ExportRequest,
  Extension,
  FactsRequest,
  PageReceipt,
  RowPage,
  RowsFound,
  RunMatrixRequest,
  RunSpec,
  SearchRequest,
  ViewRequest,
} from '../core/rows/rowTypes.ts';

export interface ExportReceipt {
  readonly rows: number;
  readonly bytes: number;
  /** Number of rows with text that the format cannot hold exactly. */
  readonly lossyRows: number;
  /** Undefined if no row has a property twice. */
  readonly repeated?: RepeatedNames;
  /** Set for a table for SQL: its columns, and those that were left out. */
  readonly table?: Pick<SqlTable, 'columns' | 'left'>;
}

/** The next bytes of a capture. The pieces must come in order. */
export interface CapturePiece {
  readonly runId: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** A capture with more rows is refused. */
  readonly mostRows: number;
  /** Number of queries in the plan; 0 before the summary was read. */
  readonly queries: number;
  /** `PlannedQuery.isAnswer` of the capture's first query. */
  readonly isAnswer?: boolean;
}

export type CaptureAnswer =
  | { readonly kind: 'more'; readonly rows: number }
  /** The summary has been read, but nobody has checked it. Call `begin` before the next piece. */
  | { readonly kind: 'summary'; readonly rows: number; readonly summary: unknown }
  /** `rowsByQuery` is in the order of the plan. Queries without rows at its end are left out. */
  | { readonly kind: 'end'; readonly rows: number; readonly rowsByQuery: readonly number[] }
  /** The reason, in words, with the place in the file. */
  | { readonly kind: 'refused'; readonly words: string };

/** A file with an export of a table. */
export interface ExportFileRequest extends FileRequest {
  readonly runId: number;
  /** Names the rows, as the label of a query does in a run. */
  readonly label: string;
}

/** The calls that this worker answers, with their input and output. */
export interface RowStoreCalls {
  /** Begins a run and drops the rows of the previous one. */
  readonly begin: { readonly input: RunSpec; readonly output: undefined };
  /** Prepares the store for more pages of the same run, which may bring rows that it has already. */
  readonly extend: { readonly input: Extension; readonly output: undefined };
  /** Decodes and stores one page. */
  readonly append: {
    readonly input: RowPage;
    readonly output: Result<PageReceipt, PageFault>;
  };
  readonly view: { readonly input: ViewRequest; readonly output: PackedView };
  readonly search: {
    readonly input: SearchRequest;
    readonly output: RowsFound;
    readonly progress: SearchProgress;
  };
  /** Cells of the list as text for the clipboard. */
  readonly copyCells: { readonly input: CopyRequest; readonly output: string };
  readonly addUp: { readonly input: CellRange; readonly output: CellStats };
  /** The texts on which to test a regular expression. The row store runs none itself, since one can take for ever. */
  readonly regexTexts: { readonly input: RegexQuestion; readonly output: TextSlice };
  /** Takes the results of the test. Answers whether all values of the column have been tested. */
  readonly regexVerdict: { readonly input: RegexVerdict; readonly output: boolean };
  readonly columns: { readonly input: ColumnsRequest; readonly output: PackedColumns };
  /** Estimated memory of the rows and of the columns built from them, in bytes. */
  readonly memory: { readonly input: undefined; readonly output: number };
  readonly freeColumns: { readonly input: undefined; readonly output: undefined };
  readonly entity: { readonly input: number; readonly output: Entity };
  /** A 64-bit digest of each row, to pass to `compareKeys` of another store. The progress is the share that is done, from 0 to 1. */
  readonly keyDigests: {
    readonly input: DigestRequest;
    readonly output: DigestedRows;
    readonly progress: number;
  };
  /** Compares the rows with those of another store, whose digests are transferred here. */
  readonly compareKeys: {
    readonly input: CompareRequest;
    readonly output: ComparedRows;
    readonly progress: number;
  };
  /** Keeps the rows that a comparison found, so that filters can select them. */
  readonly takeCompared: { readonly input: ComparedMasks; readonly output: undefined };
  readonly series: { readonly input: SeriesRequest & SelectedBy; readonly output: TimeSeries };
  readonly chart: { readonly input: ChartRequest & SelectedBy; readonly output: ChartResult };
  readonly groups: { readonly input: GroupsRequest & SelectedBy; readonly output: GroupTable };
  /** Finds what distinguishes the selected rows from the rest. */
  readonly differences: { readonly input: SelectedBy; readonly output: Differences };
  readonly matrix: { readonly input: RunMatrixRequest; readonly output: KeyspaceMatrix };
  /** Goes through all rows, so call it only once a run has ended. */
  readonly facts: { readonly input: FactsRequest; readonly output: RowFacts };
  /** Answers with chunks of a file, of up to a few MiB. */
  readonly exportRows: {
    readonly input: ExportRequest;
    readonly output: ExportReceipt;
    readonly progress: ExportProgress;
  };
  /** Answers with chunks of a file. The input is everything but the rows, as a line of JSON. */
  readonly writeCapture: { readonly input: string; readonly output: number };
  /** Reads the next bytes of a capture. Its rows become those of the run. */
  readonly readCapture: { readonly input: CapturePiece; readonly output: CaptureAnswer };
  /** The rows of the file become those of the run. */
  readonly readExport: {
    readonly input: ExportFileRequest;
    readonly output: FileSummary;
    readonly progress: FileProgress;
  };
  /** How the names of the properties give the points of a series. Undefined if the properties do not look like points. */
  readonly recognizePoints: { readonly input: undefined; readonly output: RecognizedNames | undefined };
  /** Answers with the points of all rows: each chunk is a page as the service would send it. */
  readonly points: { readonly input: PointsRequest; readonly output: PointsReceipt };
  readonly reset: { readonly input: undefined; readonly output: undefined };
}

export const ROW_STORE_MOVES: CallMoves<RowStoreCalls> = {
  begin: 'none',
  extend: 'none',
  append: 'input',
  view: 'output',
  search: 'output',
  copyCells: 'none',
  addUp: 'none',
  regexTexts: 'none',
  regexVerdict: 'none',
  columns: 'output',
  memory: 'none',
  freeColumns: 'none',
  entity: 'none',
  keyDigests: 'output',
  compareKeys: 'both',
  takeCompared: 'none',
  series: 'output',
  chart: 'output',
  groups: 'output',
  differences: 'none',
  matrix: 'output',
  facts: 'output',
  exportRows: 'none',
  writeCapture: 'none',
  readCapture: 'input',
  readExport: 'none',
  recognizePoints: 'none',
  points: 'none',
  reset: 'none',
};
