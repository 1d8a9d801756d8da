import { expect, it } from 'vitest';
import { EMPTY_FORM } from './queryForm.ts';
import { createLateEngine } from './queryRun.ts';
import { rig, textOf } from './queryRun.fixture.ts';
import { NO_RUN } from './runState.ts';

const LOADED = createLateEngine();
const ENGINE = await LOADED.load();

/** A run store whose engine arrives, or fails to load, when the test says so; `loads` has one entry for each time it was asked for. */
function setUp() {
  const loads: { arrive: () => void; fail: (fault: Error) => void }[] = [];
  const engine = createLateEngine(
    () => new Promise((resolve, reject) => loads.push({ arrive: () => resolve(ENGINE), fail: reject })),
  );
  return { ...rig({ prefixes: 2, rowsEach: 15, engine }), loads };
}

it('a run starts once its engine is there, and the page is busy until then', async () => {
  const { plan, run, session, activity, ended, loads } = setUp();
  run.start(plan, session, EMPTY_FORM);
  run.start(plan, session, EMPTY_FORM);
  expect([activity.pending(), loads.length]).toEqual([2, 1]);
  expect(() => run.get()).toThrow('No run was started.');
  loads[0]?.arrive();
  await ended();
  expect(textOf(run)).toBe('Complete: 30 rows from 2 of 2 prefixes');
  expect(run.get().runId).toBe(1);
});

it('a run that is cancelled before its engine is there does not start', async () => {
  const { plan, run, session, service, ended, loads } = setUp();
  run.start(plan, session, EMPTY_FORM);
  run.cancel();
  loads[0]?.arrive();
  await ended();
  expect(service.seen).toEqual([]);
  expect(() => run.get()).toThrow('No run was started.');
});

it('a run says why its engine cannot be loaded, and the next start asks for it again', async () => {
  const { plan, run, session, ended, loads, idle } = setUp();
  run.start(plan, session, EMPTY_FORM);
  loads[0]?.fail(new Error('A newer version was published.'));
  await ended();
  expect(idle()).toEqual({ ...NO_RUN, fault: 'A newer version was published.' });
  run.start(plan, session, EMPTY_FORM);
  loads[1]?.arrive();
  await ended();
  expect(textOf(run)).toBe('Complete: 30 rows from 2 of 2 prefixes');
});
