import { createRowStoreClient, type RowStoreClient } from './rowStoreClient.ts';
import { FakeWorker } from './fakeWorker.fixture.ts';
import { rowStoreHandlers } from './rowStoreHandlers.ts';
import { ROW_STORE_MOVES, type RowStoreCalls } from './rowStoreProtocol.ts';
import { schemeById } from '../core/keys/schemeRegistry.ts';
import { ticksScheme } from '../core/keys/ticksScheme.fixture.ts';

const scheme = ticksScheme();

type RowStoreWorker = FakeWorker<RowStoreCalls>;

const startWorker = (): RowStoreWorker =>
  new FakeWorker(
    rowStoreHandlers((schemeId) => (schemeId === scheme.id ? scheme : undefined)),
    ROW_STORE_MOVES,
  );

export interface RowStorePair {
  /** The first worker that was started. */
  readonly worker: RowStoreWorker;
  /** All workers, in the order in which they were started. */
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

/** An entity of a group at `seconds` seconds, in a key of ticks. */
export function entityAt(group: string, seconds: number, rowKey: string, more: object = {}): object {
  const ticks = `${String(seconds).padStart(12, '0')}0000000`;
  return { PartitionKey: `${group}_${ticks}`, RowKey: rowKey, ...more };
}

/** A row store that knows all key schemes. */
export function rowStore(): RowStoreClient {
  return createRowStoreClient(() => new FakeWorker(rowStoreHandlers(schemeById), ROW_STORE_MOVES));
}

/** A row store in which run 1 began, and its only query brought these rows. */
export async function storeWith(...entities: readonly object[]): Promise<RowStoreClient> {
  const { client } = rowStorePair();
  await client.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries: [{ index: 0, label: 'all' }] });
  await client.append(1, 0, page(...entities));
  return client;
}

/** All rows of a store, as a file of this format that was sent in pieces. */
export async function exported(
  client: RowStoreClient,
  request: Parameters<RowStoreClient['exportRows']>[0],
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await client.exportRows(request, { onChunk: (bytes) => void chunks.push(bytes) });
  return Buffer.concat(chunks);
}
