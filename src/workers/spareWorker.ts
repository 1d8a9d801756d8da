import type { WorkerLike } from './workerCalls.ts';

/** Keeps one worker ready, because without a network its script could not be loaded. */
export interface SpareWorker {
  /** Returns the waiting worker, else a new one. */
  readonly take: () => WorkerLike;
  /** Starts a worker that waits, unless there is one. */
  readonly prepare: () => void;
}

interface Waiting {
  readonly worker: WorkerLike;
  /** The worker whose script did not load is dropped. */
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
