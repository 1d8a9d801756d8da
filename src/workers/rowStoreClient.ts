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

/** `onShare` hears how much of a call is done, 0 to 1. Aborting rejects with the signal's reason. */
export interface ShareListening {
  readonly signal?: AbortSignal | undefined;
  readonly onShare?: (share: number) => void;
}

/** The rows of the current run, held in a worker. If the worker dies, every promise rejects with a message. */
export interface RowStoreClient {
  /** Drops the previous run's rows. Starts a new worker if the last one died. */
  readonly begin: (run: RunSpec) => Promise<void>;
  /** The run reads more: from now on, pages may bring rows that are there already. */
  readonly extend: (extension: Extension) => Promise<void>;
  /** Decodes and stores one page. The body's buffer is transferred, so the caller's array is empty afterwards. */
  readonly append: (
    runId: number,
    queryIndex: number,
    body: Uint8Array<ArrayBuffer>,
    slot?: PageSlot,
  ) => Promise<Result<PageReceipt, PageFault>>;
  /** Aborting stops the work in the worker and rejects with the signal's reason; a column that is half built serves the next question. */
  readonly view: (request: ViewRequest, signal?: AbortSignal) => Promise<ViewResult>;
  /** Aborting stops the search in the worker and rejects with the signal's reason. */
  readonly search: (
    request: SearchRequest,
    signal?: AbortSignal,
    onProgress?: (progress: SearchProgress) => void,
  ) => Promise<RowsFound>;
  /** Cells of the list as a text for the clipboard. */
  readonly copyCells: (request: CopyRequest) => Promise<string>;
  /** What cells of the list add up to. */
  readonly addUp: (range: CellRange) => Promise<CellStats>;
  /**
   * Gives the texts to test a regular expression on, and takes the verdicts: the row store runs none itself.
   */
  readonly regexTexts: (question: RegexQuestion) => Promise<TextSlice>;
  /** Whether all values of the column have been tested. */
  readonly regexVerdict: (verdict: RegexVerdict) => Promise<boolean>;
  /** `isStill`: no rows are arriving. Only what changed since the last answer is sent. */
  readonly columns: (isStill: boolean) => Promise<ArrangedColumns>;
  /** Memory of the rows and of the columns built from them, in bytes, estimated. */
  readonly memory: () => Promise<number>;
  /** Frees the columns that were built to sort and filter. */
  readonly freeColumns: () => Promise<void>;
  readonly entity: (row: number) => Promise<Entity>;
  /** A 64-bit digest of each row, for `compareKeys` of another store. */
  readonly keyDigests: (request: DigestRequest, listening?: ShareListening) => Promise<DigestedRows>;
  /** Compares the rows with those of another store, whose digests are transferred. */
  readonly compareKeys: (request: CompareRequest, listening?: ShareListening) => Promise<ComparedRows>;
  /** Lets filters select the rows that a comparison found. */
  readonly takeCompared: (compared: ComparedMasks) => Promise<void>;
  readonly series: (request: SeriesRequest & SelectedBy) => Promise<TimeSeries>;
  readonly chart: (request: ChartRequest & SelectedBy) => Promise<ChartResult>;
  readonly groups: (request: GroupsRequest & SelectedBy) => Promise<GroupTable>;
  /** What tells the selected rows from the rest. Aborting stops the work in the worker and rejects with the signal's reason. */
  readonly differences: (selected: SelectedBy, signal?: AbortSignal) => Promise<Differences>;
  readonly matrix: (request: RunMatrixRequest) => Promise<KeyspaceMatrix>;
  /** Facts for the keyspace diagnosis: one pass over all rows. */
  readonly facts: (request: FactsRequest) => Promise<RowFacts>;
  /**
   * Streams chunks of a file, up to a few MiB each; the next is made after `onChunk` resolves. Aborting rejects with the
   * signal's reason.
   */
  readonly exportRows: (
    onChunk: (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>,
    request: ExportRequest,
    signal?: AbortSignal,
    onProgress?: (progress: ExportProgress) => void,
  ) => Promise<ExportReceipt>;
  /** Streams a capture of all rows; `summary`: all else that it holds, as a line of JSON. */
  readonly writeCapture: (
    summary: string,
    onChunk: (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>,
  ) => Promise<number>;
  /** Takes the next bytes of a capture, which are transferred; its rows become those of the run. */
  readonly readCapture: (piece: CapturePiece) => Promise<CaptureAnswer>;
  /** Reads an export of a table; its rows become those of the run. Aborting rejects with the signal's reason. */
  readonly readExport: (
    request: ExportFileRequest,
    onProgress: (progress: FileProgress) => void,
    signal: AbortSignal,
  ) => Promise<FileSummary>;
  /** How the properties of the rows name the points of a series; undefined: they do not look like points. */
  readonly recognizePoints: () => Promise<RecognizedNames | undefined>;
  /** The points of all rows, as pages in the form of the service; the next is made after `onPage` resolves. */
  readonly points: (
    request: PointsRequest,
    onPage: (page: Uint8Array<ArrayBuffer>) => void | Promise<void>,
    signal?: AbortSignal,
  ) => Promise<PointsReceipt>;
  /** Drops all rows. */
  readonly reset: () => Promise<void>;
  /** Requests without an answer yet. */
  readonly pending: () => number;
  /** Called whenever `pending()` changes; returns the function that unsubscribes. */
  readonly onPending: (listener: () => void) => () => void;
  /** Called with a message when the worker died and its rows are lost; returns the function that unsubscribes. */
  readonly onLost: (listener: (words: string) => void) => () => void;
  /** Ends the worker; open requests reject. */
  readonly dispose: () => void;
}

/** A worker in use, and its open calls. */
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
 * Starts a worker that runs rowStore.worker.ts, and another for the next run if it died. Its rows are lost then, and
 * all calls about them reject until the next run. The client owns the workers.
 */
export function createRowStoreClient(start: () => WorkerLike): RowStoreClient {
  const pendingListeners = new Set<() => void>();
  const lostListeners = new Set<(words: string) => void>();
  const startOne = (): RunningWorker => {
    const worker = start();
    const calls = createWorkerCalls<RowStoreCalls>(worker, WORDS, (words) => {
      // It may still hold the memory of a million rows.
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
  /** These calls bring their own rows, so a new worker replaces one that died. */
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
