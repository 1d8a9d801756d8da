import type { WorkerLike } from './workerCalls.ts';

/** Keeps workers ready, because without a network their script could not be loaded. */
export interface SpareWorkers {
  /** Returns the worker that has waited longest, else a new one. */
  readonly take: () => WorkerLike;
  /** Starts as many workers as are missing. */
  readonly prepare: () => void;
}

interface Waiting {
  readonly worker: WorkerLike;
  /** The worker whose script did not load is dropped. */
  isDead: boolean;
}

/** `count`: how many wait. */
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
