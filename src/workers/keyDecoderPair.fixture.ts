import { createKeyDecoderClient, type KeyDecoderClient } from './keyDecoderClient.ts';
import { createKeyDecoderCore } from './keyDecoderCore.ts';
import type { KeyDecoderRequest } from './keyDecoderProtocol.ts';
import type { WorkerLike } from './workerCalls.ts';

/** A worker whose two sides are events of this thread: messages are cloned and buffers moved as between threads. */
class FakeWorker implements WorkerLike {
  private readonly listeners = new Map<string, (event: unknown) => void>();
  readonly sent: KeyDecoderRequest[] = [];
  /** Grows by this with each look at the clock. */
  tickMs = 0;
  private nowMs = 0;
  terminated = false;
  private readonly handle = createKeyDecoderCore({
    post: (message, transfer) => this.deliver(structuredClone(message, { transfer })),
    later: (run) => void setImmediate(run),
    nowMs: () => {
      this.nowMs += this.tickMs;
      return this.nowMs;
    },
  });

  addEventListener(type: string, listener: (event: never) => void): void {
    this.listeners.set(type, listener as (event: unknown) => void);
  }

  postMessage(message: unknown, transfer: ArrayBuffer[]): void {
    const received = structuredClone(message, { transfer }) as KeyDecoderRequest;
    this.sent.push(received);
    if (!this.terminated) queueMicrotask(() => this.handle(received));
  }

  terminate(): void {
    this.terminated = true;
  }

  /** As a crash of the worker's script, or an answer that cannot be cloned. */
  crash(message: string): void {
    this.terminated = true;
    this.listeners.get('error')?.({ message });
  }

  garble(): void {
    this.listeners.get('messageerror')?.({ data: undefined });
  }

  private deliver(data: unknown): void {
    queueMicrotask(() => this.listeners.get('message')?.({ data }));
  }
}

export interface KeyDecoderPair {
  readonly worker: FakeWorker;
  readonly client: KeyDecoderClient;
}

export function keyDecoderPair(): KeyDecoderPair {
  const worker = new FakeWorker();
  return { worker, client: createKeyDecoderClient(worker) };
}
