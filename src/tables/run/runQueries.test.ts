import { describe, expect, it } from 'vitest';
import { ok } from '../../core/result.ts';
import { createRunRig, LATENCY_MS, RESET, truth } from './runRig.fixture.ts';
import type { PageSink } from '../progress/runTypes.ts';

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
