import { afterEach, describe, expect, it, vi } from 'vitest';
import type { KeptCount } from '../../core/keyspace/count/keptCount.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import { rangeQuery } from '../../core/plan/rangeSplit.ts';
import { createLanes } from '../../tables/pacing/lanes.ts';
import { createKeyTable, keysIn } from '../../tables/run/keyTable.fixture.ts';
import { fakeKeyspaceWorker } from '../../workers/fakeWorker.fixture.ts';
import { createActivity } from '../base/activity.ts';
import { EMPTY_FORM } from '../run/queryForm.ts';
import type { Session } from '../connection/session.ts';
import { createLateEngine, createQueryRun } from '../run/queryRun.ts';
import { createAskTable, loadKeyPages } from '../run/questions.ts';
import { type CountState, createKeyspaceCount, type KeyspaceCount } from './countRun.ts';
import { keepCount } from './keptCounts.ts';
import { keyBounds } from '../../core/keyspace/count/keyBounds.ts';
import { seededRandom } from '../../core/keyspace/seededRandom.ts';
import type { EntityKey } from '../../core/keys/base/entityKey.ts';

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
  let sent = 0;
  const { clock, secondary } = createKeyTable({
    rows,
    ranges: [],
    pageRows: 10,
    fault: ({ top }) => {
      sent += 1;
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
  return { count, session, settle: () => clock.run(activity.idle()), sent: () => sent };
}

function requestsTold(state: CountState): number {
  return state.kind === 'counting' ? state.requestsBefore + state.run.requests.length : 0;
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
  expect(requestsTold(paused)).toBe(first.sent());
  expect(counted).toBeGreaterThan(0);
  expect(counted).toBeLessThan(ROWS);
  expect(JSON.stringify(kept.count)).not.toMatch(/token|nextPartitionKey/i);

  const second = openPage(kept, () => undefined);
  const found = await second.count.kept(second.session);
  if (found === undefined) throw new Error('none');
  second.count.startKept(second.session, found);
  expect(second.count.get()).toMatchObject({ requestsBefore: first.sent() });
  await second.settle();
  expect(requestsTold(second.count.get())).toBe(first.sent() + second.sent());
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

it('a count that starts in the middle of one of the same table tells its own requests, one by one, and nothing of the other', async () => {
  const dividing: unknown[] = [];
  const counting: number[] = [];
  let before = 0;
  const { count, session, settle, sent } = openPage({}, (page) => {
    if (page !== 60) return;
    before = sent();
    // Pressed twice: the first one is replaced before it sends anything.
    count.start(session, 'Orders', false);
    count.start(session, 'Orders', false);
    count.subscribe(() => {
      const state = count.get();
      if (state.kind === 'dividing' && counting.length === 0) dividing.push(state.requestsBefore);
      else counting.push(requestsTold(state));
    });
  });
  count.start(session, 'Orders', false);
  await settle();
  const most = Math.max(...dividing.map(Number));
  expect(most).toBeGreaterThan(40);
  expect([...new Set(dividing)]).toEqual(Array.from({ length: most }, (_, at) => at + 1));
  expect(counting[0]).toBe(most);
  expect(counting.at(-1)).toBe(sent() - before);
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

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A request or transaction that ends with this event. */
function ending<T extends object>(type: string, members: T): T & EventTarget {
  const target = Object.assign(new EventTarget(), members);
  setImmediate(() => target.dispatchEvent(new Event(type)));
  return target;
}

/** A browser that takes every value, and ends each transaction so. */
function browserThat(end: 'complete' | 'abort'): void {
  const error = end === 'abort' ? new Error('no room') : null;
  const objectStore = () => ({ put: () => ending('success', {}) });
  const database = { close: () => undefined, transaction: () => ending(end, { objectStore, error }) };
  vi.stubGlobal('indexedDB', { open: () => ending('success', { result: database }) });
}

it('a count is kept only when the browser has written it: without room it fails at the end', async () => {
  browserThat('complete');
  await expect(keepCount({} as KeptCount)).resolves.toBeUndefined();
  browserThat('abort');
  await expect(keepCount({} as KeptCount)).rejects.toThrow('no room');
});

const random = seededRandom(7);
const BOUNDS_ROWS = 1200;
const hex = (length: number): string =>
  Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');

const sorted = (keys: readonly EntityKey[]): readonly EntityKey[] =>
  keys.toSorted((a, b) =>
    a.partitionKey === b.partitionKey
      ? a.rowKey < b.rowKey
        ? -1
        : 1
      : a.partitionKey < b.partitionKey
        ? -1
        : 1,
  );
const tableOf = (keyAt: (at: number) => readonly [string, string]): readonly EntityKey[] =>
  sorted(
    Array.from({ length: BOUNDS_ROWS }, (_, at) => {
      const [partitionKey, rowKey] = keyAt(at);
      return { partitionKey, rowKey };
    }),
  );

/** A month of minutes in ticks. */
const ticks = (at: number): string =>
  String(639_000_000_000_000_000n + BigInt(at) * 21_600_000_000n).padStart(19, '0');

const TABLES: Readonly<Record<string, readonly EntityKey[]>> = {
  GUIDs: tableOf(() => [hex(32), '']),
  ticks: tableOf((at) => [ticks(at), String(at)]),
  'prefixed ticks': tableOf((at) => [`${String(at % 100).padStart(19, '0')}___${ticks(at)}`, 'r']),
  'one partition': tableOf((at) => ['all', ticks(at)]),
  'two partitions': tableOf((at) => [at % 2 === 0 ? 'a' : 'b', hex(12)]),
  'five partitions': tableOf((at) => [`orders-${at % 5}`, hex(12)]),
  'a long beginning': tableOf((at) => [
    `contoso-production-telemetry-devices-of-western-europe-${String(at).padStart(8, '0')}`,
    '',
  ]),
  names: tableOf((at) => [`customer-${String(at % 500).padStart(6, '0')}`, hex(8)]),
};

describe('the ranges of a count', () => {
  it.each(Object.keys(TABLES))(
    'are the whole table, each key once, and keep six lanes busy: %s',
    async (name) => {
      const rows = TABLES[name] ?? [];
      let questions = 0;
      const ranges = await keyBounds((filter) => {
        questions += 1;
        return Promise.resolve(keysIn(rows, filter ?? '')[0]);
      });
      const read = ranges.map((range) => keysIn(rows, rangeQuery(range, undefined)?.filter ?? ''));
      expect(read.flat()).toEqual(rows);
      // The longest range is what one lane reads while the others have nothing left.
      expect(Math.max(...read.map(({ length }) => length))).toBeLessThan(BOUNDS_ROWS / 6);
      expect(questions).toBeLessThan(260);
    },
  );

  it('is one range for an empty table', async () => {
    expect(await keyBounds(() => Promise.resolve(undefined))).toEqual([{ partition: {}, exact: true }]);
  });
});
