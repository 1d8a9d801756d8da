import type { BulkHint, BulkProgress, BulkSummary } from '../core/keys/bulk/bulkTypes.ts';
import type { KeyspaceMatrix } from '../core/keyspace/map/matrix.ts';
import type { CsvReceipt, CsvRequest, KeyDecoderCalls, KeySource } from './keyDecoderProtocol.ts';
import { createWorkerCalls, type WorkerLike } from './workerCalls.ts';
import type { KeyMapRequest, KeysRequest, KeysView } from '../core/keyspace/sources/keyList.ts';

export interface DecodeOptions extends BulkHint {
  /** Called about ten times a second at most while a long list is read. */
  readonly onProgress?: (progress: BulkProgress) => void;
  /** Aborting rejects with the signal's reason; the previous list is already gone. */
  readonly signal?: AbortSignal;
}

/** A list of keys, decoded and held in a worker. If the worker dies, every promise rejects with a message. */
export interface KeyDecoderClient {
  /**
   * Reads a list of keys, replacing the previous one; a decode still in progress rejects. Bytes are UTF-8 and
   * transferred, so the caller's array is empty afterwards. The worker encodes a text and reads a file, so that the
   * page stays responsive.
   */
  readonly decode: (source: KeySource, options?: DecodeOptions) => Promise<BulkSummary>;
  /** Keys by index, for a virtual list. */
  readonly keys: (request: KeysRequest) => Promise<KeysView>;
  /** Keys by prefix and time. Rows: prefixes in order, then `unprefixed`; or the scheme, if no key has a prefix. */
  readonly matrix: (request: KeyMapRequest) => Promise<KeyspaceMatrix>;
  /**
   * CSV (RFC 4180, UTF-8, CRLF): line, key, scheme, time (ISO, 7 digits), prefix, window end if rounded. Streams chunks
   * of about 1 MiB; the next is made after `onChunk` resolves. Aborting rejects with the signal's reason.
   */
  readonly exportCsv: (
    onChunk: (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>,
    request?: CsvRequest,
    signal?: AbortSignal,
  ) => Promise<CsvReceipt>;
  /** Drops the list. */
  readonly reset: () => Promise<void>;
  /** Requests without an answer yet. */
  readonly pending: () => number;
  /** Called whenever `pending()` changes; returns the function that unsubscribes. */
  readonly onPending: (listener: () => void) => () => void;
  /** Ends the worker; open requests reject. */
  readonly dispose: () => void;
}

/** Wraps a worker that runs keyDecoder.worker.ts. The client owns the worker from then on. */
export function createKeyDecoderClient(worker: WorkerLike): KeyDecoderClient {
  const calls = createWorkerCalls<KeyDecoderCalls>(worker, {
    name: "The key decoder's worker",
    nextStep: 'Reload the page and paste the keys again.',
  });
  const decode: KeyDecoderClient['decode'] = (source, { onProgress, signal, ...hint } = {}) => {
    const transfer = source instanceof Uint8Array ? [source.buffer] : [];
    return calls.callUntil('decode', { ...hint, source }, transfer, signal, () =>
      onProgress === undefined ? {} : { onProgress },
    );
  };

  return {
    decode,
    keys: (request) => calls.call('keys', request),
    matrix: (request) => calls.call('matrix', request),
    exportCsv: (onChunk, request = {}, signal) => calls.callChunks('exportCsv', request, onChunk, signal),
    reset: () => calls.call('reset', undefined),
    pending: calls.pending,
    onPending: calls.onPending,
    dispose: () => {
      calls.die('The key decoder was closed.');
      worker.terminate();
    },
  };
}
