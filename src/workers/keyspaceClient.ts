import type { Diagnosis } from '../core/keyspace/diagnosis/diagnose.ts';
import type { DiagnosisInput } from '../core/keyspace/diagnosis/finding.ts';
import type { PageFault } from '../core/entities/bytes/pageFault.ts';
import type { CountPicture } from '../core/keyspace/count/countPicture.ts';
import type { CountReceipt, CountState } from '../core/keyspace/count/keyCounts.ts';
import type { Result } from '../core/result.ts';
import type { KeyspaceMatrix } from '../core/keyspace/map/matrix.ts';
import type { ModelAnswer } from '../core/keyspace/model/modelAnswer.ts';
import type { ModelInput } from '../core/keyspace/model/modelTypes.ts';
import type { RowFacts } from '../core/keyspace/sources/collectRows.ts';
import type { FileSummary } from '../core/keyspace/sources/fileRows.ts';
import type { FileProgress, FileRequest } from './fileIntake.ts';
import type { CountedPage, CountRequest, KeyspaceCalls } from './keyspaceProtocol.ts';
import { createWorkerCalls, type WorkerLike } from './workerCalls.ts';
import type { FactsRequest, RunMatrixRequest } from '../core/rows/rowTypes.ts';

/**
 * A worker that holds the rows of an export and runs simulations. If the worker dies, every promise rejects with a message for the user.
 */
export interface KeyspaceClient {
  /** Reads an export, which replaces the previous one. When the signal aborts, rejects with its reason. */
  readonly readFile: (
    request: FileRequest,
    onProgress: (progress: FileProgress) => void,
    signal: AbortSignal,
  ) => Promise<FileSummary>;
  readonly matrix: (request: RunMatrixRequest) => Promise<KeyspaceMatrix>;
  readonly facts: (request: FactsRequest) => Promise<RowFacts>;
  /** Applies the rules to a map, whatever its source. */
  readonly diagnose: (input: DiagnosisInput) => Promise<Diagnosis>;
  readonly reset: () => Promise<void>;
  readonly beginCount: (request: CountRequest) => Promise<undefined>;
  /** Counts a page, whose body is transferred. */
  readonly countPage: (page: CountedPage) => Promise<Result<CountReceipt, PageFault>>;
  /** @param asked With `most`, the largest number of partitions that are named. */
  readonly countPicture: (asked: {
    readonly isOver: boolean;
    readonly most: number;
  }) => Promise<CountPicture>;
  /** The whole state of a count, from which it can be continued later. */
  readonly countState: () => Promise<CountState>;
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
    readFile: (request, onProgress, signal) =>
      calls.callUntil('readFile', request, [], signal, () => ({ onProgress })),
    matrix: (request) => calls.call('matrix', request),
    facts: (request) => calls.call('facts', request),
    diagnose: (input) => calls.call('diagnose', input),
    reset: () => calls.call('reset', undefined),
    beginCount: (request) => calls.call('beginCount', request),
    countPage: (page) => calls.call('countPage', page, [page.body.buffer]),
    countPicture: (asked) => calls.call('countPicture', asked),
    countState: () => calls.call('countState', undefined),
    simulate: (input, signal) => calls.callUntil('simulate', input, [], signal, () => ({})),
    dispose: () => {
      calls.die('The keyspace view was closed.');
      worker.terminate();
    },
  };
}
