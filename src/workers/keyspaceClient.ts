import type { PageFault } from '../core/entities/bytes/pageFault.ts';
import type { CountReceipt } from '../core/keyspace/count/keyCounts.ts';
import type { Result } from '../core/result.ts';
import type { ModelAnswer } from '../core/keyspace/model/modelAnswer.ts';
import type { ModelInput } from '../core/keyspace/model/modelTypes.ts';
import type { FileSummary } from '../core/keyspace/sources/fileRows.ts';
import type { FileProgress, FileRequest } from './fileIntake.ts';
import type { CountedPage, KeyspaceCalls } from './keyspaceProtocol.ts';
import { callMethods, type CallMethods, createWorkerCalls, type WorkerLike } from './workerCalls.ts';

const PLAIN = ['matrix', 'facts', 'diagnose', 'reset', 'beginCount', 'countPicture', 'countState'] as const;

/**
 * A worker that holds the rows of an export and runs simulations. If the worker dies, every promise rejects with a message for the user.
 */
export interface KeyspaceClient extends CallMethods<KeyspaceCalls, (typeof PLAIN)[number]> {
  /** Reads an export, which replaces the previous one. When the signal aborts, rejects with its reason. */
  readonly readFile: (
    request: FileRequest,
    onProgress: (progress: FileProgress) => void,
    signal: AbortSignal,
  ) => Promise<FileSummary>;
  /** Counts a page, whose body is transferred. */
  readonly countPage: (page: CountedPage) => Promise<Result<CountReceipt, PageFault>>;
  /** When the signal aborts, the simulation ends and the call rejects with the signal's reason. */
  readonly simulate: (input: ModelInput, signal: AbortSignal) => Promise<ModelAnswer>;
  /** Ends the worker. Calls without an answer reject. */
  readonly dispose: () => void;
}

/** Makes a client for a worker that runs keyspace.worker.ts. From then on the client owns the worker. */
export function createKeyspaceClient(worker: WorkerLike): KeyspaceClient {
  const calls = createWorkerCalls<KeyspaceCalls>(
    worker,
    { name: "The keyspace view's worker", nextStep: 'Reload the page, or open the file again.' },
    () => worker.terminate(),
  );
  return {
    ...callMethods<KeyspaceCalls, (typeof PLAIN)[number]>(PLAIN, calls.call),
    readFile: (request, onProgress, signal) => calls.callUntil('readFile', request, [], signal, onProgress),
    countPage: (page) => calls.call('countPage', page, [page.body.buffer]),
    simulate: (input, signal) => calls.callUntil('simulate', input, [], signal),
    dispose: () => {
      calls.die('The keyspace view was closed.');
      worker.terminate();
    },
  };
}
