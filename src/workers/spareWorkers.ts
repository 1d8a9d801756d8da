import type { WorkerLike } from './workerCalls.ts';

/** Keeps workers ready, because the script of a new one could not be loaded without a network. */
export interface SpareWorkers {
  /** Returns the worker that has waited longest, or a new one if none is waiting. */
  readonly take: () => WorkerLike;
  readonly prepare: () => void;
}

interface Waiting {
  readonly worker: WorkerLike;
  /** Set if its script could not be loaded. The worker is then dropped. */
  isDead: boolean;
}

/** @param count How many workers are kept ready. */
export function createSpareWorkers(start: () => WorkerLike, count: number): SpareWorkers {
  let waiting: readonly Waiting[] = [];
  const living = (): readonly Waiting[] => waiting.filter(({ isDead }) => !isDead);
  const startOne = (): Waiting => {
    const started: Waiting = { worker: start(), isDead: false };
    started.worker.addEventListener('error', () => (started.isDead = true));
    return started;
  };
  return {
    take: () => {
      const [next, ...rest] = living();
      waiting = rest;
      return next?.worker ?? start();
    },
    prepare: () => {
      const kept = living();
      waiting = [...kept, ...Array.from({ length: count - kept.length }, startOne)];
    },
  };
}
