import { KEY_DECODER_MOVES, type KeyDecoderCalls } from './keyDecoderProtocol.ts';
import { createWorkerClient, type WorkerClient, type WorkerLike } from './workerCalls.ts';

/** A list of keys that a worker decodes and holds. */
export type KeyDecoderClient = WorkerClient<KeyDecoderCalls>;

const WORDS = {
  name: "The key decoder's worker",
  nextStep: 'Reload the page and paste the keys again.',
  closed: 'The key decoder was closed.',
};

/** Makes a client for a worker that runs keyDecoder.worker.ts. */
export function createKeyDecoderClient(worker: WorkerLike): KeyDecoderClient {
  return createWorkerClient(worker, WORDS, KEY_DECODER_MOVES);
}
