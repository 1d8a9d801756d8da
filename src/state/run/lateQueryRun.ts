import type { Activity } from '../base/activity.ts';
import { createStore } from '../base/store.ts';
import { NO_RUN, type QueryRunStore } from './runState.ts';

/**
 * The run store, available from the start. The code that runs queries and judges results loads with the first
 * connection, not with the first screen; an earlier start waits for it.
 */
export function createLateQueryRun(
  load: () => Promise<QueryRunStore>,
  activity: Activity,
): QueryRunStore & { readonly load: () => Promise<void> } {
  const store = createStore<ReturnType<QueryRunStore['get']>>(NO_RUN);
  let real: QueryRunStore | undefined;
  let loading: Promise<QueryRunStore> | undefined;
  /** The start that waits, unless it was cancelled. */
  let waiting: object | undefined;

  const loaded = (): Promise<QueryRunStore> => {
    loading ??= load().then((run) => {
      real = run;
      run.subscribe(() => store.set(run.get()));
      return run;
    });
    // If loading failed, the next start loads again.
    loading.catch(() => (loading = undefined));
    return loading;
  };
  const start: QueryRunStore['start'] = (plan, session, form) => {
    if (real !== undefined) {
      real.start(plan, session, form);
      return;
    }
    const mine = {};
    waiting = mine;
    const end = activity.begin();
    void loaded()
      .then(
        (run) => {
          if (waiting === mine) run.start(plan, session, form);
        },
        (caught: unknown) =>
          store.set({ ...NO_RUN, fault: caught instanceof Error ? caught.message : String(caught) }),
      )
      .finally(end);
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    start,
    canResume: (session) => real?.canResume(session) ?? false,
    resume: (session) => real?.resume(session),
    cancel: () => {
      waiting = undefined;
      real?.cancel();
    },
    list: (requests) =>
      void loading?.then(
        (run) => run.list(requests),
        () => undefined,
      ),
    unpause: () => real?.unpause(),
    load: async () => {
      await loaded();
    },
  };
}

export const LOST =
  'A part of this page could not be loaded: most likely a new version was published. Reload the page; the query stays in the address.';

/** Loads the code that runs queries and judges their result. Rejects with a message if it cannot be loaded. */
export async function loadQueryRun() {
  try {
    return await import('./queryRun.ts');
  } catch {
    throw new Error(LOST);
  }
}
