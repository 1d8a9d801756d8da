import type { KeyScheme } from '../core/keys/base/keyScheme.ts';
import { createRowStoreClient, type RowStoreClient } from './rowStoreClient.ts';
import { FakeWorker } from './fakeWorker.fixture.ts';
import { ROW_STORE_MOVES, rowStoreHandlers } from './rowStoreHandlers.ts';
import type { RowStoreCalls } from './rowStoreProtocol.ts';
import type { RowTime } from '../core/keys/base/scheme.ts';

/** PartitionKey is `<group>_<19 digits of ticks>`. */
const scheme: KeyScheme = {
  id: 'test-ticks',
  title: 'Test ticks',
  entry: {
    id: 'test-ticks',
    title: 'Test ticks',
    family: 'ticks',
    source: 'tests',
    exactTime: ['EventTime'],
  },
  timeSource: 'partition',
  order: 'ascending',
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
  groupOf: (partitionKey: string) => partitionKey.slice(0, partitionKey.indexOf('_')),
};

type RowStoreWorker = FakeWorker<RowStoreCalls>;

const startWorker = (): RowStoreWorker =>
  new FakeWorker(
    rowStoreHandlers((schemeId) => (schemeId === scheme.id ? scheme : undefined)),
    ROW_STORE_MOVES,
  );

export interface RowStorePair {
  /** The first one. */
  readonly worker: RowStoreWorker;
  /** All workers started, in order. */
  readonly workers: readonly RowStoreWorker[];
  readonly client: RowStoreClient;
}

export function rowStorePair(): RowStorePair {
  const worker = startWorker();
  const workers: RowStoreWorker[] = [];
  const client = createRowStoreClient(() => {
    const next = workers.length === 0 ? worker : startWorker();
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

/** An entity of a group at this many seconds. */
export function entityAt(group: string, seconds: number, rowKey: string, more: object = {}): object {
  const ticks = `${String(seconds).padStart(12, '0')}0000000`;
  return { PartitionKey: `${group}_${ticks}`, RowKey: rowKey, ...more };
}
