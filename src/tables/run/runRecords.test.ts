import { describe, expect, it } from 'vitest';
import type { FakeFault } from '../connection/tableService.fixture.ts';
import { createLanes } from '../pacing/lanes.ts';
import { createRunLog } from '../progress/runLog.ts';
import { cutPart, HALVES, partOf } from './parts.ts';
import { BUSY, createRunRig, guardsOf, LATENCY_MS, onlyFor } from './runRig.fixture.ts';
import { DEFAULT_RETRY_POLICY } from '../pacing/retry.ts';

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
    // Two queries of one table show that it has two rows, so one row without a token means that the token is hidden.
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
  // One request may be in flight when the wait ends, and another may get its turn first.
  const before = sent.slice(1, again).filter(({ startedAtMs }) => startedAtMs >= dueMs);
  expect(again).toBeGreaterThan(0);
  expect(before.length).toBeLessThanOrEqual(2);
});

describe('the parts of a query', () => {
  const RANGE = {
    partition: { from: 'p', to: 'p\u0000' },
    row: { from: 'a', to: 'c' },
    exact: true,
  } as const;
  const query = { index: 0, label: 'p', tableName: 'Orders', filter: 'f', range: RANGE } as const;
  const logOf = () => createRunLog([query], [], {}, () => undefined);

  it('read one half of its keys each, in place of one that has no page yet', () => {
    const log = logOf();
    const orders = cutPart(log, query, 0, { ...HALVES, top: 100 });
    const { parts } = log.progress(0);
    const middle = parts[0]?.range?.row?.to;
    expect(parts).toMatchObject([
      { top: 100, range: { row: { from: 'a', to: middle } } },
      { top: 100, range: { row: { from: middle, to: 'c' } } },
    ]);
    expect(orders?.map((order) => partOf(log.progress(0), order))).toEqual(parts);
    expect(() => partOf(log.progress(0), 0.123)).toThrow('Query 0 has no part 0.123');
  });

  it('follow the last row of one that was cut, in order', () => {
    const log = logOf();
    const lastKey = { partitionKey: 'p', rowKey: 'b' };
    const page = { isLast: false, lastKey, receipt: { rows: 20 }, bytes: 1, syncedAtMs: undefined };
    log.tell(0, { kind: 'page', order: 0, ...page });
    cutPart(log, query, 0, HALVES);
    const { parts } = log.progress(0);
    expect(parts[1]?.range?.row?.from).toBe('b\u0000');
    const orders = parts.map(({ order }) => order);
    expect(orders).toEqual(orders.toSorted((a, b) => a - b));
    expect(orders.at(-1)).toBeLessThan(1);
  });
});

it('a coverage check with a page without rows goes on after all other checks', async () => {
  const guards = guardsOf(...Array.from({ length: 60 }, (_, index) => `g${index}`));
  const rig = createRunRig({ queries: 5, rowsEach: 700, script: onlyFor('g0', [EMPTY]) });
  const outcome = await rig.run({ guards });
  expect(new Set(outcome.guards.map(({ state }) => state))).toEqual(new Set(['clear']));
  const seen = rig.service.seen.map(({ filter }) => filter);
  const others = seen.slice(0, seen.lastIndexOf('g0')).filter((filter) => filter.startsWith('g'));
  expect(new Set(others).size).toBe(60);
});

describe('the instants of a reading', () => {
  it('are the start of its first page and the end of its last, also over a break', async () => {
    const rig = createRunRig({
      queries: 2,
      rowsEach: 25,
      script: onlyFor('q1', [undefined, { fault: { kind: 'bad-request' } }]),
    });
    const beganAtMs = rig.clock.env.nowMs();
    const first = await rig.run();
    expect(first.firstReadAtMs).toBe(beganAtMs);
    expect(first.readAtMs).toBe(beganAtMs + 3 * LATENCY_MS);
    await rig.clock.advance(20 * 60_000);
    const resumedAtMs = rig.clock.env.nowMs();
    const second = await rig.run({ resume: first.queries });
    expect(second.firstReadAtMs).toBe(beganAtMs);
    expect(second.readAtMs).toBeGreaterThan(resumedAtMs);
    expect(second.queries.map(({ firstReadAtMs }) => firstReadAtMs)).toEqual([beganAtMs, beganAtMs]);
  });

  it('count from the answer that was accepted, not from the one that failed', async () => {
    const rig = createRunRig({
      queries: 1,
      rowsEach: 5,
      script: onlyFor('q0', [{ fault: { kind: 'bad-request' } }]),
    });
    const first = await rig.run();
    expect(first.queries[0]?.firstReadAtMs).toBeUndefined();
    await rig.clock.advance(60_000);
    const resumedAtMs = rig.clock.env.nowMs();
    expect((await rig.run({ resume: first.queries })).firstReadAtMs).toBe(resumedAtMs);
  });
});

describe('the record of a request', () => {
  it('says when it was sent by the wall clock, which token went and came, and when its page was decoded', async () => {
    const rig = createRunRig({ queries: 1, rowsEach: 15 });
    const beganAtMs = rig.clock.env.nowMs();
    const [first, second] = (await rig.run()).requests;
    expect(first).toMatchObject({
      filter: 'q0',
      sentAtUnixMs: beganAtMs,
      hasContinuation: true,
    });
    expect(first?.sentToken).toBeUndefined();
    expect(first?.token?.nextPartitionKeyChars).toBeGreaterThan(0);
    expect(second).toMatchObject({ sentToken: first?.token, hasContinuation: false });
    expect(second?.token).toBeUndefined();
    expect((second?.sentAtUnixMs ?? 0) - beganAtMs).toBeGreaterThanOrEqual(LATENCY_MS);
    for (const request of [first, second]) {
      expect(request?.decodedAtMs).toBeGreaterThanOrEqual(request?.endedAtMs ?? Number.POSITIVE_INFINITY);
    }
  });

  it('of a 503 has no decoding, but a wait and its reason; of a refused page the end of its bytes', async () => {
    const truncated: FakeFault = { page: 'truncated' };
    const rig = createRunRig({ queries: 1, rowsEach: 5, script: onlyFor('q0', [BUSY, truncated]) });
    const [busy, refused, read] = (await rig.run({ retryPolicy: DEFAULT_RETRY_POLICY })).requests;
    expect(busy).toMatchObject({ status: 503, retryReason: 'HTTP 503', attempt: 0 });
    expect(busy?.retryWaitMs).toBeGreaterThan(0);
    expect(busy?.decodedAtMs).toBeUndefined();
    expect(refused).toMatchObject({ attempt: 1, fault: { kind: 'protocol' } });
    expect(refused?.decodedAtMs).toBeGreaterThanOrEqual(refused?.endedAtMs ?? Number.POSITIVE_INFINITY);
    expect(read).toMatchObject({ attempt: 2, rows: 5 });
    expect((read?.startedAtMs ?? 0) - (refused?.endedAtMs ?? 0)).toBeGreaterThanOrEqual(
      refused?.retryWaitMs ?? 0,
    );
  });

  it('says before which the browser asked the service, failed ones too', async () => {
    const rig = createRunRig({ queries: 1, rowsEach: 15, script: onlyFor('q0', [BUSY]) });
    const asked = { ...rig.service.reader, costsPreflight: () => true };
    const records = (await rig.run({ reader: asked, retryPolicy: DEFAULT_RETRY_POLICY })).requests;
    expect(records[0]?.status).toBe(503);
    expect(new Set(records.map(({ preflight }) => preflight))).toEqual(new Set([true]));
    const simple = (await createRunRig({ queries: 1, rowsEach: 5 }).run()).requests;
    expect(new Set(simple.map(({ preflight }) => preflight))).toEqual(new Set([undefined]));
  });

  it('counts a wait that the page ended late as time of the page', async () => {
    const rig = createRunRig({ queries: 1, rowsEach: 5, script: onlyFor('q0', [BUSY]) });
    const ended = rig.start();
    await rig.clock.advance(LATENCY_MS + 1);
    rig.clock.freeze(2000);
    const [busy, read] = (await rig.clock.run(ended)).requests;
    const dueMs = (busy?.endedAtMs ?? 0) + (busy?.retryWaitMs ?? 0);
    expect(read?.queuedAtMs).toBeCloseTo(dueMs, 6);
    expect((read?.startedAtMs ?? 0) - dueMs).toBeGreaterThan(1000);
  });
});
