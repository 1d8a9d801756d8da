import { describe, expect, it } from 'vitest';
import { createActivity } from '../base/activity.ts';
import { createLateQueryRun } from './lateQueryRun.ts';
import { createStore } from '../base/store.ts';
import { NO_RUN, type QueryRunStore, type RunState } from './runState.ts';

type StartArguments = Parameters<QueryRunStore['start']>;

/** Arguments of a start; the store that loads late looks at none of them. */
const ASKED = [{ queries: [] }, {}, { table: 'Logs' }] as unknown as StartArguments;

/** A store that records its calls and when they arrive. */
function setUp() {
  const told: string[] = [];
  const inner = createStore<ReturnType<QueryRunStore['get']>>(NO_RUN);
  const real: QueryRunStore = {
    get: inner.get,
    subscribe: inner.subscribe,
    start: () => {
      told.push('start');
      inner.set({ phase: 'running', runId: 1 } as RunState);
    },
    canResume: () => true,
    resume: () => void told.push('resume'),
    cancel: () => void told.push('cancel'),
    list: (requests) => void told.push(`list ${requests.length}`),
    unpause: () => void told.push('unpause'),
  };
  const loads: { resolve: (run: QueryRunStore) => void; reject: (fault: Error) => void }[] = [];
  const activity = createActivity((done) => done());
  const run = createLateQueryRun(
    () => new Promise((resolve, reject) => void loads.push({ resolve, reject })),
    activity,
  );
  return { told, real, loads, activity, run };
}

describe('the run before its part of the page is there', () => {
  it('starts once it is there, keeps the page busy until then, and shows its state from then on', async () => {
    const { told, real, loads, activity, run } = setUp();
    let isIdle = false;
    // Of no run: nobody lists them.
    run.list([]);
    run.start(...ASKED);
    run.list([]);
    const idle = activity.idle().then(() => (isIdle = true));
    await Promise.resolve();
    expect([told, isIdle, run.get(), run.canResume(ASKED[1])]).toEqual([[], false, NO_RUN, false]);
    loads[0]?.resolve(real);
    await idle;
    expect(told).toEqual(['start', 'list 0']);
    expect(run.get().phase).toBe('running');
    run.start(...ASKED);
    run.cancel();
    run.resume(ASKED[1]);
    run.unpause();
    expect(told).toEqual(['start', 'list 0', 'start', 'cancel', 'resume', 'unpause']);
    expect([loads.length, run.canResume(ASKED[1])]).toEqual([1, true]);
  });

  it('is not started if it was cancelled meanwhile, and once where it was asked for twice', async () => {
    const { told, real, loads, activity, run } = setUp();
    run.start(...ASKED);
    run.cancel();
    loads[0]?.resolve(real);
    await activity.idle();
    expect(told).toEqual([]);
    const twice = setUp();
    twice.run.start(...ASKED);
    twice.run.start(...ASKED);
    twice.loads[0]?.resolve(twice.real);
    await twice.activity.idle();
    expect([twice.told, twice.loads.length]).toEqual([['start'], 1]);
  });

  it('says why it cannot be loaded, and asks again at the next start', async () => {
    const { told, real, loads, activity, run } = setUp();
    run.start(...ASKED);
    loads[0]?.reject(new Error('A newer version was published.'));
    await activity.idle();
    expect(run.get()).toEqual({ phase: 'idle', fault: 'A newer version was published.' });
    run.start(...ASKED);
    loads[1]?.resolve(real);
    await activity.idle();
    expect([told, run.get().phase]).toEqual([['start'], 'running']);
  });
});
