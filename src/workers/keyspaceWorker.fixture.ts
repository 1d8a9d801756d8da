import { FakeWorker } from './fakeWorker.fixture.ts';
import { KEYSPACE_MOVES, keyspaceHandlers } from './keyspaceHandlers.ts';
import type { KeyspaceCalls } from './keyspaceProtocol.ts';

/** A worker in this thread. `stepMs`: what each reading of the clock takes. */
export function fakeKeyspaceWorker(stepMs = 0): {
  readonly worker: FakeWorker<KeyspaceCalls>;
  readonly posted: FakeWorker<KeyspaceCalls>['posted'];
} {
  const worker = new FakeWorker(keyspaceHandlers(), KEYSPACE_MOVES);
  worker.tickMs = stepMs;
  return { worker, posted: worker.posted };
}
