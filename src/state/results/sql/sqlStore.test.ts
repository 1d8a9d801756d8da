import { expect, it } from 'vitest';
import { FakeWorker } from '../../../workers/fakeWorker.fixture.ts';
import { entityAt, page, TEST_SCHEME_ID } from '../../../workers/rowStorePair.fixture.ts';
import type { SqlCalls } from '../../../workers/sql/sqlProtocol.ts';
import { createActivity } from '../../base/activity.ts';
import { EVENING, NOON, setUp } from '../resultsStore.fixture.ts';
import { sqlOf } from './sqlStore.ts';

/** A worker that holds no rows. */
function sqlWorker(): FakeWorker<SqlCalls> {
  return new FakeWorker<SqlCalls>({
    start: () => ['count'],
    put: () => undefined,
    seal: () => undefined,
    drop: () => undefined,
    nameResult: () => undefined,
    query: () => ({ ok: false, fault: { words: 'No query here' } }),
    rows: () => ({ rows: 0, isCut: false }),
    memory: () => 1,
  });
}

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
