import { afterEach, expect, it, vi } from 'vitest';
import { FakeWorker } from '../../../workers/fakeWorker.fixture.ts';
import { entityAt, page, TEST_SCHEME_ID } from '../../../workers/rowStorePair.fixture.ts';
import type { CallHandlers } from '../../../workers/serveCalls.ts';
import type { SqlCalls } from '../../../workers/sql/sqlProtocol.ts';
import { createActivity } from '../../base/activity.ts';
import { EVENING, NOON, setUp } from '../resultsStore.fixture.ts';
import type { RunState } from '../../run/runState.ts';
import { sqlOf } from './sqlStore.ts';
import { expectedColumns, tableNames } from './tableNames.ts';

afterEach(() => void vi.useRealTimers());

/** A worker that holds no rows. */
function sqlWorker(other: Partial<CallHandlers<SqlCalls>> = {}): FakeWorker<SqlCalls> {
  return new FakeWorker<SqlCalls>({
    start: () => ['count'],
    put: () => undefined,
    seal: () => [],
    addTypes: () => undefined,
    drop: () => undefined,
    alias: () => undefined,
    names: () => undefined,
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

/** One result with one row; the run says that it has `rows`. */
async function oneResult(rows: number) {
  const { results, stores, start } = setUp();
  const workers: FakeWorker<SqlCalls>[] = [];
  const activity = createActivity((done) => void setImmediate(done));
  let isCrashing = false;
  const startSqlWorker = (): FakeWorker<SqlCalls> => {
    const worker = sqlWorker({
      query: () => {
        if (isCrashing) worker.crash('Uncaught RuntimeError: unreachable');
        return { ok: false, fault: { words: 'No query here' } };
      },
    });
    workers.push(worker);
    return worker;
  };
  const sql = sqlOf({ results, startSqlWorker, activity, nowMs: () => 0 });
  start(NOON);
  const { services } = results.get().inSight;
  await services.rows.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries: [] });
  await services.rows.append(1, 0, page(entityAt('a', 1, 'r', { Level: 2, level: 'low' })));
  stores[0]?.set({ phase: 'ended', rows, dataVersion: 1 });
  return {
    sql,
    kinds: () => workers.map(({ sent }) => sent.map(({ kind }) => kind)),
    run: async (text: string, crashes = false) => {
      isCrashing = crashes;
      sql.run(text);
      await activity.idle();
    },
    idle: () => activity.idle(),
    sent: (kind: keyof SqlCalls) => workers.flatMap(({ sent }) => sent.filter((each) => each.kind === kind)),
  };
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

it('loads the tables that a query reads, not those whose names are aliases in it; others make room', async () => {
  const { results, stores, start } = setUp();
  const fault = { words: 'Table "x" does not exist.', at: 5, isAboutTables: true } as const;
  const worker = sqlWorker({ names: () => ['demoeventsver1v0'], query: () => ({ ok: false, fault }) });
  const activity = createActivity((done) => void setImmediate(done));
  const sql = sqlOf({ results, startSqlWorker: () => worker, activity, nowMs: () => 0 });
  start(NOON);
  stores[0]?.set({ phase: 'ended' });
  results.startBeside(...EVENING);
  for (const [at, { services }] of results.get().all.entries()) {
    await services.rows.begin({ runId: at + 1, schemeId: TEST_SCHEME_ID, queries: [] });
    await services.rows.append(at + 1, 0, page(entityAt('a', 1, 'r')));
    stores[at]?.set({ phase: 'ended', rows: at === 0 ? 1 : 1_000_000, dataVersion: 1 });
  }
  sql.run('SELECT count(*) AS Logs FROM DemoEventsVer1v0');
  await activity.idle();
  expect([...sql.get().loaded.keys()]).toEqual([1]);
  // The names that are valid now, also of tables that no query has read.
  expect(sql.get().fault).toMatchObject({
    words: 'Table "x" does not exist. Tables: DemoEventsVer1v0, result, Logs.',
    at: 5,
  });
  // Together they have a row more than SQL can hold, and alone the second has more bytes.
  sql.prepare(2);
  await activity.idle();
  expect([sql.get().loaded.size, sql.get().fault?.tooWide]).toEqual([0, 2]);
});

it('keeps the name of a table when another one of that name is closed', async () => {
  const { results, stores, start } = setUp();
  const held = new Set<string>();
  const worker = sqlWorker({
    put: ({ table, isFirst }) => {
      if (isFirst && held.has(table)) throw new Error(`Table ${table} already exists`);
      held.add(table);
      return undefined;
    },
    drop: (table) => void held.delete(table),
  });
  const activity = createActivity((done) => void setImmediate(done));
  const sql = sqlOf({ results, startSqlWorker: () => worker, activity, nowMs: () => 0 });
  const fill = async (at: number): Promise<number> => {
    stores[at]?.set({ phase: 'ended', rows: 1, dataVersion: 1 });
    const { id, services } = results.get().inSight;
    await services.rows.begin({ runId: at + 1, schemeId: TEST_SCHEME_ID, queries: [] });
    await services.rows.append(at + 1, 0, page(entityAt('a', 1, 'r')));
    sql.prepare(id);
    await activity.idle();
    return id;
  };
  start(EVENING);
  const first = await fill(0);
  results.startBeside(...EVENING);
  const second = await fill(1);
  const names = () => new Map(tableNames(results.get()).map(({ table, result }) => [result.id, table]));
  expect(names()).toEqual(
    new Map([
      [first, 'Logs'],
      [second, 'Logs_2'],
    ]),
  );
  results.close(first);
  expect(names()).toEqual(new Map([[second, 'Logs_2']]));
  results.startBeside(...EVENING);
  const third = await fill(2);
  expect(names().get(third)).toBe('Logs');
  expect([sql.get().fault, held]).toEqual([undefined, new Set(names().values())]);
});

it('calls the answer in sight `answer`, else the last one, and its source `result`', () => {
  const { results, stores, start } = setUp();
  start(EVENING);
  for (const at of [0, 1]) {
    stores[at]?.set({ phase: 'ended' });
    results.startBeside(...EVENING);
  }
  stores[2]?.set({ phase: 'ended' });
  const { all } = results.get();
  const source = all[0]?.id ?? 0;
  const withAnswers = all.map((one, at) => (at === 0 ? one : { ...one, answer: { sql: '', source } }));
  const aliases = withAnswers.map((inSight) =>
    tableNames({ all: withAnswers, inSight }).map((one) => one.aliases),
  );
  expect(aliases).toEqual([
    [['result'], [], ['answer']],
    [['result'], ['answer'], []],
    [['result'], [], ['answer']],
  ]);
});

it('shows an answer with its own columns, and knows them before a query reads it, also if it has no rows', async () => {
  const { results, stores, start } = setUp();
  const columns = [{ name: 'RowKey', type: 'Edm.String' }] as const;
  const worker = sqlWorker({ names: () => [], query: () => ({ ok: true, columns, keys: 'own' }) });
  const activity = createActivity((done) => void setImmediate(done));
  const sql = sqlOf({ results, startSqlWorker: () => worker, activity, nowMs: () => 0 });
  start(NOON);
  const { plan } = results.get().inSight.services.run.get() as RunState;
  const request = { ...plan.request, schemeId: TEST_SCHEME_ID };
  stores[0]?.set({ phase: 'ended', plan: { ...plan, request } });
  sql.run('SELECT RowKey');
  await activity.idle();
  const { inSight } = results.get();
  expect([inSight.answer?.sql, expectedColumns(inSight)]).toEqual(['SELECT RowKey', ['RowKey']]);
  const { rowList, run } = inSight.services;
  expect(rowList.of((run.get() as RunState).runId).columns).toMatchObject({
    order: ['rowKey'],
    hidden: ['time', 'prefix', 'partitionKey', 'timestamp'],
  });
});

it('runs a query that is asked for while rows are loaded', async () => {
  const { sql, run, sent } = await oneResult(1);
  sql.prepare(1);
  await run('FROM result');
  expect(sent('query')).toMatchObject([{ input: 'FROM result' }]);
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

it('starts another worker for the query after a crash, and puts the rows in again', async () => {
  const { sql, run, kinds } = await oneResult(1);
  await run('FROM result', true);
  expect(sql.get().fault?.words).toMatch(/stopped working .*unreachable.* The rows are safe/);
  expect([sql.get().loaded.size, sql.get().memory]).toEqual([0, undefined]);
  await run('FROM result');
  expect(sql.get().fault?.words).toBe('No query here');
  const query = ['start', 'names', 'put', 'seal', 'alias', 'query'];
  expect(kinds()).toEqual([query, [...query, 'memory']]);
});

it('says before rows are in that they do not fit, and whether fewer columns can help', async () => {
  const many = await oneResult(1_000_001);
  many.sql.prepare(1);
  await many.idle();
  expect(many.sql.get().fault).toEqual({
    words: 'SQL can hold 1,000,000 rows, and this needs 1,000,001: close a result, or narrow its query.',
    text: '',
  });
  // One row takes more than 400 bytes.
  const wide = await oneResult(1_000_000);
  await wide.run('FROM result');
  expect(wide.sql.get().fault).toMatchObject({
    words: expect.stringMatching(/^The rows need about [\d,]+ MB, more than the 400 MB/),
    tooWide: 1,
    text: 'FROM result',
  });
  expect([wide.sent('put'), wide.sent('query')]).toEqual([[], []]);
});

it('adds columns of types once, and only those that a query names', async () => {
  const { sql, run, sent } = await oneResult(1);
  await run('SELECT "level@TYPE", "level@type@2", \'Level@type\' FROM result');
  await run('SELECT "Level@type" FROM result');
  expect(sent('addTypes')).toMatchObject([
    { input: { column: { name: 'Level@type', cases: [['Level', 'Edm.Int32']] } } },
    { input: { column: { name: 'level@type@2', cases: [['level@2', 'Edm.String']] } } },
  ]);
  expect(sql.get().loaded.get(1)?.types).toEqual(['Level@type', 'level@type@2']);
});
