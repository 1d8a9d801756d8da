import type { Activity } from '../base/activity.ts';
import { createStore } from '../base/store.ts';
import type { QueryRunStore, RunState } from './runState.ts';
import { LOST } from './runEngine.ts';
import { IDLE_RUN } from './runState.ts';

/**
 * The store of the run, there from the start; what runs, and judges what a result claims, comes with the first connection, and not
 * with the first screen. A start that comes before it waits for it.
 */
export function createLateQueryRun(
  load: () => Promise<QueryRunStore>,
  activity: Activity,
): QueryRunStore & { readonly load: () => Promise<void> } {
  const store = createStore<RunState>(IDLE_RUN);
  let real: QueryRunStore | undefined;
  let loading: Promise<QueryRunStore> | undefined;
  /** The start that waits, if it was not cancelled. */
  let waiting: object | undefined;

  const loaded = (): Promise<QueryRunStore> => {
    loading ??= load().then((run) => {
      real = run;
      run.subscribe(() => store.set(run.get()));
      return run;
    });
    // A part that could not be loaded is asked for again by the next start.
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
          store.set({
            ...IDLE_RUN,
            phase: 'ended',
            plan,
            form,
            crash: caught instanceof Error ? caught.message : String(caught),
          }),
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
    unpause: () => real?.unpause(),
    load: async () => {
      await loaded();
    },
  };
}

/** What keeps the state of a run, and says what its result claims. Rejects as `loadRunEngine` does. */
export async function loadQueryRun() {
  try {
    return await import('./queryRun.ts');
  } catch {
    throw new Error(LOST);
  }
}
