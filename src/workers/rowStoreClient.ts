import type { PageFault } from '../core/entities/bytes/pageFault.ts';
import type { PageSlot } from '../core/entities/order/rowStreams.ts';
import type { Result } from '../core/result.ts';
import { type ArrangedColumns, KnownColumns } from '../core/rows/packedColumns.ts';
import { unpackRows } from '../core/rows/packedRows.ts';
import type { PageReceipt, ViewRequest, ViewResult } from '../core/rows/rowTypes.ts';
import { ROW_STORE_MOVES, type RowStoreCalls } from './rowStoreProtocol.ts';
import {
  callMethods,
  type CallMethods,
  type CallOptions,
  createWorkerCalls,
  type WorkerCalls,
  type WorkerLike,
} from './workerCalls.ts';

/**
 * The rows of the current run, held in a worker. If the worker dies, every promise rejects with a message for the user; `begin`, `readExport`
 * and the first `readCapture` then start a new one.
 */
export interface RowStoreClient extends Omit<CallMethods<RowStoreCalls>, 'append' | 'view' | 'columns'> {
  readonly append: (
    runId: number,
    queryIndex: number,
    body: Uint8Array<ArrayBuffer>,
    slot?: PageSlot,
  ) => Promise<Result<PageReceipt, PageFault>>;
  /** If it is stopped, a column that is half built is kept for the next question. */
  readonly view: (request: ViewRequest, options?: CallOptions) => Promise<ViewResult>;
  /**
   * Sends only what has changed since the last answer.
   * @param isStill Whether no more rows are arriving.
   */
  readonly columns: (isStill: boolean) => Promise<ArrangedColumns>;
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
    const calls = createWorkerCalls<RowStoreCalls>(worker, WORDS, ROW_STORE_MOVES, (words) => {
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
  const call: WorkerCalls<RowStoreCalls>['call'] = (kind, input, options) =>
    running.calls.call(kind, input, options);
  const methods = callMethods(ROW_STORE_MOVES, call);

  return {
    ...methods,
    begin: (run) => {
      startAnew();
      return methods.begin(run);
    },
    append: (runId, queryIndex, body, slot) => call('append', { runId, queryIndex, body, slot }),
    view: async (request, options) => {
      const { packed, ...facts } = await call('view', request, options);
      return { ...facts, rows: unpackRows(packed) };
    },
    columns: async (isStill) => {
      const { calls, known } = running;
      return known.take(await calls.call('columns', { since: known.known, isStill }));
    },
    readCapture: (piece) => {
      if (piece.isFirst) startAnew();
      return methods.readCapture(piece);
    },
    readExport: (request, options) => {
      startAnew();
      return methods.readExport(request, options);
    },
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

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
