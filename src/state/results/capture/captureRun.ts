import type { RowStoreClient } from '../../../workers/rowStoreClient.ts';
import { createStore } from '../../base/store.ts';
import type { EndedRun, QueryRunStore, RunState } from '../../run/runState.ts';

/** The run of an opened file. It has ended and cannot be continued. `startElsewhere`: starts a new query in another result. */
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
    follow: () => undefined,
    cancel: () => undefined,
    list: () => undefined,
    unpause: () => undefined,
  };
}

/** The run after its rows were lost with their worker: no counts remain. */
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
