import { serveCalls, type CallHandlers, type IdleWork, type WorkerHost } from './serveCalls.ts';
import type { CallTable, WorkerRequest } from './workerMessages.ts';

/** Serves the page's calls to the worker that this runs in. */
export function serveWorker<Calls extends CallTable<Calls>>(
  handlers: CallHandlers<Calls>,
  moves: readonly (keyof Calls)[],
  idle?: IdleWork,
): void {
  const host: WorkerHost = {
    post: (message, transfer) => postMessage(message, transfer),
    later: laterByMessage(),
    nowMs: () => performance.now(),
  };
  const handle = serveCalls(host, handlers, moves, idle);
  addEventListener('message', (event: MessageEvent<WorkerRequest<Calls>>) => handle(event.data));
}

/**
 * Lets other messages in between two slices of work: a message to oneself waits in the same queue, a timer would wait
 * longer.
 */
function laterByMessage(): (run: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.addEventListener('message', () => waiting.shift()?.());
  port1.start();
  return (run) => {
    waiting.push(run);
    port2.postMessage(undefined);
  };
}
