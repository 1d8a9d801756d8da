import type { PointsReceipt, PointsRequest } from './rowPoints.ts';
import type { RecognizedNames } from '../core/series/pointNames.ts';
import type { Entity } from '../core/entities/entity.ts';
import type { GroupTable } from '../core/entities/chart/groupTable.ts';
import type { ChartRequest, ChartResult, GroupsRequest } from '../core/rows/chartRows.ts';
import type { PageFault } from '../core/entities/bytes/pageFault.ts';
import type { PageSlot } from '../core/entities/order/rowStreams.ts';
import type { SearchProgress } from '../core/entities/views/searchRows.ts';
import type { SeriesRequest, TimeSeries } from '../core/entities/views/timeSeries.ts';
import type { ComparedMasks, SelectedBy } from '../core/rows/rowQuery.ts';
import type { KeyspaceMatrix } from '../core/keyspace/map/matrix.ts';
import type { RowFacts } from '../core/keyspace/sources/collectRows.ts';
import type { Result } from '../core/result.ts';
import { type ArrangedColumns, KnownColumns } from '../core/rows/packedColumns.ts';
import { unpackRows } from '../core/rows/packedRows.ts';
import type { CellRange, CopyRequest } from '../core/rows/cellRange.ts';
import type { Differences } from '../core/rows/differs/differences.ts';
import type { CellStats } from '../core/rows/cellStats.ts';
import type { ComparedRows, CompareRequest } from '../core/rows/compare/compareDigests.ts';
import type { DigestedRows, DigestRequest, KeyDigests } from '../core/rows/compare/rowDigests.ts';
import type { RegexQuestion, RegexVerdict, TextSlice } from '../core/rows/regexVerdicts.ts';
import type { FileSummary } from '../core/keyspace/sources/fileRows.ts';
import type { FileProgress } from './fileIntake.ts';
import type {
  CaptureAnswer,
  CapturePiece,
  ExportFileRequest,
  ExportReceipt,
  RowStoreCalls,
} from './rowStoreProtocol.ts';
import { createWorkerCalls, type WorkerCalls, type WorkerLike } from './workerCalls.ts';
import type {
  ExportProgress,
  ExportRequest,
  Extension,
  FactsRequest,
  PageReceipt,
  RowsFound,
  RunMatrixRequest,
  RunSpec,
  SearchRequest,
  ViewRequest,
  ViewResult,
} from '../core/rows/rowTypes.ts';

/** `onShare` is called with the share of the call that is done, from 0 to 1. When the signal aborts, the call rejects with its reason. */
export interface ShareListening {
  readonly signal?: AbortSignal | undefined;
  readonly onShare?: (share: number) => void;
}

/** The rows of the current run, held in a worker. If the worker dies, every promise rejects with a message for the user. */
export interface RowStoreClient {
  /** Begins a run and drops the rows of the previous one. If the worker died, starts a new one. */
  readonly begin: (run: RunSpec) => Promise<void>;
  /** Prepares the store for more pages of the same run, which may bring rows that it has already. */
  readonly extend: (extension: Extension) => Promise<void>;
  /** Decodes and stores one page. The body is transferred, so the caller's array is empty afterwards. */
  readonly append: (
    runId: number,
    queryIndex: number,
    body: Uint8Array<ArrayBuffer>,
    slot?: PageSlot,
  ) => Promise<Result<PageReceipt, PageFault>>;
  /**
   * When the signal aborts, stops the work and rejects with the signal's reason. A column that is half built is kept for the next question.
   */
  readonly view: (request: ViewRequest, signal?: AbortSignal) => Promise<ViewResult>;
  /** When the signal aborts, stops the search and rejects with the signal's reason. */
  readonly search: (
    request: SearchRequest,
    signal?: AbortSignal,
    onProgress?: (progress: SearchProgress) => void,
  ) => Promise<RowsFound>;
  /** Cells of the list as text for the clipboard. */
  readonly copyCells: (request: CopyRequest) => Promise<string>;
  /** Sum, count and the like of cells of the list. */
  readonly addUp: (range: CellRange) => Promise<CellStats>;
  /** Returns the texts on which to test a regular expression. The row store runs none itself, since one can take for ever. */
  readonly regexTexts: (question: RegexQuestion) => Promise<TextSlice>;
  /** Takes the results of the test. Resolves with whether all values of the column have been tested. */
  readonly regexVerdict: (verdict: RegexVerdict) => Promise<boolean>;
  /**
   * Sends only what has changed since the last answer.
   * @param isStill Whether no more rows are arriving.
   */
  readonly columns: (isStill: boolean) => Promise<ArrangedColumns>;
  /** Estimated memory of the rows and of the columns built from them, in bytes. */
  readonly memory: () => Promise<number>;
  readonly freeColumns: () => Promise<void>;
  readonly entity: (row: number) => Promise<Entity>;
  /** A 64-bit digest of each row, to pass to `compareKeys` of another store. */
  readonly keyDigests: (request: DigestRequest, listening?: ShareListening) => Promise<DigestedRows>;
  /** Compares the rows with those of another store, whose digests are transferred here. */
  readonly compareKeys: (request: CompareRequest, listening?: ShareListening) => Promise<ComparedRows>;
  /** Keeps the rows that a comparison found, so that filters can select them. */
  readonly takeCompared: (compared: ComparedMasks) => Promise<void>;
  readonly series: (request: SeriesRequest & SelectedBy) => Promise<TimeSeries>;
  readonly chart: (request: ChartRequest & SelectedBy) => Promise<ChartResult>;
  readonly groups: (request: GroupsRequest & SelectedBy) => Promise<GroupTable>;
  /**
   * Finds what distinguishes the selected rows from the rest. When the signal aborts, stops the work and rejects with the signal's reason.
   */
  readonly differences: (selected: SelectedBy, signal?: AbortSignal) => Promise<Differences>;
  readonly matrix: (request: RunMatrixRequest) => Promise<KeyspaceMatrix>;
  /** Collects facts for the diagnosis of the keyspace, in one pass over all rows. */
  readonly facts: (request: FactsRequest) => Promise<RowFacts>;
  /**
   * Writes a file in chunks of up to a few MiB. The next one is made once `onChunk` has resolved. When the signal aborts, rejects with its
   * reason.
   */
  readonly exportRows: (
    onChunk: (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>,
    request: ExportRequest,
    signal?: AbortSignal,
    onProgress?: (progress: ExportProgress) => void,
  ) => Promise<ExportReceipt>;
  /**
   * Writes a capture of all rows in chunks.
   * @param summary Everything else that it contains, as a line of JSON.
   */
  readonly writeCapture: (
    summary: string,
    onChunk: (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>,
  ) => Promise<number>;
  /** Reads the next bytes of a capture, which are transferred. Its rows become those of the run. */
  readonly readCapture: (piece: CapturePiece) => Promise<CaptureAnswer>;
  /** Reads an export of a table, whose rows become those of the run. When the signal aborts, rejects with its reason. */
  readonly readExport: (
    request: ExportFileRequest,
    onProgress: (progress: FileProgress) => void,
    signal: AbortSignal,
  ) => Promise<FileSummary>;
  /** How the names of the properties give the points of a series; undefined if they do not look like points. */
  readonly recognizePoints: () => Promise<RecognizedNames | undefined>;
  /** The points of all rows, in pages as the service would send them. The next page is made once `onPage` has resolved. */
  readonly points: (
    request: PointsRequest,
    onPage: (page: Uint8Array<ArrayBuffer>) => void | Promise<void>,
    signal?: AbortSignal,
  ) => Promise<PointsReceipt>;
  readonly reset: () => Promise<void>;
  readonly pending: () => number;
  /** Calls the listener whenever `pending()` changes. Returns a function that unsubscribes. */
  readonly onPending: (listener: () => void) => () => void;
  /** Calls the listener with a message if the worker dies, so that its rows are lost. Returns a function that unsubscribes. */
  readonly onLost: (listener: (words: string) => void) => () => void;
  /** Ends the worker. Requests without an answer reject. */
  readonly dispose: () => void;
}

interface RunningWorker {
  readonly worker: WorkerLike;
  readonly calls: WorkerCalls<RowStoreCalls>;
  readonly known: KnownColumns;
}

const WORDS = {
  name: "The row store's worker",
  nextStep: 'The rows it held are lost: run the query again.',
} as const;

async function columnsFrom({ calls, known }: RunningWorker, isStill: boolean): Promise<ArrangedColumns> {
  return known.take(await calls.call('columns', { since: known.known, isStill }));
}

async function viewFrom(
  calls: RunningWorker['calls'],
  request: ViewRequest,
  signal: AbortSignal | undefined,
): Promise<ViewResult> {
  const { packed, ...facts } = await calls.callUntil('view', request, [], signal, () => ({}));
  return { ...facts, rows: unpackRows(packed) };
}

/**
 * Makes a client and starts a worker for it that runs rowStore.worker.ts. If the worker dies, its rows are lost: calls about them reject
 * until the next run, for which another worker is started. The client owns its workers.
 */
export function createRowStoreClient(start: () => WorkerLike): RowStoreClient {
  const pendingListeners = new Set<() => void>();
  const lostListeners = new Set<(words: string) => void>();
  const startOne = (): RunningWorker => {
    const worker = start();
    const calls = createWorkerCalls<RowStoreCalls>(worker, WORDS, (words) => {
      // A worker that failed may still hold the memory of a million rows.
      worker.terminate();
      for (const listener of lostListeners) listener(words);
    });
    calls.onPending(() => {
      for (const listener of pendingListeners) listener();
    });
    return { worker, calls, known: new KnownColumns() };
  };
  let running = startOne();
  let isClosed = false;
  /** For calls that bring their own rows: they can be answered by a new worker if the last one died. */
  const startAnew = (): void => {
    if (running.calls.isDead() && !isClosed) running = startOne();
  };
  const call: WorkerCalls<RowStoreCalls>['call'] = (kind, input, transfer) =>
    running.calls.call(kind, input, transfer);

  return {
    begin: (run) => {
      startAnew();
      return call('begin', run);
    },
    extend: (extension) => call('extend', extension),
    append: (runId, queryIndex, body, slot) =>
      call('append', { runId, queryIndex, body, slot }, [body.buffer]),
    view: (request, signal) => viewFrom(running.calls, request, signal),
    search: (request, signal, onProgress = () => undefined) =>
      running.calls.callUntil('search', request, [], signal, () => ({ onProgress })),
    copyCells: (request) => call('copyCells', request),
    addUp: (range) => call('addUp', range),
    regexTexts: (question) => call('regexTexts', question),
    regexVerdict: (verdict) => call('regexVerdict', verdict),
    columns: (isStill) => columnsFrom(running, isStill),
    memory: () => call('memory', undefined),
    freeColumns: () => call('freeColumns', undefined),
    entity: (row) => call('entity', row),
    keyDigests: (request, { signal, onShare = () => undefined } = {}) =>
      running.calls.callUntil('keyDigests', request, [], signal, () => ({ onProgress: onShare })),
    compareKeys: (request, { signal, onShare = () => undefined } = {}) => {
      const moved = buffersOf(request.other);
      return running.calls.callUntil('compareKeys', request, moved, signal, () => ({ onProgress: onShare }));
    },
    takeCompared: (compared) => call('takeCompared', compared),
    series: (request) => call('series', request),
    chart: (request) => call('chart', request),
    groups: (request) => call('groups', request),
    differences: (selected, signal) =>
      running.calls.callUntil('differences', selected, [], signal, () => ({})),
    matrix: (request) => call('matrix', request),
    facts: (request) => call('facts', request),
    exportRows: (onChunk, request, signal, onProgress) =>
      running.calls.callChunks('exportRows', request, onChunk, signal, onProgress),
    writeCapture: (summary, onChunk) => running.calls.callChunks('writeCapture', summary, onChunk, undefined),
    readCapture: (piece) => {
      if (piece.isFirst) startAnew();
      return call('readCapture', piece, [piece.bytes.buffer]);
    },
    readExport: (request, onProgress, signal) => {
      startAnew();
      return running.calls.callUntil('readExport', request, [], signal, () => ({ onProgress }));
    },
    recognizePoints: () => call('recognizePoints', undefined),
    points: (request, onPage, signal) => running.calls.callChunks('points', request, onPage, signal),
    reset: () => call('reset', undefined),
    pending: () => running.calls.pending(),
    onPending: (listener) => subscribe(pendingListeners, listener),
    onLost: (listener) => subscribe(lostListeners, listener),
    dispose: () => {
      isClosed = true;
      running.calls.die('The row store was closed.');
      running.worker.terminate();
    },
  };
}

function buffersOf({ high, low, rows, values }: KeyDigests): ArrayBuffer[] {
  return [high, low, rows, ...(values === undefined ? [] : [values])].map(({ buffer }) => buffer);
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
