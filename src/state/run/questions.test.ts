import { expect, it } from 'vitest';
import { BUSY } from '../../tables/run/runRig.fixture.ts';
import { EMPTY_FORM } from './queryForm.ts';
import { rig } from './queryRun.fixture.ts';
import { createAskTable, type FirstKey } from './questions.ts';
import type { RunState } from './runState.ts';

type Requests = RunState['requests'];

/** Asks in addition to a run that has ended. */
async function beside(options: Parameters<typeof rig>[0], ask: (firstKey: FirstKey) => Promise<unknown>) {
  const made = rig(options);
  const { clock, run, session, read } = made;
  await read();
  const ofRun = run.get().requests.length;
  const sent = made.service.seen.length;
  const askTable = createAskTable(clock.env, made.activity);
  const { signal } = new AbortController();
  let listed: Requests = [];
  const onRequests = (requests: Requests): void => {
    listed = requests;
    run.list(requests);
  };
  const asked = askTable({ session, tableName: 'Orders', signal, onRequests }, ask);
  const answer = await clock.run(asked.catch((caught: unknown) => String(caught)));
  return { ...made, answer, listed, ofRun, sent: made.service.seen.length - sent };
}

it('returns the first key of a range, and lists each request with the run, in the order of sending', async () => {
  const { answer, listed, ofRun, run, sent } = await beside(
    { prefixes: 2, rowsEach: 25 },
    async (firstKey) => [await firstKey('q1'), await firstKey('g')],
  );
  expect(answer).toEqual([expect.objectContaining({ rowKey: '0000' }), undefined]);
  expect(sent).toBe(2);
  const { requests, rows } = run.get();
  expect(requests.slice(ofRun)).toEqual(listed);
  expect(listed.map(({ kind, filter, status }) => [kind, filter, status])).toEqual([
    ['search', 'q1', 200],
    ['search', 'g', 200],
  ]);
  expect(rows, 'its row is none of the result').toBe(50);
});

it('gives up soon if the service is busy, and lists the requests sent in vain', async () => {
  let isBusy = false;
  const { answer, listed, sent, clock } = await beside(
    { prefixes: 1, rowsEach: 5, script: () => (isBusy ? BUSY : undefined) },
    (firstKey) => {
      isBusy = true;
      return firstKey('q0');
    },
  );
  expect(answer).toContain('throttled');
  expect(listed).toHaveLength(sent);
  expect(listed.every(({ fault }) => fault !== undefined)).toBe(true);
  expect(clock.nowMs()).toBeLessThan(60_000);
});

it('requests sent before a run ends are listed before those of the run, and stay when it is continued', async () => {
  const { plan, run, session, ended, resume } = rig({ prefixes: 1, rowsEach: 5 });
  const [first] = (await beside({ prefixes: 1, rowsEach: 5 }, (firstKey) => firstKey('q0'))).listed;
  if (first === undefined) throw new Error('Nothing was asked.');
  run.list([first]);
  expect(() => run.get(), 'there is no run to list it with').toThrow('No run was started.');
  run.start(plan, session, EMPTY_FORM);
  run.list([first]);
  await ended();
  expect(run.get().requests.map(({ kind }) => kind)[0]).toBe('search');
  await resume();
  expect(run.get().requests.filter(({ kind }) => kind === 'search')).toEqual([first]);
});
