import { describe, expect, it } from 'vitest';
import { ok } from '../../core/result.ts';
import { BUSY, createRunRig, LATENCY_MS, onlyFor, RESET, truth } from './runRig.fixture.ts';
import type { PageSink } from '../progress/runTypes.ts';
import type { FakeFault } from '../connection/tableService.fixture.ts';

describe('a run without faults', () => {
  it('reads every query to its end, six at a time, each row once', async () => {
    const rig = createRunRig({ queries: 100, rowsEach: 25 });
    const outcome = await rig.run();
    expect(rig.kept).toEqual(truth(rig, 25));
    expect(outcome).toMatchObject({ rows: 2500, retries: 0 });
    expect(outcome.stoppedBy).toBeUndefined();
    expect(
      outcome.queries.every((query) => query.state === 'done' && query.pages === 3 && query.requests === 3),
    ).toBe(true);
    expect(rig.service.mostInFlight()).toBe(6);
    expect(rig.service.seen).toHaveLength(300 + 1);
    // The busiest lane reads 17 queries of three pages each. The last check comes after that.
    expect(outcome.elapsedMs).toBe((17 * 3 + 1) * LATENCY_MS);
    expect(rig.clock.timers()).toBe(0);
  });

  it('goes depth first: the first six queries are over before the seventh starts', async () => {
    const rig = createRunRig({ queries: 12, rowsEach: 30 });
    await rig.run();
    expect(rig.service.seen.slice(0, 18).every(({ filter }) => Number(filter.slice(1)) < 6)).toBe(true);
    expect(rig.service.seen.slice(0, 6).map(({ filter }) => filter)).toEqual([
      'q0',
      'q1',
      'q2',
      'q3',
      'q4',
      'q5',
    ]);
  });

  it('books every request and tells each change as plain data', async () => {
    const rig = createRunRig({ queries: 2, rowsEach: 15 });
    const outcome = await rig.run();
    expect(outcome.requests.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      '0 query',
      '1 query',
      '2 query',
      '3 query',
      '4 check',
    ]);
    expect(outcome.requests[2]).toMatchObject({
      kind: 'query',
      queryIndex: 0,
      page: 1,
      attempt: 0,
      status: 200,
      rows: 5,
      hasContinuation: false,
    });
    for (const request of outcome.requests) {
      expect(
        request.queuedAtMs <= request.startedAtMs && request.startedAtMs < (request.endedAtMs ?? 0),
      ).toBe(true);
      expect(request.bytes).toBeGreaterThan(0);
    }
    expect(structuredClone(rig.events)).toEqual(rig.events);
    const last = new Map(
      rig.events.flatMap((event) => (event.kind === 'query' ? [[event.query.index, event.query]] : [])),
    );
    expect([...last.values()]).toEqual(outcome.queries);
    expect(
      rig.events.flatMap((event) =>
        event.kind === 'query' && event.query.index === 0 ? [event.query.state] : [],
      ),
    ).toEqual(['reading', 'reading', 'reading', 'reading', 'reading', 'done']);
  });
});

describe('faults', () => {
  it('a host that asks to be left alone is asked by no other query either', async () => {
    const rig = createRunRig({
      queries: 7,
      rowsEach: 5,
      script: onlyFor('q0', [{ fault: { kind: 'throttled', status: 503, retryAfterMs: 60_000 } }]),
    });
    const outcome = await rig.run();
    expect(rig.service.seen.map(({ filter }) => filter)).toEqual([
      'q0',
      'q1',
      'q2',
      'q3',
      'q4',
      'q5',
      'q6',
      'q0',
      // The last check asks for one row without a filter, once everything else has ended.
      '',
    ]);
    expect(rig.service.seen.slice(6).every(({ atMs }) => atMs >= 60_000 + LATENCY_MS)).toBe(true);
    expect(outcome.rows).toBe(35);
  });

  it('one dead query fails, resumably, and stops no other', async () => {
    const rig = createRunRig({
      queries: 20,
      rowsEach: 25,
      script: (filter, request) => (filter === 'q3' && request > 0 ? RESET : undefined),
    });
    const outcome = await rig.run();
    expect(outcome.queries.filter(({ state }) => state !== 'done').map(({ index }) => index)).toEqual([3]);
    expect(outcome.queries[3]).toMatchObject({
      state: 'failed',
      pages: 1,
      rows: 10,
      requests: 7,
      retries: 5,
      fault: { kind: 'network' },
    });
    expect(outcome.queries[3]?.fault?.message).toContain('given up after 5 retries');
    expect(outcome.continuation).toBe('readable');
    expect(outcome.stoppedBy).toBeUndefined();
    const healthy = createRunRig({ queries: 20, rowsEach: 25 });
    const resumed = await healthy.run({ resume: outcome.queries });
    expect(healthy.service.seen.map(({ filter }) => filter)).toEqual(['q3', 'q3', '']);
    expect(healthy.kept.get(3)).toEqual(truth(rig, 25).get(3)?.slice(10));
    expect(resumed.rows).toBe(500);
    expect(resumed.queries[3]).toMatchObject({ state: 'done', pages: 3, rows: 25 });
    expect(resumed.queries[3]?.fault).toBeUndefined();
  });

  it('a refused SAS ends the table at once, without retries; another table is asked still', async () => {
    const refused: FakeFault = { fault: { kind: 'auth', status: 403, code: 'AuthenticationFailed' } };
    const rig = createRunRig({
      queries: 30,
      rowsEach: 5,
      script: (filter) => (filter === 'q29' ? undefined : refused),
    });
    const queries = rig.queries.map((query) =>
      query.index === 29 ? { ...query, tableName: 'Other' } : query,
    );
    const outcome = await rig.run({ queries });
    // Six requests for the refused table, one for the other table, and the last check.
    expect(rig.service.seen.length).toBeLessThanOrEqual(8);
    expect(outcome.retries).toBe(0);
    expect(outcome.queries.filter(({ state }) => state === 'failed')).toHaveLength(29);
    expect(outcome.queries[28]?.fault).toMatchObject({ kind: 'auth', code: 'AuthenticationFailed' });
    expect(outcome.queries[29]?.state).toBe('done');
  });
});

describe('stopping', () => {
  it('cancel aborts what is in flight and sends nothing after', async () => {
    const rig = createRunRig({ queries: 100, rowsEach: 50 });
    const controller = new AbortController();
    const work = rig.start({ signal: controller.signal });
    await rig.clock.advance(LATENCY_MS * 3 + 1);
    const sentBefore = rig.service.seen.length;
    controller.abort();
    const outcome = await work;
    await rig.clock.advance(1e6);
    expect(rig.service.seen).toHaveLength(sentBefore);
    expect(rig.clock.timers()).toBe(0);
    expect(outcome.stoppedBy).toBe('cancel');
    expect(outcome.rows).toBe([...rig.kept.values()].flat().length);
    expect(outcome.queries.every(({ state }) => state === 'stopped')).toBe(true);
    const resumed = await rig.run({ resume: outcome.queries });
    expect(rig.kept).toEqual(truth(rig, 50));
    expect(resumed.rows).toBe(5000);
  });

  it('cancel during a retry pause, and before the start', async () => {
    const rig = createRunRig({ queries: 3, rowsEach: 5, script: () => BUSY });
    const controller = new AbortController();
    const work = rig.start({ signal: controller.signal });
    await rig.clock.advance(LATENCY_MS + 10);
    controller.abort();
    expect((await work).stoppedBy).toBe('cancel');
    expect([rig.service.seen.length, rig.clock.timers()]).toEqual([3, 0]);
    const late = await rig.start({ signal: controller.signal });
    expect(late.queries.every(({ state, requests }) => state === 'stopped' && requests === 0)).toBe(true);
    expect(rig.service.seen).toHaveLength(3);
  });

  it('a budget of rows or bytes stops, and what is left can be read on', async () => {
    for (const budget of [
      { rows: 200, bytes: 1e12 },
      { rows: 1e9, bytes: 8000 },
    ]) {
      const rig = createRunRig({ queries: 20, rowsEach: 50 });
      let outcome = await rig.run({ budget });
      expect(outcome.stoppedBy).toBe(budget.rows === 200 ? 'rows' : 'bytes');
      expect(outcome.rows).toBeLessThan(400);
      for (let count = 0; outcome.stoppedBy !== undefined && count < 30; count += 1) {
        const { rows, bytes } = outcome;
        const more = { rows: rows + budget.rows, bytes: bytes + budget.bytes };
        outcome = await rig.run({ budget: more, resume: outcome.queries });
      }
      expect(outcome.queries.every(({ state }) => state === 'done')).toBe(true);
      expect(rig.kept).toEqual(truth(rig, 50));
    }
  });

  it('a budget that is met by the last page stops nothing', async () => {
    const rig = createRunRig({ queries: 1, rowsEach: 20 });
    expect((await rig.run({ budget: { rows: 20, bytes: 1e12 } })).stoppedBy).toBeUndefined();
  });

  it('a budget that is met by a page before the last stops the query, which is not done', async () => {
    const rig = createRunRig({ queries: 1, rowsEach: 25 });
    const outcome = await rig.run({ budget: { rows: 10, bytes: 1e12 } });
    expect(outcome).toMatchObject({ stoppedBy: 'rows', rows: 10 });
    expect(outcome.queries.map(({ state }) => state)).toEqual(['stopped']);
    expect(await rig.run({ resume: outcome.queries })).toMatchObject({ rows: 25 });
    expect(rig.kept).toEqual(truth(rig, 25));
  });

  it('an error of the sink itself ends the run and is thrown', async () => {
    const rig = createRunRig({ queries: 50, rowsEach: 5 });
    const crashing: PageSink = () => Promise.reject(new RangeError('bug'));
    await expect(rig.run({ sink: crashing })).rejects.toThrow(RangeError);
    expect(rig.service.seen.length).toBeLessThanOrEqual(12);
    expect(rig.clock.timers()).toBe(0);
  });
});

describe('the decoder', () => {
  it('is not flooded: a slow sink holds the lanes back', async () => {
    const rig = createRunRig({ queries: 60, rowsEach: 5 });
    let open = 0;
    let most = 0;
    const slow: PageSink = async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise<void>((resolve) => {
        rig.clock.env.setTimer(resolve, 10_000);
      });
      open -= 1;
      return ok({ rows: 5 });
    };
    const outcome = await rig.run({ sink: slow });
    expect(outcome.rows).toBe(300);
    expect(most).toBeLessThanOrEqual(12);
  });
});
