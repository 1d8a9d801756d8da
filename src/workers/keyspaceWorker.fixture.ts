import { createKeyspaceCore } from './keyspaceCore.ts';
import type { KeyspaceRequest, KeyspaceResponse } from './keyspaceProtocol.ts';
import type { WorkerLike } from './workerCalls.ts';

/** A worker of this thread: messages are cloned. `stepMs`: what each look at the clock takes. */
export function fakeKeyspaceWorker(stepMs = 0): {
  readonly worker: WorkerLike;
  readonly posted: readonly KeyspaceResponse[];
} {
  const listeners = new Map<string, (event: unknown) => void>();
  const posted: KeyspaceResponse[] = [];
  let nowMs = 0;
  const handle = createKeyspaceCore({
    post: (message) => {
      posted.push(message);
      const data = structuredClone(message);
      queueMicrotask(() => listeners.get('message')?.({ data }));
    },
    later: (run) => void setImmediate(run),
    nowMs: () => {
      nowMs += stepMs;
      return nowMs;
    },
  });
  const worker: WorkerLike = {
    addEventListener: (type: string, listener: (event: never) => void) =>
      void listeners.set(type, listener as (event: unknown) => void),
    postMessage: (message) => {
      const received = structuredClone(message) as KeyspaceRequest;
      queueMicrotask(() => handle(received));
    },
    terminate: () => {},
  };
  return { worker, posted };
}
