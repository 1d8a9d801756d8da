import { KEYSPACE_MOVES, type KeyspaceCalls } from './keyspaceProtocol.ts';
import { createWorkerClient, type WorkerClient, type WorkerLike } from './workerCalls.ts';

/** A worker that holds the rows of an export, counts pages and runs simulations. */
export type KeyspaceClient = WorkerClient<KeyspaceCalls>;

const WORDS = {
  name: "The keyspace view's worker",
  nextStep: 'Reload the page, or open the file again.',
  closed: 'The keyspace view was closed.',
};

/** Makes a client for a worker that runs keyspace.worker.ts. */
export function createKeyspaceClient(worker: WorkerLike): KeyspaceClient {
  return createWorkerClient(worker, WORDS, KEYSPACE_MOVES);
}
