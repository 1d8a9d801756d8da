import type { BulkHint, BulkProgress, BulkSummary } from '../core/keys/bulk/bulkTypes.ts';
import type { CsvReceipt, CsvRequest, KeyDecoderCalls, KeySource } from './keyDecoderProtocol.ts';
import { callMethods, type CallMethods, createWorkerCalls, type WorkerLike } from './workerCalls.ts';

const PLAIN = ['keys', 'matrix', 'reset'] as const;

export interface DecodeOptions extends BulkHint {
  /** Called at most about ten times a second while a long list is read. */
  readonly onProgress?: (progress: BulkProgress) => void;
  /** When it aborts, the call rejects with the signal's reason. The previous list is gone by then. */
  readonly signal?: AbortSignal;
}

/** A list of keys that a worker decodes and holds. If the worker dies, every promise rejects with a message for the user. */
export interface KeyDecoderClient extends CallMethods<KeyDecoderCalls, (typeof PLAIN)[number]> {
  /**
   * Reads a list of keys, which replaces the previous one; a decode in progress rejects. An array must be UTF-8, and is transferred, so it
   * is empty afterwards. A text is encoded and a file is read in the worker, so that the page stays responsive.
   */
  readonly decode: (source: KeySource, options?: DecodeOptions) => Promise<BulkSummary>;
  /**
   * Writes CSV (RFC 4180, UTF-8, CRLF) with line, key, scheme, time (ISO, 7 digits), prefix, and the end of the window if the time is
   * rounded. Comes in chunks of about 1 MiB; the next one is made once `onChunk` has resolved. When the signal aborts, rejects with its
   * reason.
   */
  readonly exportCsv: (
    onChunk: (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>,
    request?: CsvRequest,
    signal?: AbortSignal,
  ) => Promise<CsvReceipt>;
  /** Ends the worker. Requests without an answer reject. */
  readonly dispose: () => void;
}

/** Makes a client for a worker that runs keyDecoder.worker.ts. From then on the client owns the worker. */
export function createKeyDecoderClient(worker: WorkerLike): KeyDecoderClient {
  const calls = createWorkerCalls<KeyDecoderCalls>(worker, {
    name: "The key decoder's worker",
    nextStep: 'Reload the page and paste the keys again.',
  });
  return {
    ...callMethods<KeyDecoderCalls, (typeof PLAIN)[number]>(PLAIN, calls.call),
    decode: (source, { onProgress, signal, ...hint } = {}) => {
      const transfer = source instanceof Uint8Array ? [source.buffer] : [];
      return calls.callUntil('decode', { ...hint, source }, transfer, signal, onProgress);
    },
    exportCsv: (onChunk, request = {}, signal) => calls.callChunks('exportCsv', request, onChunk, signal),
    dispose: () => {
      calls.die('The key decoder was closed.');
      worker.terminate();
    },
  };
}
