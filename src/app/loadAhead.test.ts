import { expect, it, describe } from 'vitest';
import { createActivity } from '../state/base/activity.ts';
import { createStore } from '../state/base/store.ts';
import type { ConnectionState } from '../state/connection/connectionState.ts';
import { loadAhead, onceQuiet, QUIET_MS } from './loadAhead.ts';

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

/** A page on a virtual clock, with a user who presses keys at these times. */
function page(keysAtMs: readonly number[], busyUntilMs = 0) {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly run: () => void }[] = [];
  const keys = new EventTarget();
  const setTimer = (run: () => void, ms: number): void => void timers.push({ atMs: nowMs + ms, run });
  const idle = (): Promise<void> =>
    nowMs >= busyUntilMs
      ? Promise.resolve()
      : new Promise((resolve) => setTimer(resolve, busyUntilMs - nowMs));
  const whenQuiet = onceQuiet({ idle }, { setTimer, monotonicMs: () => nowMs }, keys);
  for (const atMs of keysAtMs) setTimer(() => keys.dispatchEvent(new Event('keydown')), atMs);
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  /** When the work began, in milliseconds. */
  return async (): Promise<number | undefined> => {
    const ran: number[] = [];
    whenQuiet(() => void ran.push(nowMs));
    await settle();
    while (ran.length === 0 && timers.length > 0) {
      nowMs = Math.min(...timers.map(({ atMs }) => atMs));
      const due = timers.filter(({ atMs }) => atMs === nowMs);
      timers = timers.filter(({ atMs }) => atMs !== nowMs);
      for (const { run } of due) run();
      await settle();
    }
    return ran[0];
  };
}

describe('onceQuiet', () => {
  it('runs after two seconds with nothing to do', async () => {
    expect(await page([])()).toBe(QUIET_MS);
  });

  it('waits for work of the page first', async () => {
    expect(await page([], 700)()).toBe(700 + QUIET_MS);
  });

  it('does not run while somebody types: two seconds after the last key', async () => {
    const keys = Array.from({ length: 50 }, (_, key) => 500 + key * 150);
    expect(await page(keys)()).toBe(500 + 49 * 150 + QUIET_MS);
  });

  it('is not delayed by a key pressed long ago', async () => {
    expect(await page([10, 900], 5000)()).toBe(5000 + QUIET_MS);
  });
});
