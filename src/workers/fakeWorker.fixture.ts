import { type CallHandlers, serveCalls } from './serveCalls.ts';
import type { WorkerLike } from './workerCalls.ts';
import type { CallMoves, CallTable, WorkerAnswer, WorkerRequest } from './workerMessages.ts';
import { createKeyDecoderClient, type KeyDecoderClient } from './keyDecoderClient.ts';
import { keyDecoderHandlers } from './keyDecoderHandlers.ts';
import { KEY_DECODER_MOVES, type KeyDecoderCalls } from './keyDecoderProtocol.ts';
import { keyspaceHandlers } from './keyspaceHandlers.ts';
import { KEYSPACE_MOVES, type KeyspaceCalls } from './keyspaceProtocol.ts';

/** A worker whose two sides are events on this thread. As between threads, messages are cloned and buffers transferred. */
export class FakeWorker<Calls extends CallTable<Calls>> implements WorkerLike {
  private readonly listeners = new Map<string, (event: unknown) => void>();
  readonly sent: WorkerRequest<Calls>[] = [];
  readonly posted: WorkerAnswer[] = [];
  /** By how many milliseconds the clock advances each time it is read. */
  tickMs = 0;
  terminated = false;
  private nowMs = 0;
  private readonly handle: (request: WorkerRequest<Calls>) => void;

  constructor(handlers: CallHandlers<Calls>, moves: Partial<CallMoves<Calls>> = {}) {
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

  /** Acts as if the worker's script had crashed. */
  crash(message: string): void {
    this.terminated = true;
    this.listeners.get('error')?.({ message });
  }

  /** Acts as if the script could not be loaded. */
  failToLoad(): void {
    this.terminated = true;
    this.listeners.get('error')?.({});
  }

  /** Acts as if an answer could not be cloned. */
  garble(): void {
    this.listeners.get('messageerror')?.({ data: undefined });
  }
}

export interface KeyDecoderPair {
  readonly worker: FakeWorker<KeyDecoderCalls>;
  readonly client: KeyDecoderClient;
}

export function keyDecoderPair(): KeyDecoderPair {
  const worker = new FakeWorker(keyDecoderHandlers(), KEY_DECODER_MOVES);
  return { worker, client: createKeyDecoderClient(worker) };
}

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
