import { expect, it } from 'vitest';
import { createActivity } from '../state/base/activity.ts';
import { createStore } from '../state/base/store.ts';
import type { ConnectionState } from '../state/connection/connectionState.ts';
import { loadAhead } from './loadAhead.ts';

const CONNECTED = { kind: 'connected', session: {} } as ConnectionState;

function rig() {
  const activity = createActivity((done) => void setImmediate(done));
  const connection = createStore<ConnectionState>({ kind: 'none' });
  const loaded: string[] = [];
  const part = (name: string) => () => {
    loaded.push(name);
    return Promise.resolve();
  };
  const timers: (() => void)[] = [];
  loadAhead(
    { connection, activity, whenQuiet: () => undefined, setTimer: (run) => timers.push(run) },
    part('run'),
    part('expressions'),
    () =>
      Promise.resolve({
        NEEDED: [part('charts')],
        NEEDED_FOR_A_RUN: [part('query')],
        NEEDED_FOR_A_FILE: [part('files')],
        NEEDED_LATER: [part('sample')],
      }),
  );
  const turns = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return { activity, connection, loaded, timers, turns };
}

it('loads what a run needs while the page connects, and the rest once the run has nothing to do', async () => {
  const { activity, connection, loaded, turns } = rig();
  await turns(3);
  expect(loaded).toEqual([]);
  connection.set({ kind: 'connecting' });
  await turns(3);
  expect(loaded).toEqual(['run', 'query']);
  const endRun = activity.begin();
  connection.set(CONNECTED);
  await turns(10);
  expect(loaded).toEqual(['run', 'query', 'run', 'query']);
  endRun();
  await activity.idle();
  expect(loaded.slice(4)).toEqual(['expressions', 'charts']);
});

it('does not wait for a long run, because a newer version may remove the files', async () => {
  const { activity, connection, loaded, timers, turns } = rig();
  activity.begin();
  connection.set(CONNECTED);
  await turns(10);
  expect(loaded).not.toContain('charts');
  for (const run of timers) run();
  await turns(10);
  expect(loaded).toContain('charts');
});
