import { describe, expect, it } from 'vitest';
import { createSpareWorkers } from './spareWorkers.ts';
import type { WorkerLike } from './workerCalls.ts';

/** Starts workers that do nothing, and fail when the test says so. */
function rig(count: number) {
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
  return { started, spare: createSpareWorkers(start, count) };
}

describe('a worker started ahead', () => {
  it('is the next one taken, once, and no other is started for it', () => {
    const { started, spare } = rig(1);
    spare.prepare();
    spare.prepare();
    expect(started).toHaveLength(1);
    expect(spare.take()).toBe(started[0]?.worker);
    expect(started).toHaveLength(1);
    expect(spare.take()).toBe(started[1]?.worker);
  });

  it('is not taken if its script did not load; another can be prepared then', () => {
    const { started, spare } = rig(1);
    spare.prepare();
    started[0]?.fail();
    expect(spare.take()).toBe(started[1]?.worker);
    spare.prepare();
    started[2]?.fail();
    spare.prepare();
    expect(spare.take()).toBe(started[3]?.worker);
    expect(started).toHaveLength(4);
  });

  it('waits beside others: without a network, as many can be taken', () => {
    const { started, spare } = rig(2);
    spare.prepare();
    expect(started).toHaveLength(2);
    expect(spare.take()).toBe(started[0]?.worker);
    // From here on there is no network, so a worker that is started now fails.
    spare.prepare();
    expect(started).toHaveLength(3);
    started[2]?.fail();
    expect(spare.take()).toBe(started[1]?.worker);
    expect(started).toHaveLength(3);
    spare.prepare();
    expect(started).toHaveLength(5);
  });
});
