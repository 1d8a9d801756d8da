import { expect, it } from 'vitest';
import type { KeptCount } from '../../core/keyspace/count/keptCount.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import { rangeQuery } from '../../core/plan/rangeSplit.ts';
import { createLanes } from '../../tables/pacing/lanes.ts';
import { createKeyTable } from '../../tables/run/keyTable.fixture.ts';
import { fakeKeyspaceWorker } from '../../workers/keyspaceWorker.fixture.ts';
import { createActivity } from '../base/activity.ts';
import { EMPTY_FORM } from '../run/queryForm.ts';
import type { Session } from '../connection/session.ts';
import { createLateEngine, createQueryRun } from '../run/queryRun.ts';
import { createAskTable, loadKeyPages } from '../run/questions.ts';
import { createKeyspaceCount, type KeyspaceCount } from './countRun.ts';

const ENGINE = createLateEngine();
await ENGINE.load();
// A virtual clock does not wait for files, so load them before it starts.
await loadKeyPages();

const ROWS = 2000;
const rows = Array.from({ length: ROWS }, (_, at) => ({
  partitionKey: `p${String(Math.floor(at / 20)).padStart(4, '0')}`,
  rowKey: String(at).padStart(6, '0'),
}));

/** A page of the app, over a table in memory; `kept` outlives it. */
function openPage(
  kept: { count?: KeptCount | undefined },
  onPage: (page: number, count: KeyspaceCount) => void,
  isFull = false,
) {
  let pages = 0;
  const { clock, secondary } = createKeyTable({
    rows,
    ranges: [],
    pageRows: 10,
    fault: ({ top }) => {
      // The questions that divide the table ask for one row.
      if (top !== 1) onPage(++pages, count);
      return undefined;
    },
  });
  const activity = createActivity((done) => setImmediate(done));
  const session = {
    connection: {
      reader: secondary,
      lanes: createLanes(),
      endpoint: { url: 'https://a.example/' },
      facts: {},
    },
    transport: 'automatic',
    warnings: [],
  } as unknown as Session;
  const { env } = clock;
  const count: KeyspaceCount = createKeyspaceCount({
    activity,
    askTable: createAskTable(env, activity),
    startWorker: () => fakeKeyspaceWorker().worker,
    templates: () => [],
    createRun: (counted) =>
      createQueryRun({
        env,
        engine: ENGINE,
        rows: counted,
        activity,
        nextFrame: (draw) => setImmediate(draw),
        budget: { rows: Infinity, bytes: Infinity },
      }),
    loadKeeper: () =>
      Promise.resolve({
        readCount: () => Promise.resolve(kept.count),
        keepCount: (own) => {
          if (isFull) throw new Error('full');
          kept.count = structuredClone(own);
          return Promise.resolve();
        },
        forgetCount: () => {
          kept.count = undefined;
          return Promise.resolve();
        },
      }),
    nowMs: env.nowMs,
  });
  return { count, session, settle: () => clock.run(activity.idle()) };
}

it('a count that was paused and kept continues on another page, and counts each row once', async () => {
  const kept: { count?: KeptCount | undefined } = {};
  const first = openPage(kept, (page, count) => {
    if (page === 60) count.pause();
  });
  first.count.start(first.session, 'Orders', true);
  await first.settle();
  first.count.keep();
  await first.settle();
  const paused = first.count.get();
  const counted = kept.count?.counts.rows ?? 0;
  expect(paused).toMatchObject({
    kind: 'counting',
    isKept: true,
    run: { completeness: { state: 'stopped' } },
  });
  expect(counted).toBeGreaterThan(0);
  expect(counted).toBeLessThan(ROWS);
  expect(JSON.stringify(kept.count)).not.toMatch(/token|nextPartitionKey/i);

  const second = openPage(kept, () => undefined);
  const found = await second.count.kept(second.session);
  if (found === undefined) throw new Error('none');
  second.count.startKept(second.session, found);
  await second.settle();
  expect(second.count.get()).toMatchObject({
    kind: 'counting',
    run: { completeness: { state: 'complete' } },
    // 4 bytes, and two for each character of the keys.
    picture: { rows: ROWS, bytes: ROWS * (4 + 2 * (5 + 6)), partitions: 100 },
  });
  // Nothing is left to continue.
  expect(kept.count).toBeUndefined();
});

it('a count of a query reads the keys of its rows alone, and says that it is not of the table', async () => {
  const { count, session, settle } = openPage({}, () => undefined);
  const range = { partition: { from: 'p0010', to: 'p0020' }, exact: true };
  const plan: QueryPlan = {
    request: { tableName: 'Orders', schemeId: 'none', volume: 1, unprefixed: false },
    queries: [
      {
        index: 0,
        label: 'some rows',
        tableName: 'Orders',
        range,
        filter: rangeQuery(range, undefined)?.filter,
        queryClass: 'partition range',
      },
    ],
    guards: [],
    queryClass: 'partition range',
    notes: [],
  };
  count.startQuery(plan, session, { ...EMPTY_FORM, table: 'Orders' });
  await settle();
  expect(count.get()).toMatchObject({
    isOfQuery: true,
    run: { completeness: { state: 'complete' }, plan: { queries: [{ select: ['PartitionKey', 'RowKey'] }] } },
    picture: { rows: 200, partitions: 10 },
  });
  count.start(session, 'Orders', false);
  await settle();
  expect(count.get()).toMatchObject({ isOfQuery: false, picture: { rows: ROWS } });
});

it('a count shows nothing of the count before it', async () => {
  const { count, session, settle } = openPage({}, () => undefined);
  count.start(session, 'Orders', false);
  await settle();
  const shown: unknown[] = [];
  count.subscribe(() => {
    const state = count.get();
    if (state.kind === 'counting') shown.push(state.picture?.rows);
  });
  count.start(session, 'Others', false);
  await settle();
  expect(shown[0]).toBeUndefined();
  expect(shown.at(-1)).toBe(ROWS);
});

it('a count that the browser does not keep is not called kept', async () => {
  const { count, session, settle } = openPage({}, (page) => page === 60 && count.pause(), true);
  count.start(session, 'Orders', false);
  await settle();
  count.keep();
  expect(count.get()).toMatchObject({ isKept: true });
  await settle();
  expect(count.get()).toMatchObject({ kind: 'counting', isKept: false });
});
