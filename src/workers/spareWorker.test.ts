import { describe, expect, it } from 'vitest';
import { createSpareWorker } from './spareWorker.ts';
import type { WorkerLike } from './workerCalls.ts';

/** Starts workers that do nothing but fail when told to. */
function rig() {
  const started: { readonly worker: WorkerLike; readonly fail: () => void }[] = [];
  const start = (): WorkerLike => {
    const listeners: ((event: never) => void)[] = [];
    const worker: WorkerLike = {
      postMessage: () => undefined,
      terminate: () => undefined,
      addEventListener: (type: string, listener: (event: never) => void) => {
        if (type === 'error') listeners.push(listener);
      },
    };
    const fail = (): void => {
      for (const listener of listeners) listener({} as never);
    };
    started.push({ worker, fail });
    return worker;
  };
  return { started, spare: createSpareWorker(start) };
}

describe('a worker started ahead', () => {
  it('is the next one taken, once, and no other is started for it', () => {
    const { started, spare } = rig();
    spare.prepare();
    spare.prepare();
    expect(started).toHaveLength(1);
    expect(spare.take()).toBe(started[0]?.worker);
    expect(started).toHaveLength(1);
    expect(spare.take()).toBe(started[1]?.worker);
  });

  it('is not taken if its script did not load; another can be prepared then', () => {
    const { started, spare } = rig();
    spare.prepare();
    started[0]?.fail();
    expect(spare.take()).toBe(started[1]?.worker);
    spare.prepare();
    started[2]?.fail();
    spare.prepare();
    expect(spare.take()).toBe(started[3]?.worker);
    expect(started).toHaveLength(4);
  });
});
