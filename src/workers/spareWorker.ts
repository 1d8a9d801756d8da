import type { WorkerLike } from './workerCalls.ts';

/** One worker started ahead: without a network, its script could not be loaded any more. */
export interface SpareWorker {
  /** The worker that waits, else a new one. */
  readonly take: () => WorkerLike;
  /** Starts the one that waits, unless there is one. */
  readonly prepare: () => void;
}

interface Waiting {
  readonly worker: WorkerLike;
  /** Its script did not load. */
  isDead: boolean;
}

export function createSpareWorker(start: () => WorkerLike): SpareWorker {
  let waiting: Waiting | undefined;
  const living = (): Waiting | undefined => (waiting?.isDead === true ? undefined : waiting);
  return {
    take: () => {
      const worker = living()?.worker ?? start();
      waiting = undefined;
      return worker;
    },
    prepare: () => {
      if (living() !== undefined) return;
      const started: Waiting = { worker: start(), isDead: false };
      started.worker.addEventListener('error', () => (started.isDead = true));
      waiting = started;
    },
  };
}
