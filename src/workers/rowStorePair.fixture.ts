import { createRowStoreClient, type RowStoreClient } from './rowStoreClient.ts';
import { createRowStoreCore } from './rowStoreCore.ts';
import type { RowStoreRequest } from './rowStoreProtocol.ts';
import type { WorkerLike } from './workerCalls.ts';
import type { KeyScheme, RowTime } from '../core/keys/base/scheme.ts';

/** PartitionKey is `<group>_<19 digits of ticks>`. */
const scheme: KeyScheme = {
  id: 'test-ticks',
  title: 'Test ticks',
  writer: 'tests',
  source: 'rowStorePair.fixture.ts',
  timeSource: 'partition',
  rounding: 'exact',
  order: 'ascending',
  grammar: {},
  prefixed: true,
  read: () => undefined,
  segments: () => undefined,
  ranges: () => [],
  homes: () => undefined,
  rowTime: (partitionKey: string, _rowKey: string, into: RowTime) => {
    const digits = partitionKey.slice(partitionKey.indexOf('_') + 1);
    into.seconds = Number(digits.slice(0, 12));
    into.fraction = Number(digits.slice(12));
    return digits.length === 19;
  },
  eventTimeProperties: [],
  groupOf: (partitionKey: string) => partitionKey.slice(0, partitionKey.indexOf('_')),
};

/** A worker whose two sides are events of this thread: messages are cloned and buffers moved as between threads. */
class FakeWorker implements WorkerLike {
  private readonly listeners = new Map<string, (event: unknown) => void>();
  readonly sent: RowStoreRequest[] = [];
  terminated = false;
  private readonly handle = createRowStoreCore({
    schemeOf: (schemeId) => (schemeId === scheme.id ? scheme : undefined),
    post: (message, transfer) => this.deliver(structuredClone(message, { transfer })),
  });

  addEventListener(type: string, listener: (event: never) => void): void {
    this.listeners.set(type, listener as (event: unknown) => void);
  }

  postMessage(message: unknown, transfer: ArrayBuffer[]): void {
    const received = structuredClone(message, { transfer }) as RowStoreRequest;
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

export interface RowStorePair {
  /** The first one. */
  readonly worker: FakeWorker;
  /** All that were started, in order. */
  readonly workers: readonly FakeWorker[];
  readonly client: RowStoreClient;
}

export function rowStorePair(): RowStorePair {
  const worker = new FakeWorker();
  const workers: FakeWorker[] = [];
  const client = createRowStoreClient(() => {
    const next = workers.length === 0 ? worker : new FakeWorker();
    workers.push(next);
    return next;
  });
  return { worker, workers, client };
}

export const TEST_SCHEME_ID = scheme.id;

const encoder = new TextEncoder();

export function page(...entities: readonly object[]): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify({ value: entities }));
}

/** An entity of a group at so many seconds. */
export function entityAt(group: string, seconds: number, rowKey: string, more: object = {}): object {
  const ticks = `${String(seconds).padStart(12, '0')}0000000`;
  return { PartitionKey: `${group}_${ticks}`, RowKey: rowKey, ...more };
}
