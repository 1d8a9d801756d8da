import type { RegexCalls } from './regexHandlers.ts';
import { createWorkerCalls, type WorkerCalls, type WorkerLike } from './workerCalls.ts';

/** Runs regular expressions in a worker of their own, which can be ended if one takes too long. */
export interface RegexClient {
  /**
   * Tests each text; 1 means that it matches. If that takes longer than a second, it rejects and ends the worker. The next call starts
   * another one.
   */
  readonly test: (pattern: string, texts: readonly string[]) => Promise<Uint8Array>;
}

const LIMIT_MS = 1000;

const WORDS = { name: "The regular expressions' worker", nextStep: 'Try another expression.' } as const;

/** Calls `run` after some milliseconds. Returns a function that cancels this. */
export type Timer = (run: () => void, ms: number) => () => void;

/** Makes a client. A worker that runs regex.worker.ts is started with the first expression. */
export function createRegexClient(start: () => WorkerLike, timer: Timer): RegexClient {
  let running: { readonly worker: WorkerLike; readonly calls: WorkerCalls<RegexCalls> } | undefined;
  const begin = (): NonNullable<typeof running> => {
    const worker = start();
    const calls = createWorkerCalls<RegexCalls>(worker, WORDS, {}, () => {
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
