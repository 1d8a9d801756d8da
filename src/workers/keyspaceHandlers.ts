import { diagnose, diagnosisScope } from '../core/keyspace/diagnosis/diagnose.ts';
import { modelAnswer } from '../core/keyspace/model/modelAnswer.ts';
import { simulateSteps } from '../core/keyspace/model/simulate.ts';
import { FileRows, type ReadFile } from '../core/keyspace/sources/fileRows.ts';
import { StoreMap } from '../core/rows/storeMap.ts';
import type { FileRequest, KeyspaceCalls } from './keyspaceProtocol.ts';
import { encodingOfText } from './keyText.ts';
import type { CallHandlers, WorkStep } from './serveCalls.ts';

const MARK_BYTES = 4;
/** Text passed to the reader at once; a browser may read megabytes. */
const PART_CHARS = 1 << 18;

/** The call handlers of a worker that holds the rows of an export and runs simulations. */
export function keyspaceHandlers(): CallHandlers<KeyspaceCalls> {
  let map: StoreMap | undefined;
  const rows = (): StoreMap => {
    if (map === undefined) throw new Error('No file is read: drop one first.');
    return map;
  };
  return {
    readFile: async function* (request) {
      map = undefined;
      const { store, scheme, summary } = yield* readFile(request);
      map = new StoreMap(store, scheme);
      return summary;
    },
    matrix: (request) => rows().matrix(request),
    facts: (request) => rows().facts(request),
    diagnose: (input) => ({ findings: diagnose(input), scope: diagnosisScope(input) }),
    reset: () => {
      map = undefined;
      return undefined;
    },
    simulate: function* (input) {
      // Typing sends many requests: this lets an outdated one be cancelled before it starts.
      yield { kind: 'listen' };
      const steps = simulateSteps(input);
      for (;;) {
        const step = steps.next();
        if (step.done === true) return modelAnswer(step.value);
        yield undefined;
      }
    },
  };
}

/** Calls whose answer is transferred, not cloned. */
export const KEYSPACE_MOVES = ['matrix', 'facts', 'simulate'] as const;

/**
 * Reads a file to its end.
 * @yields progress, and pauses between pieces of its text
 */
async function* readFile({
  source,
  kind,
  tableName,
}: FileRequest): AsyncGenerator<WorkStep, ReadFile, undefined> {
  const head = new Uint8Array(await source.slice(0, MARK_BYTES).arrayBuffer());
  const decoder = new TextDecoder(encodingOfText(head));
  const file = new FileRows(kind, tableName);
  const reader = source.stream().getReader();
  let bytesRead = 0;
  const progress = (): WorkStep => ({
    kind: 'progress',
    progress: { bytesRead, bytesTotal: source.size, rows: file.rowCount },
  });
  try {
    for (let isLast = false; !isLast; ) {
      const chunk = await reader.read();
      isLast = chunk.done;
      bytesRead += chunk.value?.length ?? 0;
      const text = chunk.done ? decoder.decode() : decoder.decode(chunk.value, { stream: true });
      for (let at = 0; at < text.length; at += PART_CHARS) {
        for (const _step of file.push(text.slice(at, at + PART_CHARS))) yield progress();
        yield undefined;
      }
      if (!isLast) yield progress();
    }
  } finally {
    // A cancelled file may be large.
    void reader.cancel().catch(() => undefined);
  }
  const steps = file.end();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield progress();
  }
}
