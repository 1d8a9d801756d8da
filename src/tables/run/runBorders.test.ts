import { describe, expect, it } from 'vitest';
import { ok } from '../../core/result.ts';
import type { FakeFault } from '../connection/tableService.fixture.ts';
import { createLanes } from '../pacing/lanes.ts';
import { createRunLog } from '../progress/runLog.ts';
import { cutPart, HALVES, partOf } from './parts.ts';
import type { LaneGuard } from '../progress/runTypes.ts';
import { BUSY, createRunRig, onlyFor, RESET } from './runRig.fixture.ts';

const EMPTY: FakeFault = { page: 'empty' };

describe('the ends of a run', () => {
  it('are not doubted for an empty page that continues: no page is as full as that', async () => {
    const rig = createRunRig({ queries: 2, rowsEach: 15, script: onlyFor('q0', [EMPTY, EMPTY]) });
    const outcome = await rig.run();
    expect(
      outcome.queries.map(({ state, rows, pages, emptyPages }) => [state, rows, pages, emptyPages]),
    ).toEqual([
      ['done', 15, 4, 2],
      ['done', 15, 2, 0],
    ]);
    expect([outcome.continuation, outcome.queries.every(({ headersExposed }) => headersExposed)]).toEqual([
      'readable',
      true,
    ]);
    expect(outcome.requests.filter(({ kind }) => kind === 'query')).toHaveLength(6);
  });

  it('are told by the rows of their own table: one row of each of two tables shows nothing', async () => {
    const rig = createRunRig({ queries: 2, rowsEach: 1, hidesTokens: true });
    const queries = rig.queries.map((query) => ({ ...query, tableName: `Table${query.index}` }));
    expect((await rig.run({ queries })).continuation).toBe('unknown');
    // Two queries of one table are two rows of it, which one row without a token contradicts.
    expect((await createRunRig({ queries: 2, rowsEach: 1, hidesTokens: true }).run()).continuation).toBe(
      'hidden',
    );
  });
});

it('the record of a failed request has the id that its answer had', async () => {
  const failed: FakeFault = { fault: { kind: 'throttled', status: 503, requestId: 'r7' } };
  const rig = createRunRig({
    queries: 1,
    rowsEach: 5,
    script: onlyFor('q0', [failed, { fault: { kind: 'network' } }]),
  });
  const [first, second, third] = (await rig.run()).requests;
  expect(first).toMatchObject({ status: 503, requestId: 'r7' });
  expect([second?.requestId, second?.status]).toEqual([undefined, undefined]);
  expect(third).toMatchObject({ status: 200, requestId: expect.stringMatching(/^request /u) });
});

it('a query that waited for its retry comes before those that have not begun', async () => {
  const rig = createRunRig({ queries: 40, rowsEach: 5, script: onlyFor('q0', [BUSY]) });
  const { requests, queries } = await rig.run({ lanes: createLanes(1) });
  expect(queries.every(({ state }) => state === 'done')).toBe(true);
  const sent = requests.filter(({ kind }) => kind === 'query');
  const again = sent.findIndex(({ queryIndex, attempt }) => queryIndex === 0 && attempt === 1);
  const dueMs = (sent[0]?.endedAtMs ?? 0) + (sent[0]?.retryWaitMs ?? 0);
  // One request may be in flight when the wait ends, and one may have its turn before.
  const before = sent.slice(1, again).filter(({ startedAtMs }) => startedAtMs >= dueMs);
  expect(again).toBeGreaterThan(0);
  expect(before.length).toBeLessThanOrEqual(2);
});

describe('a page whose rows were all read before', () => {
  const ended = async (receipts: readonly (readonly [rows: number, repeated: number])[]) => {
    const rig = createRunRig({ queries: 1, rowsEach: 25 });
    let page = 0;
    const { queries } = await rig.run({
      sink: () => {
        const [rows, repeated] = receipts[page++] ?? [5, 0];
        return Promise.resolve(ok({ rows, anomalies: { outOfOrder: 0, repeated, outside: 0 } }));
      },
    });
    return [queries[0]?.state, queries[0]?.fault?.kind, page];
  };

  it('ends its query, since the service does not move forward', async () => {
    expect(
      await ended([
        [10, 0],
        [0, 10],
      ]),
    ).toEqual(['failed', 'loop', 2]);
    expect(
      await ended([
        [10, 0],
        [0, 1],
      ]),
    ).toEqual(['failed', 'loop', 2]);
  });

  it('does not, if one of them is new or it has none', async () => {
    expect(
      await ended([
        [10, 0],
        [1, 9],
      ]),
    ).toEqual(['done', undefined, 3]);
    expect(
      await ended([
        [10, 0],
        [0, 0],
      ]),
    ).toEqual(['done', undefined, 3]);
  });
});

describe('the parts of a query', () => {
  const RANGE = {
    partition: { from: 'p', to: 'p\u0000' },
    row: { from: 'a', to: 'c' },
    exact: true,
  } as const;
  const query = { index: 0, label: 'p', tableName: 'Orders', filter: 'f', range: RANGE } as const;
  it('wait, each for its own keys, in place of one that has no page yet', () => {
    const log = createRunLog([query], [], {}, () => undefined);
    const orders = cutPart(log, query, 0, { ...HALVES, top: 100 });
    expect(orders).toHaveLength(2);
    const all = log.progress(0).parts;
    expect(all.map(({ order }) => order)).toEqual(orders);
    const fresh = { state: 'waiting', pages: 0, rows: 0, top: 100 };
    const middle = all[0]?.range?.row?.to;
    expect(all).toMatchObject([
      { ...fresh, range: { row: { from: 'a', to: middle } } },
      { ...fresh, range: { row: { from: middle, to: 'c' } } },
    ]);
    expect(orders?.map((order) => partOf(log.progress(0), order))).toEqual(all);
    expect(() => partOf(log.progress(0), 0.123)).toThrow('Query 0 has no part 0.123');
  });

  it('follow one that ends with its last page, and are in order', () => {
    const log = createRunLog([query], [], {}, () => undefined);
    log.tell(0, {
      kind: 'page',
      order: 0,
      isLast: false,
      lastKey: { partitionKey: 'p', rowKey: 'b' },
      continuation: { nextRowKey: 'x' },
      receipt: { rows: 20 },
      bytes: 1,
      syncedAtMs: undefined,
    });
    cutPart(log, query, 0, HALVES);
    const { parts } = log.progress(0);
    const [first, ...rest] = parts;
    expect(first).toMatchObject({ order: 0, state: 'done', isCut: true, pages: 1, rows: 20 });
    expect(first).not.toHaveProperty('continuation');
    expect(rest.map(({ state, pages }) => [state, pages])).toEqual(rest.map(() => ['waiting', 0]));
    expect(rest[0]?.range?.row?.from).toBe('b\u0000');
    const orders = parts.map(({ order }) => order);
    expect(orders).toEqual(orders.toSorted((a, b) => a - b));
    expect(orders.at(-1)).toBeLessThan(1);
  });
});

describe('the turn of a request', () => {
  /** Whose requests were sent before the given one of a query or check, each once. */
  const before = (
    rig: ReturnType<typeof createRunRig>,
    filter: string,
    request: number,
  ): readonly string[] => {
    const seen = rig.service.seen.map((each) => each.filter);
    const own = seen.flatMap((each, at) => (each === filter ? at : []));
    return [...new Set(seen.slice(0, own[request]))];
  };

  it('that is sent again is before those of queries that have not begun', async () => {
    const rig = createRunRig({
      queries: 200,
      rowsEach: 5,
      script: (filter, request) => (filter === 'q0' && request === 0 ? RESET : undefined),
    });
    expect((await rig.run()).rows).toBe(1000);
    expect(before(rig, 'q0', 1).length).toBeLessThan(150);
  });

  it('of a coverage check is behind the other checks, even if it has got a page without rows', async () => {
    const guards = Array.from({ length: 60 }, (_, index): LaneGuard => {
      return { index, position: 'between', tableName: 'Orders', filter: `g${index}`, label: `gap ${index}` };
    });
    const rig = createRunRig({ queries: 5, rowsEach: 700, script: onlyFor('g0', [EMPTY]) });
    const outcome = await rig.run({ guards });
    expect(new Set(outcome.guards.map(({ state }) => state))).toEqual(new Set(['clear']));
    expect(before(rig, 'g0', 1).filter((filter) => filter.startsWith('g'))).toHaveLength(60);
  });
});
