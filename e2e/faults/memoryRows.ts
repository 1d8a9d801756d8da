// The row store as the worker runs it, called directly.
import { schemeById } from '../../src/core/keys/schemeRegistry.ts';
import { createRowStoreCore } from '../../src/workers/rowStoreCore.ts';
import type {
  RowStoreCalls,
  RowStoreRequest,
  RowStoreResponse,
  RunSpec,
} from '../../src/workers/rowStoreProtocol.ts';
import type { StoredKey } from './seededRun.ts';

export interface MemoryRows {
  readonly append: (
    page: Omit<RowStoreCalls['append']['input'], 'runId'>,
  ) => RowStoreCalls['append']['output'];
  /** In order of arrival. */
  readonly keys: () => readonly StoredKey[];
  /** The lines of an NDJSON export. */
  readonly exported: () => readonly string[];
}

const RUN_ID = 1;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** An empty store for the rows of a run. */
export function createMemoryRows(spec: Omit<RunSpec, 'runId'>): MemoryRows {
  const answers: RowStoreResponse[] = [];
  const core = createRowStoreCore({
    post: (message) => {
      answers.push(message);
    },
    schemeOf: schemeById,
  });
  const call = <K extends 'begin' | 'append' | 'view'>(
    kind: K,
    input: RowStoreCalls[K]['input'],
  ): RowStoreCalls[K]['output'] => {
    core({ id: 1, kind, input } as RowStoreRequest);
    const answer = answers.pop();
    if (answer?.kind !== 'done') throw new Error(answer?.kind === 'failed' ? answer.message : 'No answer.');
    return answer.output as RowStoreCalls[K]['output'];
  };
  call('begin', { ...spec, runId: RUN_ID });
  return {
    append: (page) => call('append', { runId: RUN_ID, ...page }),
    keys: () =>
      call('view', { order: 'arrival', from: 0, to: NO_LIMIT }).rows.map(
        ({ queryIndex, partitionKey, rowKey }) => ({ queryIndex, partitionKey, rowKey }),
      ),
    exported: () => {
      const chunks: Uint8Array[] = [];
      core({ id: 2, kind: 'exportNdjson', input: {} });
      for (let answer = answers.pop(); answer?.kind === 'chunk'; answer = answers.pop()) {
        chunks.push(answer.bytes);
        core({ id: 2, kind: 'next' });
      }
      return Buffer.concat(chunks).toString('utf8').split('\n').slice(0, -1);
    },
  };
}
