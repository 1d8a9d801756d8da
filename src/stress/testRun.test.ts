import { describe, expect, it } from 'vitest';
import { createActivity } from '../state/base/activity.ts';
import { createVirtualClock } from '../tables/base/virtualClock.fixture.ts';
import type { StressAccount, TestTable } from '../tables/stress/account.ts';
import type { Answer } from '../core/stress/answer.ts';
import { DEFAULT_FORM, type LabForm, soundPlan } from './labForm.ts';
import { closedError } from '../tables/base/tableError.ts';
import { madeAtMs } from '../tables/stress/tableName.ts';
import { createTestRun } from './testRun.ts';

const never = (): Promise<Response> => new Promise(() => undefined);

/** A test on an account whose answers are scripted. */
function testOn(script: {
  readonly create?: Answer | Promise<Answer>;
  readonly send?: (nth: number) => Answer | Promise<Answer>;
  readonly remove?: (nth: number) => Answer;
}) {
  const clock = createVirtualClock(never);
  const done: string[] = [];
  let sent = 0;
  let removed = 0;
  let table = '';
  const answerTo = script.send ?? (() => ({ status: 204, entities: 50 }));
  let hide = (): void => undefined;
  const signals = new Set<AbortSignal>();
  const account: StressAccount = {
    isEmulator: false,
    counts: () => ({ requests: sent, preflights: 1 }),
    tryWriting: () => Promise.reject(new Error('only at connecting')),
    createTable: async (name, _bytes, signal) => {
      expect(madeAtMs(name)).toBeDefined();
      table = name;
      done.push('create');
      const answer = (await script.create) ?? { status: 204, entities: 0 };
      signal.throwIfAborted();
      const made: TestTable = {
        name,
        send: async (_operation, ofLoad) => {
          signals.add(ofLoad);
          return answerTo(sent++);
        },
      };
      return { ...answer, table: answer.status === 204 ? made : undefined };
    },
    deleteTable: async (name, signal) => {
      expect(name).toBe(table);
      // All requests of the load have been aborted, and stopping the test must not abort the deletion.
      expect([...signals].every(({ aborted }) => aborted)).toBe(true);
      signal.throwIfAborted();
      done.push('delete');
      return script.remove?.(removed++) ?? { status: 204, entities: 0 };
    },
  };
  const run = createTestRun({
    env: clock.env,
    activity: createActivity((next) => next()),
    announce: () => {
      done.push('use');
      return () => done.push('release');
    },
    onHidden: (listener) => {
      hide = listener;
      return () => done.push('unwatch');
    },
  });
  const start = (change: Partial<LabForm> = {}) => {
    const sound = soundPlan({ ...DEFAULT_FORM, shape: 'steady', rate: '500', seconds: '3', ...change }, 0);
    if (!sound.ok) throw new Error(sound.error.message);
    return run.start(account, sound.value);
  };
  return { clock, run, start, done, hide: () => hide() };
}

const WHOLE = ['use', 'create', 'delete', 'unwatch', 'release'];

describe('a test', () => {
  it('creates a table, loads it, deletes it, and keeps what was measured', async () => {
    const { clock, run, start, done } = testOn({});
    await clock.run(start());
    expect(done).toEqual(WHOLE);
    const { phase, result, past, isLeft } = run.get();
    expect([phase, isLeft, past.length]).toEqual(['done', false, 1]);
    expect(result?.record.totals).toMatchObject({ operations: 30, served: 30, entities: 1500 });
    expect(result?.sent).toEqual({ requests: 30, preflights: 0 });
  });

  it('that is stopped, or whose tab is hidden, sends nothing more and deletes its table', async () => {
    for (const how of ['stopped', 'hidden'] as const) {
      const test = testOn({});
      const over = test.start({ seconds: '300' });
      await test.clock.advance(2000);
      const sent = test.run.get().result?.sent.requests;
      if (how === 'stopped') test.run.stop();
      else test.hide();
      await test.clock.run(over);
      expect(test.done).toEqual(WHOLE);
      expect(test.run.get().result?.record.endedBy).toBe(how);
      expect(test.run.get().result?.sent.requests).toBe(sent);
    }
  });

  it('whose SAS expires says that its table is still there', async () => {
    const expired = { status: 403, code: 'AuthenticationFailed', entities: 0 };
    const { clock, run, start } = testOn({
      send: (nth) => (nth < 5 ? { status: 204, entities: 50 } : expired),
      remove: () => expired,
    });
    await clock.run(start());
    expect(run.get()).toMatchObject({
      phase: 'done',
      isLeft: true,
      table: expect.stringMatching(/^keyscopestress/),
    });
    expect(run.get().result?.record.endedBy).toBe('refused');
  });

  it('tries again to delete where the service still throttles', async () => {
    const { clock, run, start, done } = testOn({
      remove: (nth) => ({ status: nth < 3 ? 503 : 204, entities: 0 }),
    });
    await clock.run(start());
    expect(done.filter((text) => text.startsWith('delete'))).toHaveLength(4);
    expect(run.get().isLeft).toBe(false);
  });

  it('that gets no table writes nothing', async () => {
    const { clock, run, start, done } = testOn({
      create: { status: 409, code: 'TableAlreadyExists', entities: 0 },
    });
    await clock.run(start());
    expect(done).toEqual(['use', 'create', 'unwatch', 'release']);
    expect(run.get().fault).toBe(
      'The test table was not created: 409, TableAlreadyExists. Nothing was written.',
    );
  });

  it('that never learns whether its table exists tries to delete it, and names it', async () => {
    const silent = { status: 0, code: 'network', entities: 0 };
    const gone = testOn({ create: silent, remove: () => ({ status: 404, entities: 0 }) });
    await gone.clock.run(gone.start());
    expect(gone.done).toEqual(WHOLE);
    expect(gone.run.get()).toMatchObject({ isLeft: false, fault: expect.stringContaining('did not say') });
    const left = testOn({ create: silent, remove: () => silent });
    await left.clock.run(left.start());
    expect(left.run.get()).toMatchObject({ isLeft: true, table: expect.stringMatching(/^keyscopestress/) });
  });

  it('that is stopped or hidden while its table is created loads nothing, and deletes it', async () => {
    for (const how of ['stopped', 'hidden'] as const) {
      let answer: (made: Answer) => void = () => undefined;
      const create = new Promise<Answer>((resolve) => {
        answer = resolve;
      });
      const test = testOn({ create });
      const over = test.start();
      if (how === 'stopped') test.run.stop();
      else test.hide();
      answer({ status: 204, entities: 0 });
      await test.clock.run(over);
      expect(test.done).toEqual(WHOLE);
      expect(test.run.get().result?.record.endedBy).toBe(how);
      expect(test.run.get().result?.sent.requests).toBe(0);
    }
  });

  it('does not wait hours to delete because the service says so', async () => {
    const { clock, run, start, done } = testOn({
      remove: () => ({ status: 429, retryAfterMs: 3_600_000, entities: 0 }),
    });
    await clock.run(start());
    expect(done.filter((text) => text === 'delete')).toHaveLength(1);
    expect(run.get().isLeft).toBe(true);
  });

  it('whose requests the page itself does not send says so, and blames no network', async () => {
    const { clock, run, start, done } = testOn({ send: () => Promise.reject(closedError()) });
    await clock.run(start());
    expect(done).toEqual(WHOLE);
    expect(run.get()).toMatchObject({ fault: closedError().message, result: undefined, past: [] });
  });
});
