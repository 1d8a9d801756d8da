import { serveCalls, type CallHandlers, type IdleWork, type WorkerHost } from './serveCalls.ts';
import type { CallMoves, CallTable, WorkerRequest } from './workerMessages.ts';

/** Answers the page's calls in the worker that runs this. */
export function serveWorker<Calls extends CallTable<Calls>>(
  handlers: CallHandlers<Calls>,
  moves: Partial<CallMoves<Calls>>,
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
 * Lets other messages be handled between two slices of work. A message to itself waits in the same queue as these; a timer would wait
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
