import { findKeys } from '../../src/core/keys/pasted/findKeys.fixture.ts';
import type { WorkerLike } from '../../src/workers/workerCalls.ts';
import { createKeyDecoderClient } from '../../src/workers/keyDecoderClient.ts';
import { benchKeys } from './benchKeys.ts';

/** How long pasting many keys blocks the main thread. */
export interface PasteResult {
  readonly keys: number;
  /** Median time of everything on the main thread: the call, and each message from the worker. */
  readonly mainThreadMs: number;
  /** Median time from the call to the summary. */
  readonly answeredAfterMs: number;
  /** Time to search the same keys on the main thread, once. */
  readonly withoutWorkerMs: number;
  readonly faults: readonly string[];
}

const PASTED_KEYS = 10_000;
const RUNS = 15;

/** Wraps a worker and times the handling of its messages, including what runs synchronously after them. */
function timedWorker(worker: Worker, add: (elapsedMs: number) => void): WorkerLike {
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
    addEventListener: (type: string, listener: (event: never) => void) =>
      worker.addEventListener(type, (event) => {
        const startedAtMs = performance.now();
        listener(event as never);
        add(performance.now() - startedAtMs);
      }),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Decodes 10,000 pasted keys in the worker, like the Decode view, and times the main thread's share. */
export async function runPaste(worker: Worker): Promise<PasteResult> {
  const { texts } = benchKeys('prefixed', 'dense', PASTED_KEYS);
  const text = texts.join('\n');
  let costMs = 0;
  const client = createKeyDecoderClient(timedWorker(worker, (elapsedMs) => (costMs += elapsedMs)));
  const costs: number[] = [];
  const answers: number[] = [];
  const faults: string[] = [];
  for (let run = 0; run < RUNS; run++) {
    costMs = 0;
    const startedAtMs = performance.now();
    const decoding = client.decode(text);
    costMs += performance.now() - startedAtMs;
    const summary = await decoding;
    answers.push(performance.now() - startedAtMs);
    costs.push(costMs);
    if (summary.keys !== PASTED_KEYS || summary.unreadable.total > 0)
      faults.push(`${summary.keys} of ${PASTED_KEYS} keys were read`);
  }
  const view = await client.keys({ from: 0, to: 1 });
  if (view.keys[0]?.text !== texts[0]) faults.push('the first key of the list is another one');
  client.dispose();
  const startedAtMs = performance.now();
  const found = findKeys(text).keys.length;
  const withoutWorkerMs = performance.now() - startedAtMs;
  if (found !== PASTED_KEYS) faults.push(`${found} keys were found without the worker`);
  return {
    keys: PASTED_KEYS,
    mainThreadMs: median(costs),
    answeredAfterMs: median(answers),
    withoutWorkerMs,
    faults,
  };
}
