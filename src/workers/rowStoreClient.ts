import type { PointsReceipt, PointsRequest } from './rowPoints.ts';
import type { PageFault } from '../core/entities/bytes/pageFault.ts';
import type { PageSlot } from '../core/entities/order/rowStreams.ts';
import type { SearchProgress } from '../core/entities/views/searchRows.ts';
import type { SelectedBy } from '../core/rows/rowQuery.ts';
import type { Result } from '../core/result.ts';
import { type ArrangedColumns, KnownColumns } from '../core/rows/packedColumns.ts';
import { unpackRows } from '../core/rows/packedRows.ts';
import type { Differences } from '../core/rows/differs/differences.ts';
import type { ComparedRows, CompareRequest } from '../core/rows/compare/compareDigests.ts';
import type { DigestedRows, DigestRequest, KeyDigests } from '../core/rows/compare/rowDigests.ts';
import type { FileSummary } from '../core/keyspace/sources/fileRows.ts';
import type { FileProgress } from './fileIntake.ts';
import type {
  CaptureAnswer,
  CapturePiece,
  ExportFileRequest,
  ExportReceipt,
  RowStoreCalls,
} from './rowStoreProtocol.ts';
import {
  callMethods,
  type CallMethods,
  createWorkerCalls,
  type WorkerCalls,
  type WorkerLike,
} from './workerCalls.ts';
import type {
  ExportProgress,
  ExportRequest,
  PageReceipt,
  RowsFound,
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

/** The calls that need nothing but their input: see RowStoreCalls. */
const PLAIN = [
  'extend',
  'copyCells',
  'addUp',
  'regexTexts',
  'regexVerdict',
  'memory',
  'freeColumns',
  'entity',
  'takeCompared',
  'series',
  'chart',
  'groups',
  'matrix',
  'facts',
  'recognizePoints',
  'reset',
] as const;

/** The rows of the current run, held in a worker. If the worker dies, every promise rejects with a message for the user. */
export interface RowStoreClient extends CallMethods<RowStoreCalls, (typeof PLAIN)[number]> {
  /** Begins a run and drops the rows of the previous one. If the worker died, starts a new one. */
  readonly begin: (run: RunSpec) => Promise<void>;
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
  /**
   * Sends only what has changed since the last answer.
   * @param isStill Whether no more rows are arriving.
   */
  readonly columns: (isStill: boolean) => Promise<ArrangedColumns>;
  /** A 64-bit digest of each row, to pass to `compareKeys` of another store. */
  readonly keyDigests: (request: DigestRequest, listening?: ShareListening) => Promise<DigestedRows>;
  /** Compares the rows with those of another store, whose digests are transferred here. */
  readonly compareKeys: (request: CompareRequest, listening?: ShareListening) => Promise<ComparedRows>;
  /**
   * Finds what distinguishes the selected rows from the rest. When the signal aborts, stops the work and rejects with the signal's reason.
   */
  readonly differences: (selected: SelectedBy, signal?: AbortSignal) => Promise<Differences>;
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
  /** The points of all rows, in pages as the service would send them. The next page is made once `onPage` has resolved. */
  readonly points: (
    request: PointsRequest,
    onPage: (page: Uint8Array<ArrayBuffer>) => void | Promise<void>,
    signal?: AbortSignal,
  ) => Promise<PointsReceipt>;
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
    ...callMethods<RowStoreCalls, (typeof PLAIN)[number]>(PLAIN, call),
    begin: (run) => {
      startAnew();
      return call('begin', run);
    },
    append: (runId, queryIndex, body, slot) =>
      call('append', { runId, queryIndex, body, slot }, [body.buffer]),
    view: async (request, signal) => {
      const { packed, ...facts } = await running.calls.callUntil('view', request, [], signal);
      return { ...facts, rows: unpackRows(packed) };
    },
    search: (request, signal, onProgress) =>
      running.calls.callUntil('search', request, [], signal, onProgress),
    columns: async (isStill) => {
      const { calls, known } = running;
      return known.take(await calls.call('columns', { since: known.known, isStill }));
    },
    keyDigests: (request, { signal, onShare } = {}) =>
      running.calls.callUntil('keyDigests', request, [], signal, onShare),
    compareKeys: (request, { signal, onShare } = {}) => {
      const moved = buffersOf(request.other);
      return running.calls.callUntil('compareKeys', request, moved, signal, onShare);
    },
    differences: (selected, signal) => running.calls.callUntil('differences', selected, [], signal),
    exportRows: (onChunk, request, signal, onProgress) =>
      running.calls.callChunks('exportRows', request, onChunk, signal, onProgress),
    writeCapture: (summary, onChunk) => running.calls.callChunks('writeCapture', summary, onChunk, undefined),
    readCapture: (piece) => {
      if (piece.isFirst) startAnew();
      return call('readCapture', piece, [piece.bytes.buffer]);
    },
    readExport: (request, onProgress, signal) => {
      startAnew();
      return running.calls.callUntil('readExport', request, [], signal, onProgress);
    },
    points: (request, onPage, signal) => running.calls.callChunks('points', request, onPage, signal),
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
