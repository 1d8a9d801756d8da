import { afterEach, expect, it, vi } from 'vitest';
import { FakeWorker } from '../../../workers/fakeWorker.fixture.ts';
import { entityAt, page, TEST_SCHEME_ID } from '../../../workers/rowStorePair.fixture.ts';
import type { CallHandlers } from '../../../workers/serveCalls.ts';
import type { SqlCalls } from '../../../workers/sql/sqlProtocol.ts';
import { createActivity } from '../../base/activity.ts';
import { EVENING, NOON, setUp } from '../resultsStore.fixture.ts';
import { sqlOf } from './sqlStore.ts';

afterEach(() => void vi.useRealTimers());

/** A worker that holds no rows. */
function sqlWorker(other: Partial<CallHandlers<SqlCalls>> = {}): FakeWorker<SqlCalls> {
  return new FakeWorker<SqlCalls>({
    start: () => ['count'],
    put: () => undefined,
    seal: () => undefined,
    drop: () => undefined,
    nameResult: () => undefined,
    query: () => ({ ok: false, fault: { words: 'No query here' } }),
    rows: () => ({ rows: 0, isCut: false }),
    memory: () => 1,
    ...other,
  });
}

/**
 * An answer that never comes.
 * @yields nothing
 */
async function* never(): AsyncGenerator<undefined, never> {
  yield new Promise<undefined>(() => {});
  throw new Error('It came.');
}

it.each(['start', 'query'] as const)(
  'cancelled while %s blocks its worker, it is busy until that is ended, and runs the next query',
  async (blocked) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { results } = setUp();
    const workers = [sqlWorker({ [blocked]: never, memory: never }), sqlWorker()];
    let started = 0;
    const activity = createActivity((done) => void setImmediate(done));
    const startSqlWorker = () => workers[started++] ?? sqlWorker();
    const sql = sqlOf({ results, startSqlWorker, activity, nowMs: () => 0 });
    sql.run('first');
    await vi.waitFor(() => expect(workers[0]?.sent.some(({ kind }) => kind === blocked)).toBe(true));
    sql.cancel();
    sql.cancel();
    await new Promise((resolve) => void setImmediate(resolve));
    sql.run('too early');
    expect(sql.get().work).toBe('Stopping');
    vi.advanceTimersByTime(1000);
    await activity.idle();
    expect([workers[0]?.terminated, sql.get().off, sql.get().fault]).toEqual([true, undefined, undefined]);
    sql.run('next');
    await activity.idle();
    expect([started, sql.get().fault?.text]).toEqual([2, 'next']);
  },
);

it('ends its worker once no open result has rows in it', async () => {
  const { results, stores, start } = setUp();
  const workers: FakeWorker<SqlCalls>[] = [];
  const activity = createActivity((done) => void setImmediate(done));
  const sql = sqlOf({
    results,
    startSqlWorker: () => {
      const worker = sqlWorker();
      workers.push(worker);
      return worker;
    },
    activity,
    nowMs: () => 0,
  });
  start(NOON);
  stores[0]?.set({ phase: 'ended' });
  results.startBeside(...EVENING);
  results.openTab();
  const { all } = results.get();
  for (const [at, { services }] of all.slice(0, 2).entries()) {
    await services.rows.begin({ runId: at + 1, schemeId: TEST_SCHEME_ID, queries: [] });
    await services.rows.append(at + 1, 0, page(entityAt('a', 1, 'r')));
    stores[at]?.set({ phase: 'ended', rows: 1, dataVersion: 1 });
    sql.prepare(at + 1);
    await activity.idle();
  }
  expect([[...sql.get().loaded.keys()], sql.get().memory, sql.get().fault]).toEqual([[1, 2], 1, undefined]);
  results.close(1);
  expect(workers.map(({ terminated }) => terminated)).toEqual([false]);
  results.close(2);
  expect(workers.map(({ terminated }) => terminated)).toEqual([true]);
  expect([sql.get().loaded.size, sql.get().memory]).toEqual([0, undefined]);
});

it('waits until its work is over before it ends', async () => {
  const { results, stores, start } = setUp();
  const worker = sqlWorker();
  const activity = createActivity((done) => void setImmediate(done));
  const sql = sqlOf({ results, startSqlWorker: () => worker, activity, nowMs: () => 0 });
  start(NOON);
  results.openTab();
  const { rows } = results.get().all[0]?.services ?? results.get().inSight.services;
  await rows.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries: [] });
  stores[0]?.set({ phase: 'ended', rows: 0, dataVersion: 1 });
  sql.prepare(1);
  results.close(1);
  expect(worker.terminated).toBe(false);
  await activity.idle();
  expect([worker.terminated, sql.get().memory, sql.get().fault]).toEqual([true, undefined, undefined]);
});
