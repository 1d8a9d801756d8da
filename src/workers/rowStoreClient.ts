import type { Entity } from '../core/entities/entity.ts';
import type { ColumnInfo } from '../core/entities/entityStore.ts';
import type { PageFault } from '../core/entities/pageFault.ts';
import type { PagePlace } from '../core/entities/rowStreams.ts';
import type { SeriesRequest, TimeSeries } from '../core/entities/timeSeries.ts';
import type { KeyspaceMatrix, MatrixRequest } from '../core/keyspace/matrix.ts';
import type { Result } from '../core/result.ts';
import type {
  ExportReceipt,
  ExportRequest,
  PageReceipt,
  RowStoreCall,
  RowStoreCalls,
  RowStoreRequest,
  RowStoreResponse,
  RunSpec,
  ViewRequest,
  ViewResult,
} from './rowStoreProtocol.ts';

/** What the client needs of a Worker; a MessagePort-like pair serves in tests. */
export interface WorkerLike {
  readonly postMessage: (message: unknown, transfer: ArrayBuffer[]) => void;
  readonly terminate: () => void;
  addEventListener(type: 'message' | 'messageerror', listener: (event: MessageEvent) => void): void;
  addEventListener(type: 'error', listener: (event: ErrorEvent) => void): void;
}

/** The rows of the current run, held in a worker. Every promise rejects with words when the worker dies. */
export interface RowStoreClient {
  /** Drops the rows of the run before. */
  readonly begin: (run: RunSpec) => Promise<void>;
  /** Decodes and stores one page. The body's buffer is transferred: it is empty for the caller afterwards. */
  readonly append: (
    runId: number,
    queryIndex: number,
    body: Uint8Array<ArrayBuffer>,
    place?: PagePlace,
  ) => Promise<Result<PageReceipt, PageFault>>;
  readonly view: (request: ViewRequest) => Promise<ViewResult>;
  readonly columns: () => Promise<readonly ColumnInfo[]>;
  readonly entity: (row: number) => Promise<Entity>;
  readonly series: (request: SeriesRequest) => Promise<TimeSeries>;
  readonly matrix: (request: MatrixRequest) => Promise<KeyspaceMatrix>;
  /** Streams chunks of at most about 1 MiB; the next is made once `onChunk` has ended. Aborting rejects with the signal's reason. */
  readonly exportNdjson: (
    onChunk: (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>,
    request?: ExportRequest,
    signal?: AbortSignal,
  ) => Promise<ExportReceipt>;
  /** Drops all rows. */
  readonly reset: () => Promise<void>;
  /** Requests without an answer yet. */
  readonly pending: () => number;
  /** Called on every change of `pending()`; returns the way to stop. */
  readonly onPending: (listener: () => void) => () => void;
  /** Ends the worker; open requests reject. */
  readonly dispose: () => void;
}
interface OpenCall {
  readonly resolve: (output: never) => void;
  readonly reject: (reason: unknown) => void;
  readonly onChunk?: (bytes: Uint8Array<ArrayBuffer>) => void;
}

/** Ids, open calls and their listeners: all that the client's methods share. */
function createCalls(worker: WorkerLike) {
  const open = new Map<number, OpenCall>();
  const listeners = new Set<() => void>();
  let nextId = 1;
  let dead: Error | undefined;

  const tell = () => {
    for (const listener of listeners) listener();
  };

  /** Takes a call out; undefined where it was answered or given up before. */
  const close = (id: number): OpenCall | undefined => {
    const call = open.get(id);
    if (call !== undefined) {
      open.delete(id);
      tell();
    }
    return call;
  };

  const die = (words: string) => {
    dead ??= new Error(words);
    const calls = [...open.values()];
    open.clear();
    for (const call of calls) call.reject(dead);
    if (calls.length > 0) tell();
  };

  worker.addEventListener('message', (event) => {
    const message = event.data as RowStoreResponse;
    if (message.kind === 'chunk') open.get(message.id)?.onChunk?.(message.bytes);
    else if (message.kind === 'failed') close(message.id)?.reject(new Error(message.message));
    else close(message.id)?.resolve(message.output as never);
  });
  worker.addEventListener('error', (event) => {
    const cause = event.message === '' ? '' : ` (${event.message})`;
    die(`The row store's worker stopped working${cause}. The rows it held are lost: run the query again.`);
  });
  worker.addEventListener('messageerror', () => {
    die("The row store's worker sent an answer that could not be read. Run the query again.");
  });

  const send = (message: RowStoreRequest, transfer: ArrayBuffer[] = []) =>
    worker.postMessage(message, transfer);

  const call = <K extends RowStoreCall>(
    kind: K,
    input: RowStoreCalls[K]['input'],
    transfer: ArrayBuffer[] = [],
    started?: (id: number) => OpenCall['onChunk'],
  ): Promise<RowStoreCalls[K]['output']> =>
    new Promise((resolve, reject) => {
      if (dead !== undefined) {
        reject(dead);
        return;
      }
      const id = nextId++;
      const onChunk = started?.(id);
      open.set(id, { resolve, reject, ...(onChunk === undefined ? {} : { onChunk }) });
      tell();
      try {
        send({ id, kind, input } as RowStoreRequest, transfer);
      } catch (error) {
        close(id)?.reject(error);
      }
    });

  return { call, close, die, send, size: () => open.size, listeners };
}

/** Wraps a worker that runs rowStore.worker.ts. The worker belongs to the client from then on. */
export function createRowStoreClient(worker: WorkerLike): RowStoreClient {
  const calls = createCalls(worker);

  const exportNdjson: RowStoreClient['exportNdjson'] = async (onChunk, request = {}, signal) => {
    signal?.throwIfAborted();
    let giveUp = () => {};
    const done = calls.call('exportNdjson', request, [], (id) => {
      const stop = (reason: unknown) => {
        const open = calls.close(id);
        if (open === undefined) return;
        calls.send({ id, kind: 'abort' });
        open.reject(reason);
      };
      giveUp = () => stop(signal?.reason);
      const take = async (bytes: Uint8Array<ArrayBuffer>) => {
        try {
          await onChunk(bytes);
          calls.send({ id, kind: 'next' });
        } catch (error) {
          stop(error);
        }
      };
      return (bytes) => void take(bytes);
    });
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return await done;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  };

  return {
    begin: (run) => calls.call('begin', run),
    append: (runId, queryIndex, body, place) =>
      calls.call('append', { runId, queryIndex, body, ...(place !== undefined && { place }) }, [body.buffer]),
    view: (request) => calls.call('view', request),
    columns: () => calls.call('columns', undefined),
    entity: (row) => calls.call('entity', row),
    series: (request) => calls.call('series', request),
    matrix: (request) => calls.call('matrix', request),
    exportNdjson,
    reset: () => calls.call('reset', undefined),
    pending: calls.size,
    onPending: (listener) => {
      calls.listeners.add(listener);
      return () => void calls.listeners.delete(listener);
    },
    dispose: () => {
      calls.die('The row store was closed.');
      worker.terminate();
    },
  };
}
