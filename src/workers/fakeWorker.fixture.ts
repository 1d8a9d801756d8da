import { type CallHandlers, serveCalls } from './serveCalls.ts';
import type { WorkerLike } from './workerCalls.ts';
import type { CallTable, WorkerAnswer, WorkerRequest } from './workerMessages.ts';

/**
 * A worker whose two sides are events of this thread: messages are cloned and buffers transferred as between threads.
 */
export class FakeWorker<Calls extends CallTable<Calls>> implements WorkerLike {
  private readonly listeners = new Map<string, (event: unknown) => void>();
  readonly sent: WorkerRequest<Calls>[] = [];
  readonly posted: WorkerAnswer[] = [];
  /** How far the clock advances each time it is read. */
  tickMs = 0;
  terminated = false;
  private nowMs = 0;
  private readonly handle: (request: WorkerRequest<Calls>) => void;

  constructor(handlers: CallHandlers<Calls>, moves: readonly (keyof Calls)[] = []) {
    this.handle = serveCalls(
      {
        post: (message, transfer) => {
          const data = structuredClone(message, { transfer });
          this.posted.push(message);
          queueMicrotask(() => this.listeners.get('message')?.({ data }));
        },
        later: (run) => void setImmediate(run),
        nowMs: () => {
          this.nowMs += this.tickMs;
          return this.nowMs;
        },
      },
      handlers,
      moves,
    );
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    this.listeners.set(type, listener as (event: unknown) => void);
  }

  postMessage(message: unknown, transfer: ArrayBuffer[]): void {
    const received = structuredClone(message, { transfer }) as WorkerRequest<Calls>;
    this.sent.push(received);
    if (!this.terminated) queueMicrotask(() => this.handle(received));
  }

  terminate(): void {
    this.terminated = true;
  }

  /** Like a crash of the worker's script. */
  crash(message: string): void {
    this.terminated = true;
    this.listeners.get('error')?.({ message });
  }

  /** Like a script that cannot be loaded. */
  failToLoad(): void {
    this.terminated = true;
    this.listeners.get('error')?.({});
  }

  /** Like an answer that cannot be cloned. */
  garble(): void {
    this.listeners.get('messageerror')?.({ data: undefined });
  }
}
