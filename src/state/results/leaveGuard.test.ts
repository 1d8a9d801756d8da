import { describe, expect, it } from 'vitest';
import { createLeaveGuard, lostResults, unsavedResults } from './leaveGuard.ts';
import { EVENING, NOON, setUp } from './resultsStore.fixture.ts';
import { EMPTY_FORM } from '../run/queryForm.ts';
import { namedResults } from './resultTabs.ts';

describe('a reload', () => {
  it('waits for an answer only if rows would be lost', () => {
    const { results, stores, start } = setUp();
    const guard = createLeaveGuard(results);
    let gone = 0;
    const leaving = { button: 'Disconnect', go: () => void (gone += 1) };
    guard.ask(leaving);
    start(NOON);
    guard.ask(leaving);
    expect([gone, guard.get()]).toStrictEqual([2, undefined]);
    stores[0]?.set({ rows: 7 });
    guard.ask(leaving);
    expect([gone, guard.get(), unsavedResults(results.get().all).length]).toStrictEqual([2, leaving, 1]);
    guard.stay();
    expect(guard.get()).toBeUndefined();
  });

  it('waits for a capture too, although its rows are in its file', async () => {
    const { results } = setUp();
    const run = {
      phase: 'ended',
      runId: 5,
      rows: 9,
      plan: { request: { tableName: 'Logs' } },
      form: EMPTY_FORM,
    };
    const words = { savedAtMs: 0, readAtMs: 0, says: '', notes: [] };
    const fault = await results.takeRows(() =>
      Promise.resolve({ ok: true, value: { run, words } } as unknown as Awaited<
        ReturnType<Parameters<typeof results.takeRows>[0]>
      >),
    );
    expect([fault, namedResults(results.get().all).map(({ name }) => name)]).toStrictEqual([
      undefined,
      ['Logs, all time'],
    ]);
    expect(unsavedResults(results.get().all)).toStrictEqual([]);
    expect(lostResults(results.get().all)).toHaveLength(1);
    const guard = createLeaveGuard(results);
    const leaving = { button: 'Disconnect', go: () => expect.fail('It asks first.') };
    guard.ask(leaving);
    expect(guard.get()).toBe(leaving);
    // A query does not replace the capture.
    results.get().inSight.services.run.start(...EVENING);
    expect(namedResults(results.get().all)).toHaveLength(2);
  });

  it('no query starts while a capture is being read, and a refused one changes nothing', async () => {
    const { results, start } = setUp();
    const before = results.get().all;
    let refuse: (words: string) => void = () => undefined;
    const taken = results.takeRows(
      () => new Promise((resolve) => (refuse = (error) => resolve({ ok: false, error }))),
    );
    start(NOON);
    expect(results.get().refusal).toStrictEqual({ kind: 'file', resultId: 0 });
    expect(await results.takeRows(() => Promise.reject(new Error('unused')))).toContain('still being read');
    refuse('Line 3 is not JSON.');
    expect(await taken).toBe('Line 3 is not JSON.');
    expect(results.get().all).toStrictEqual(before);
    start(NOON);
    expect(namedResults(results.get().all)).toHaveLength(1);
  });
});
