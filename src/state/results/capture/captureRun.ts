import type { RowStoreClient } from '../../../workers/rowStoreClient.ts';
import { createStore } from '../../base/store.ts';
import type { EndedRun, QueryRunStore, RunState } from '../../run/runState.ts';

/** The run of a file: it has ended, and nothing can be read after it. `startElsewhere`: a new query leaves it as it is. */
export function captureRun(
  run: EndedRun,
  rows: Pick<RowStoreClient, 'onLost'>,
  startElsewhere: QueryRunStore['start'],
): QueryRunStore {
  const store = createStore<RunState>(run);
  rows.onLost((words) => store.set(withoutRows(run, words)));
  return {
    get: store.get,
    subscribe: store.subscribe,
    start: startElsewhere,
    canResume: () => false,
    resume: () => undefined,
    cancel: () => undefined,
    list: () => undefined,
    unpause: () => undefined,
  };
}

/** The rows died with their worker: none counts any more. */
function withoutRows(run: EndedRun, words: string): EndedRun {
  const { tables, readAtMs, queriesAsked } = run.completeness;
  return {
    ...run,
    rows: 0,
    dataVersion: run.dataVersion + 1,
    completeness: {
      state: 'stopped',
      rows: 0,
      queriesDone: 0,
      queriesAsked,
      readAtMs,
      tables,
      reasons: [{ kind: 'cancelled', text: `${words} Open the file again.`, queries: [] }],
      unread: [],
      resumable: false,
    },
  };
}
