import type { RegexCalls } from './regexHandlers.ts';
import { createWorkerCalls, type WorkerCalls, type WorkerLike } from './workerCalls.ts';

/** Runs regular expressions apart from everything else. */
export interface RegexClient {
  /** By text, 1: matches. Rejects if it takes longer than a second: then the worker is ended, and the next call starts another. */
  readonly test: (pattern: string, texts: readonly string[]) => Promise<Uint8Array>;
}

const LIMIT_MS = 1000;

const WORDS = { name: "The regular expressions' worker", nextStep: 'Try another expression.' } as const;

/** Calls back after some milliseconds; returns the function that cancels. */
export type Timer = (run: () => void, ms: number) => () => void;

/** Starts a worker that runs regex.worker.ts with the first expression. */
export function createRegexClient(start: () => WorkerLike, timer: Timer): RegexClient {
  let running: { readonly worker: WorkerLike; readonly calls: WorkerCalls<RegexCalls> } | undefined;
  const begin = (): NonNullable<typeof running> => {
    const worker = start();
    const calls = createWorkerCalls<RegexCalls>(worker, WORDS, () => {
      running = undefined;
    });
    running = { worker, calls };
    return running;
  };
  return {
    test: (pattern, texts) => {
      const { worker, calls } = running ?? begin();
      const cancel = timer(() => {
        running = undefined;
        worker.terminate();
        calls.die(
          'The regular expression was stopped after 1 s. Nested repeats such as (a+)+ take forever on some texts: write it without them.',
        );
      }, LIMIT_MS);
      return calls.call('test', { pattern, texts }).finally(cancel);
    },
  };
}
