// The page's row store with a fake worker, which answers on the same thread, one call after the other, and can crash.
import { schemeById } from '../../src/core/keys/schemeRegistry.ts';
import { createRowStoreClient, type RowStoreClient } from '../../src/workers/rowStoreClient.ts';
import { rowStoreHandlers } from '../../src/workers/rowStoreHandlers.ts';
import { serveCalls } from '../../src/workers/serveCalls.ts';
import type { RowStoreCalls } from '../../src/workers/rowStoreProtocol.ts';
import type { WorkerRequest } from '../../src/workers/workerMessages.ts';
import type { WorkerLike } from '../../src/workers/workerCalls.ts';

export interface MemoryRows {
  readonly client: RowStoreClient;
  /** In the order in which they arrived. */
  readonly keys: () => Promise<readonly HeldKey[]>;
  /** The lines of an NDJSON export. */
  readonly exported: () => Promise<readonly string[]>;
}

/** A stored row, with the query that brought it. */
interface HeldKey {
  readonly queryIndex: number;
  readonly partitionKey: string;
  readonly rowKey: string;
}

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** `diesAtPage`: the first worker stops working when it gets the page with this number. */
export function createMemoryRows(diesAtPage?: number): MemoryRows {
  let pages = 0;
  const client = createRowStoreClient(() =>
    memoryWorker((request) => {
      if (request.kind !== 'append') return false;
      pages += 1;
      return pages === diesAtPage;
    }),
  );
  return {
    client,
    keys: async () => {
      const { rows } = await client.view({ order: 'arrival', from: 0, to: NO_LIMIT });
      return rows.map(({ queryIndex, partitionKey, rowKey }) => ({ queryIndex, partitionKey, rowKey }));
    },
    exported: async () => {
      const chunks: Uint8Array[] = [];
      await client.exportRows({ format: 'ndjson' }, { onChunk: (bytes) => void chunks.push(bytes) });
      return Buffer.concat(chunks).toString('utf8').split('\n').slice(0, -1);
    },
  };
}

function memoryWorker(diesAt: (request: WorkerRequest<RowStoreCalls>) => boolean): WorkerLike {
  const listeners = new Map<string, ((event: never) => void)[]>();
  const tell = (type: string, event: object): void => {
    queueMicrotask(() => {
      for (const listener of listeners.get(type) ?? []) listener(event as never);
    });
  };
  let isDead = false;
  const core = serveCalls<RowStoreCalls>(
    {
      post: (data) => tell('message', { data }),
      later: (run) => queueMicrotask(run),
      nowMs: () => 0,
    },
    rowStoreHandlers(schemeById),
  );
  return {
    postMessage: (message) => {
      if (isDead) return;
      isDead = diesAt(message as WorkerRequest<RowStoreCalls>);
      if (isDead) tell('error', { message: 'out of memory', preventDefault: () => undefined });
      else core(message as WorkerRequest<RowStoreCalls>);
    },
    terminate: () => {
      isDead = true;
    },
    addEventListener: (type: string, listener: (event: never) => void) => {
      listeners.set(type, [...(listeners.get(type) ?? []), listener]);
    },
  };
}
