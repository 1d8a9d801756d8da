import { describe, expect, it } from 'vitest';
import { createLanes } from '../pacing/lanes.ts';
import { BUSY, createRunRig, guardsOf, LATENCY_MS, RESET, truth } from './runRig.fixture.ts';
import type { FakeFault } from '../connection/tableService.fixture.ts';
import { tableError } from '../base/tableError.ts';
import type { PageReader } from '../wire/pageReader.ts';

type Rig = ReturnType<typeof createRunRig>;

/** A rig whose service fails during a period, given in milliseconds on the virtual clock. */
function stormRig(
  queries: number,
  rowsEach: number,
  storm: { readonly fromMs: number; readonly toMs: number; readonly fault?: FakeFault },
): Rig {
  const rig: Rig = createRunRig({
    queries,
    rowsEach,
    script: () => {
      const nowMs = rig.clock.nowMs();
      return nowMs >= storm.fromMs && nowMs < storm.toMs ? (storm.fault ?? BUSY) : undefined;
    },
  });
  return rig;
}

describe('a storm', () => {
  for (const fromMs of [0, 500]) {
    it(`of 503 for 60 s, from ${fromMs} ms on, costs less than a fifth more requests`, async () => {
      const toMs = fromMs + 60_000;
      const rig = stormRig(100, 25, { fromMs, toMs });
      const outcome = await rig.run();
      expect(rig.kept).toEqual(truth(rig, 25));
      expect(outcome.queries.every(({ state }) => state === 'done')).toBe(true);
      expect(rig.service.seen.length / 300).toBeLessThanOrEqual(1.2);
      expect(rig.service.mostInFlight()).toBeLessThanOrEqual(6);
      const firstAnswer = outcome.requests.find(
        (request) => request.status === 200 && (request.endedAtMs ?? 0) >= toMs,
      );
      expect(firstAnswer?.endedAtMs).toBeLessThanOrEqual(toMs + 5000);
      // All lanes must be in use again soon afterwards.
      expect(outcome.elapsedMs).toBeLessThan(toMs + 5000 + 100 * 3 * LATENCY_MS);
    });
  }

  it('checks one at a time, and spends no retries on them', async () => {
    const rig = stormRig(20, 25, { fromMs: 100, toMs: 40_000 });
    const outcome = await rig.run();
    const checks = outcome.requests.filter(({ kind, queuedAtMs }) => kind === 'check' && queuedAtMs < 45_000);
    expect(checks.length).toBeGreaterThan(8);
    for (const check of checks) {
      const beside = outcome.requests.filter(
        (other) =>
          other.id !== check.id &&
          other.startedAtMs < (check.endedAtMs ?? 0) &&
          (other.endedAtMs ?? 0) > check.startedAtMs,
      );
      expect(beside).toEqual([]);
    }
    expect(outcome.retries).toBeLessThanOrEqual(12);
  });
});

describe('answers that are no pages, from whoever sends them', () => {
  const HTML: FakeFault = { fault: { kind: 'protocol', status: 200 } };
  const CUT: FakeFault = { page: 'truncated' };

  for (const [fault, fromMs] of [
    [HTML, 0],
    [CUT, 700],
  ] as const) {
    it(`for two seconds from ${fromMs} ms on (${'page' in fault ? 'cut' : 'HTML'}) cost a few requests and no row`, async () => {
      const rig = stormRig(100, 25, { fromMs, toMs: fromMs + 2000, fault });
      const outcome = await rig.run();
      expect(rig.kept).toEqual(truth(rig, 25));
      expect(outcome.queries.every(({ state }) => state === 'done')).toBe(true);
      expect(rig.service.seen.length).toBeLessThanOrEqual(300 + 30);
    });

    it(`without an end, from ${fromMs} ms on (${'page' in fault ? 'cut' : 'HTML'}), are given up after three checks; Continue reads the rest`, async () => {
      const storm = { fromMs, toMs: Number.POSITIVE_INFINITY, fault };
      const rig = stormRig(100, 25, storm);
      const outcome = await rig.run({ guards: guardsOf('g') });
      const lost = outcome.requests.filter(({ fault: found }) => found !== undefined);
      expect(lost.length).toBeLessThanOrEqual(25);
      expect(lost.filter(({ kind }) => kind === 'check')).toHaveLength(3);
      expect(outcome.queries.at(-1)).toMatchObject({ state: 'failed', fault: { kind: 'protocol' } });
      expect(outcome.elapsedMs).toBeLessThan(fromMs + 20_000);
      expect(rig.clock.timers()).toBe(0);
      const again = createRunRig({ queries: 100, rowsEach: 25 });
      const whole = await again.run({ resume: outcome.queries });
      expect(whole.queries.every(({ state }) => state === 'done')).toBe(true);
      expect(whole.rows).toBe(2500);
    });
  }

  it('of one query alone are its own fault', async () => {
    for (const fault of [HTML, CUT]) {
      const rig = createRunRig({
        queries: 20,
        rowsEach: 15,
        script: (filter) => (filter === 'q3' ? fault : undefined),
      });
      const outcome = await rig.run();
      const failed = outcome.queries.filter(({ state }) => state === 'failed').map(({ index }) => index);
      expect(failed).toEqual([3]);
      expect(outcome.requests.filter(({ fault: found }) => found !== undefined)).toHaveLength(4);
    }
  });
});

describe('lanes under load', () => {
  it('are given back as they were when the run is stopped in the middle, and nothing is sent after', async () => {
    const lanes = createLanes();
    const rig = stormRig(20, 5, { fromMs: 0, toMs: 1e6 });
    const controller = new AbortController();
    const work = rig.start({ signal: controller.signal, lanes });
    await rig.clock.advance(20_000);
    expect(lanes.limit()).toBe(1);
    const sent = rig.service.seen.length;
    controller.abort();
    expect((await work).stoppedBy).toBe('cancel');
    expect([lanes.limit(), lanes.inFlight(), lanes.waiting()]).toEqual([6, 0, 0]);
    await rig.clock.advance(1e6);
    expect([rig.service.seen.length, rig.clock.timers()]).toEqual([sent, 0]);
  });
});

describe('single faults', () => {
  it('an outage that asks for more than five minutes is not waited for', async () => {
    const fault: FakeFault = { fault: { kind: 'throttled', status: 503, retryAfterMs: 1e12 } };
    const rig = stormRig(100, 15, { fromMs: 0, toMs: 1e9, fault });
    const outcome = await rig.run();
    expect(rig.service.seen.length).toBeLessThanOrEqual(8);
    expect(outcome.queries.every(({ state }) => state === 'failed')).toBe(true);
    expect(outcome.elapsedMs).toBeLessThan(1000);
  });
});

/** Fails every request that was in flight while the clock stood still, as happens to a real request when the computer sleeps. */
function readerThatDies(inner: PageReader, rig: ReturnType<typeof createRunRig>): PageReader {
  return {
    ...inner,
    readPage: async (query, signal) => {
      const startedAtMs = rig.clock.nowMs();
      const page = await inner.readPage(query, signal);
      if (rig.clock.nowMs() - startedAtMs < 60_000) return page;
      throw tableError({ kind: 'timeout', afterSleep: true, message: 'slept', nextStep: 'none' });
    },
  };
}

describe('a page that slept', () => {
  it('asks once whether the service is there, then goes on where it was, without spending a retry', async () => {
    const rig = createRunRig({ queries: 12, rowsEach: 35 });
    const work = rig.start({ reader: readerThatDies(rig.service.reader, rig) });
    await rig.clock.advance(LATENCY_MS * 2 + 5);
    const before = rig.service.seen.length;
    rig.clock.freeze(600_000);
    const wokeAtMs = rig.clock.nowMs();
    await rig.clock.advance(100);
    // Six requests fail on waking. Then nothing is sent at first, and a moment later only one outage check.
    expect(rig.service.seen).toHaveLength(before);
    const outcome = await rig.clock.run(work);
    const after = rig.service.seen.filter(({ atMs }) => atMs >= wokeAtMs);
    expect(after[0]?.filter).toBe('');
    expect(after[1]?.atMs).toBeGreaterThanOrEqual((after[0]?.atMs ?? 0) + LATENCY_MS);
    expect(rig.kept).toEqual(truth(rig, 35));
    expect(outcome.retries).toBe(0);
    // All pages, one of them twice in each of the six lanes, the outage check, and the last check.
    expect(rig.service.seen).toHaveLength(12 * 4 + 6 + 1 + 1);
  });

  it('asks once, too, where it slept while pages waited to be tried again', async () => {
    const rig = createRunRig({
      queries: 2,
      rowsEach: 35,
      // Two pages fail once, which is too few to open the breaker.
      script: (_filter, request) => (request === 1 ? RESET : undefined),
    });
    const work = rig.start({ share: false });
    await rig.clock.advance(LATENCY_MS * 2 + 60);
    rig.clock.freeze(600_000);
    const wokeAtMs = rig.clock.nowMs();
    await rig.clock.run(work);
    const after = rig.service.seen.filter(({ atMs }) => atMs >= wokeAtMs);
    expect(after[0]?.filter).toBe('');
    expect(after[1]?.atMs).toBeGreaterThanOrEqual((after[0]?.atMs ?? 0) + LATENCY_MS);
    expect(rig.kept).toEqual(truth(rig, 35));
  });
});
