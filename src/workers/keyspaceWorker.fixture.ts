import { FakeWorker } from './fakeWorker.fixture.ts';
import { keyspaceHandlers } from './keyspaceHandlers.ts';
import { KEYSPACE_MOVES } from './keyspaceProtocol.ts';
import type { KeyspaceCalls } from './keyspaceProtocol.ts';

/**
 * A worker on this thread.
 * @param stepMs How many milliseconds pass each time the clock is read.
 */
export function fakeKeyspaceWorker(stepMs = 0): {
  readonly worker: FakeWorker<KeyspaceCalls>;
  readonly posted: FakeWorker<KeyspaceCalls>['posted'];
} {
  const worker = new FakeWorker(keyspaceHandlers(), KEYSPACE_MOVES);
  worker.tickMs = stepMs;
  return { worker, posted: worker.posted };
}
