import { describe, expect, it } from 'vitest';
import { createLanes } from './lanes.ts';
import { DEFAULT_RETRY_POLICY } from './retry.ts';
import { createCircuitBreaker } from './circuitBreaker.ts';
import type { TableFault } from '../base/tableError.ts';
import { countedSignal } from '../base/listeners.fixture.ts';
import { createVirtualClock } from '../base/virtualClock.fixture.ts';

const fault = (kind: TableFault['kind'], more: Partial<TableFault> = {}): TableFault => {
  return { kind, message: `scripted ${kind}`, nextStep: 'none', ...more };
};
const BUSY = fault('throttled', { status: 503 });
const RESET = fault('network');

/** A breaker whose outage checks are answered by script: the nth one, from 0. */
function breakerOf(script: (nth: number) => TableFault | undefined = () => undefined) {
  const clock = createVirtualClock(() => Promise.reject(new Error('unused')));
  const lanes = createLanes();
  const checkedAtMs: number[] = [];
  const ending = new AbortController();
  const breaker = createCircuitBreaker({
    env: clock.env,
    lanes,
    policy: DEFAULT_RETRY_POLICY,
    signal: ending.signal,
    onPause: () => undefined,
    check: () => {
      checkedAtMs.push(clock.nowMs());
      const found = script(checkedAtMs.length - 1);
      lanes.hold('primary', found?.retryAfterMs ?? 0, clock.env);
      return Promise.resolve(found);
    },
  });
  const fail = (times: number, asker: object, found = RESET, startedAtMs = clock.env.monotonicMs()): void => {
    for (let count = 0; count < times; count += 1) {
      breaker.noteFailure({ fault: found, asker, startedAtMs });
    }
  };
  return { clock, lanes, breaker, fail, checkedAtMs, ending };
}

describe('the circuit breaker of a run', () => {
  it('is not closed by one query alone, however often it fails', () => {
    const { breaker, fail } = breakerOf();
    fail(50, { name: 'broken for ever' });
    expect(breaker.isClosed()).toBe(true);
    fail(1, { name: 'another' });
    expect(breaker.isClosed()).toBe(false);
  });

  it('closes at the sixth failure of two queries, and an answer in between begins anew', () => {
    for (const answers of [false, true]) {
      const { breaker, fail } = breakerOf();
      const [one, other] = [{}, {}];
      fail(2, one);
      fail(3, other);
      expect(breaker.isClosed()).toBe(true);
      if (answers) breaker.noteAnswer();
      fail(1, one);
      expect(breaker.isClosed()).toBe(answers);
      if (answers) fail(4, other);
      expect(breaker.isClosed()).toBe(answers);
      if (answers) fail(1, other);
      expect(breaker.isClosed()).toBe(false);
    }
  });

  it('takes no answer of the service that a question is wrong for an outage', () => {
    const { breaker, fail, lanes } = breakerOf();
    for (const asker of [{}, {}, {}]) fail(9, asker, fault('bad-request', { status: 400 }));
    expect([breaker.isClosed(), lanes.limit()]).toEqual([true, 6]);
  });

  it('takes answers that are no pages for failures, as a sign-in page answers every query', () => {
    const broken = fault('protocol', { status: 200 });
    const { breaker, fail, lanes } = breakerOf();
    const [one, other] = [{}, {}];
    fail(9, one, broken);
    expect(breaker.isClosed()).toBe(true);
    breaker.noteAnswer();
    fail(5, one, broken);
    fail(1, other, RESET);
    expect([breaker.isClosed(), lanes.limit(), breaker.isOver()]).toEqual([false, 1, false]);
  });

  it('gives up after as many checks as a page has retries, if each answer to them is no page', async () => {
    const broken = fault('protocol', { status: 200 });
    const most = DEFAULT_RETRY_POLICY.maxRetries.protocol;
    // Any other failure in between begins anew.
    for (const others of [0, most - 1]) {
      const { breaker, fail, clock, checkedAtMs } = breakerOf((nth) =>
        nth === others && others > 0 ? RESET : broken,
      );
      fail(3, {}, broken);
      fail(3, {}, broken);
      const waits = breaker.enter(new AbortController().signal).catch((caught: unknown) => caught);
      expect(await clock.run(waits)).toMatchObject({ kind: 'protocol' });
      expect([checkedAtMs.length, breaker.isOver()]).toEqual([others === 0 ? most : most + others + 1, true]);
      await expect(breaker.enter(new AbortController().signal)).rejects.toMatchObject({ kind: 'protocol' });
    }
  });

  it('lets in whoever waits as soon as an outage check is answered, and gives nobody up who left before', async () => {
    const { breaker, fail, clock, checkedAtMs } = breakerOf((nth) => (nth < 2 ? RESET : undefined));
    fail(3, {});
    fail(3, {});
    let entered = 0;
    const leaving = new AbortController();
    const left = breaker.enter(leaving.signal).catch((caught: unknown) => caught);
    const waits = breaker.enter(new AbortController().signal).then(() => void (entered += 1));
    await clock.settle();
    expect(entered).toBe(0);
    leaving.abort();
    expect(await left).toMatchObject({ kind: 'cancelled' });
    await clock.run(waits);
    expect([entered, checkedAtMs.length, breaker.isClosed()]).toEqual([1, 3, true]);
  });

  it('leaves no listener at the signal of one who waited', async () => {
    const { breaker, fail, clock } = breakerOf();
    const { signal, listeners } = countedSignal();
    for (let round = 0; round < 3; round += 1) {
      fail(3, {});
      fail(3, {});
      const waits = breaker.enter(signal);
      expect(listeners()).toBe(1);
      await clock.run(waits);
      expect(listeners()).toBe(0);
    }
  });

  it('leaves none either where the run ends while it is closed', async () => {
    const { breaker, fail, clock, ending } = breakerOf(() => RESET);
    const { signal, listeners } = countedSignal();
    fail(3, {});
    fail(3, {});
    const waits = breaker.enter(signal).catch((caught: unknown) => caught);
    ending.abort();
    expect(await clock.run(waits)).toMatchObject({ kind: 'cancelled' });
    expect(listeners()).toBe(0);
  });
});

describe('the lanes of a service that is overloaded', () => {
  it('are halved once for all that was in flight, and again for what was sent since', async () => {
    const { lanes, fail, clock } = breakerOf();
    const sentAtMs = clock.env.monotonicMs();
    await clock.advance(40);
    fail(6, {}, BUSY, sentAtMs);
    expect(lanes.limit()).toBe(3);
    fail(1, {}, BUSY, clock.env.monotonicMs());
    expect(lanes.limit()).toBe(1);
  });

  it('come back one by one, each after as many answers as there are lanes', () => {
    const { lanes, fail, breaker } = breakerOf();
    fail(1, {}, BUSY);
    const limits = Array.from({ length: 14 }, () => {
      breaker.noteAnswer();
      return lanes.limit();
    });
    expect(limits).toEqual([3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6]);
  });

  it('come back no sooner for answers of before a failure', () => {
    const { lanes, fail, breaker } = breakerOf();
    fail(1, {}, BUSY, 100);
    const answer = (times: number): number => {
      for (let count = 0; count < times; count += 1) breaker.noteAnswer();
      return lanes.limit();
    };
    expect(answer(2)).toBe(3);
    // Sent before the lanes were halved: the limit stays, and answers count from zero.
    fail(1, {}, BUSY, -1);
    expect(lanes.limit()).toBe(3);
    expect([answer(2), answer(1)]).toEqual([3, 4]);
  });

  it('stay all where the way to it is broken', () => {
    const { lanes, fail } = breakerOf();
    fail(5, {}, RESET);
    expect(lanes.limit()).toBe(6);
  });
});

describe('a Retry-After', () => {
  it('keeps the outage checks away, also the one that an outage check itself was given', async () => {
    const { breaker, fail, lanes, clock, checkedAtMs } = breakerOf((nth) =>
      nth === 0 ? fault('throttled', { retryAfterMs: 7000 }) : undefined,
    );
    lanes.hold('primary', 9000, clock.env);
    fail(3, {});
    fail(3, {});
    await clock.run(breaker.enter(new AbortController().signal));
    expect(checkedAtMs.map((atMs) => atMs - (checkedAtMs[0] ?? 0))).toEqual([0, 7000]);
    expect(checkedAtMs[0]).toBeGreaterThanOrEqual(9000);
  });

  it('that comes while an outage check waits keeps that one away, too', async () => {
    for (const askedMs of [9000, 250_000]) {
      const { breaker, fail, lanes, clock, checkedAtMs } = breakerOf();
      fail(3, {});
      fail(3, {});
      await clock.advance(10);
      // From a request that was in flight when the breaker tripped.
      lanes.hold('primary', askedMs, clock.env);
      await clock.run(breaker.enter(new AbortController().signal));
      expect([checkedAtMs.length, (checkedAtMs[0] ?? 0) >= askedMs]).toEqual([1, true]);
    }
  });

  it('that is longer than a run waits counts no more once the host has answered', async () => {
    const { breaker, fail, lanes, clock, checkedAtMs } = breakerOf();
    lanes.hold('primary', 1e9, clock.env);
    lanes.noteAnswer('primary');
    fail(3, {});
    fail(3, {});
    await clock.run(breaker.enter(new AbortController().signal));
    expect([checkedAtMs.length, (checkedAtMs[0] ?? 1e9) < 10_000]).toEqual([1, true]);
  });
});
