import { describe, expect, it } from 'vitest';
import { createLanes } from './lanes.ts';
import { DEFAULT_RETRY_POLICY } from './retry.ts';
import { type Asker, createCircuitBreaker } from './circuitBreaker.ts';
import type { TableFault } from '../base/tableError.ts';
import { countedSignal } from '../base/listeners.fixture.ts';
import { createVirtualClock } from '../base/virtualClock.fixture.ts';

const fault = (kind: TableFault['kind'], more: Partial<TableFault> = {}): TableFault => {
  return { kind, message: `scripted ${kind}`, nextStep: 'none', ...more };
};
const BUSY = fault('throttled', { status: 503 });
const RESET = fault('network');
const A: Asker = { kind: 'query', index: 0 };
const B: Asker = { kind: 'query', index: 1 };
const C: Asker = { kind: 'guard', index: 0 };

/** A breaker whose outage checks are answered by `script`, which gets their number from 0. */
function breakerOf(script: (nth: number) => TableFault | undefined = () => undefined) {
  const clock = createVirtualClock();
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
  const fail = (times: number, asker: Asker, found = RESET, startedAtMs = clock.env.monotonicMs()): void => {
    for (let count = 0; count < times; count += 1) {
      breaker.noteFailure({ fault: found, asker, startedAtMs });
    }
  };
  return { clock, lanes, breaker, fail, checkedAtMs, ending };
}

describe('the circuit breaker of a run', () => {
  it('is not closed by one query alone, however often it fails', () => {
    const { breaker, fail } = breakerOf();
    fail(50, A);
    expect(breaker.isClosed(A)).toBe(true);
    fail(1, B);
    expect(breaker.isClosed(A)).toBe(false);
  });

  it('closes at the sixth failure of two queries, and an answer in between begins anew', () => {
    for (const answers of [false, true]) {
      const { breaker, fail } = breakerOf();
      fail(2, A);
      fail(3, B);
      expect(breaker.isClosed(A)).toBe(true);
      if (answers) breaker.noteAnswer(A);
      fail(1, A);
      expect(breaker.isClosed(A)).toBe(answers);
      if (answers) fail(4, B);
      expect(breaker.isClosed(A)).toBe(answers);
      if (answers) fail(1, B);
      expect(breaker.isClosed(A)).toBe(false);
    }
  });

  it('takes answers that are no pages for failures, as a sign-in page answers every query', () => {
    const broken = fault('protocol', { status: 200 });
    const { breaker, fail, lanes } = breakerOf();
    fail(9, A, broken);
    expect(breaker.isClosed(A)).toBe(true);
    breaker.noteAnswer(A);
    fail(5, A, broken);
    fail(1, B, RESET);
    expect([breaker.isClosed(A), lanes.limit(), breaker.isOver()]).toEqual([false, 1, false]);
  });

  it('lets in whoever waits as soon as an outage check is answered, and gives nobody up who left before', async () => {
    const { breaker, fail, clock, checkedAtMs } = breakerOf((nth) => (nth < 2 ? RESET : undefined));
    fail(3, A);
    fail(3, B);
    let entered = 0;
    const leaving = new AbortController();
    const left = breaker.enter(A, undefined, leaving.signal).catch((caught: unknown) => caught);
    const waits = breaker.enter(A, undefined, new AbortController().signal).then(() => void (entered += 1));
    await clock.settle();
    expect(entered).toBe(0);
    leaving.abort();
    expect(await left).toMatchObject({ kind: 'cancelled' });
    await clock.run(waits);
    expect([entered, checkedAtMs.length, breaker.isClosed(A)]).toEqual([1, 3, true]);
  });

  it('leaves no listener where the run ends while it is closed', async () => {
    const { breaker, fail, clock, ending } = breakerOf(() => RESET);
    const { signal, listeners } = countedSignal();
    fail(3, A);
    fail(3, B);
    const waits = breaker.enter(A, undefined, signal).catch((caught: unknown) => caught);
    ending.abort();
    expect(await clock.run(waits)).toMatchObject({ kind: 'cancelled' });
    expect(listeners()).toBe(0);
  });
});

describe('whose trouble it is', () => {
  /** For each failure in the steps, how many earlier ones count against the asker. */
  function counted(steps: readonly (readonly ['answer' | 'busy' | 'no page', Asker])[]) {
    const { breaker } = breakerOf();
    for (const asker of [A, B, C]) breaker.noteSent(asker);
    return steps.flatMap(([what, asker]) => {
      if (what === 'answer') {
        breaker.noteAnswer(asker);
        return [];
      }
      const found = what === 'busy' ? BUSY : fault('protocol', { status: 200 });
      return [breaker.noteFailure({ fault: found, asker, startedAtMs: 0 })];
    });
  }

  it('is its own if others are answered since it began and nobody else fails, though they may be done by then', () => {
    const tries = (count: number) => Array.from({ length: count }, () => ['busy', A] as const);
    expect(counted([['answer', B], ...tries(1), ['answer', B], ...tries(3)])).toEqual([0, 1, 2, 3]);
    // Once a page of the asker itself is answered, the count starts again.
    expect(
      counted([...tries(1), ['answer', B], ...tries(2), ['answer', A], ['answer', B], ...tries(1)]),
    ).toEqual([undefined, 0, 1, 0]);
  });

  it('is shared if nobody is answered since, or somebody else fails, be it a coverage check', () => {
    expect(
      counted([
        ['busy', A],
        ['busy', A],
      ]),
    ).toEqual([undefined, undefined]);
    // Answers from before the first failure do not count, because the trouble may have begun after them.
    expect(
      counted([
        ['answer', B],
        ['busy', A],
        ['busy', A],
        ['busy', A],
      ]),
    ).toEqual([0, undefined, undefined]);
    const others = [
      ['answer', B],
      ['busy', C],
      ['busy', A],
    ] as const;
    expect(counted([...others, ...others])).toEqual([0, undefined, undefined, undefined]);
  });
});

describe('a service that answers outage checks alone', () => {
  it('is tried with one page after each, those that failed and the others in turn, and ends those that ask for pages', async () => {
    const { breaker, fail, clock, checkedAtMs } = breakerOf();
    fail(3, A);
    fail(3, B);
    const { signal } = new AbortController();
    const entered: boolean[] = [];
    const ask = (isInTrouble: boolean): Promise<unknown> =>
      breaker.enter(A, isInTrouble ? 0 : undefined, signal).then(
        () => void entered.push(isInTrouble),
        (caught: unknown) => caught,
      );
    const turns: unknown[] = [];
    let found: unknown;
    while (found === undefined) {
      const before = entered.length;
      [found] = await clock.run(Promise.all([ask(true), ask(false)]));
      if (found !== undefined) break;
      turns.push([...entered.slice(before), breaker.triesOthers()]);
      fail(1, A);
    }
    expect(found).toMatchObject({
      kind: 'network',
      message: expect.stringContaining('No page was answered for 90 s.'),
    });
    expect(turns).toEqual(
      turns.map((_turn, at) => (at % 2 === 0 ? [false, true, true] : [true, false, false])),
    );
    expect([clock.nowMs() >= 90_000, clock.nowMs() < 95_000, checkedAtMs.length > 20]).toEqual([
      true,
      true,
      true,
    ]);
    expect([breaker.isOver(), breaker.isClosed(A), breaker.isClosed(C)]).toEqual([true, false, true]);
    await expect(breaker.enter(B, undefined, signal)).rejects.toMatchObject({ kind: 'network' });
    await breaker.enter(C, undefined, signal);
  });

  it('is in order again with the first page, and a later outage lasts as long', async () => {
    const { breaker, fail, clock } = breakerOf((nth) => (nth === 0 ? undefined : RESET));
    const { signal } = new AbortController();
    fail(3, A);
    fail(3, B);
    await clock.run(breaker.enter(A, 0, signal));
    breaker.noteAnswer(A);
    await clock.advance(80_000);
    fail(1, A);
    expect(breaker.isClosed(A)).toBe(true);
    const fromMs = clock.nowMs();
    fail(5, B);
    await expect(clock.run(breaker.enter(A, 0, signal))).rejects.toMatchObject({ kind: 'network' });
    expect(clock.nowMs() - fromMs).toBeGreaterThanOrEqual(90_000);
  });
});

describe('the lanes of a service that is overloaded', () => {
  it('are halved once for all that was in flight, and again for what was sent since', async () => {
    const { lanes, fail, clock } = breakerOf();
    const sentAtMs = clock.env.monotonicMs();
    await clock.advance(40);
    fail(6, A, BUSY, sentAtMs);
    expect(lanes.limit()).toBe(3);
    fail(1, A, BUSY, clock.env.monotonicMs());
    expect(lanes.limit()).toBe(1);
  });

  it('come back one by one, each after as many answers as there are lanes', () => {
    const { lanes, fail, breaker } = breakerOf();
    fail(1, A, BUSY);
    const limits = Array.from({ length: 14 }, () => {
      breaker.noteAnswer(A);
      return lanes.limit();
    });
    expect(limits).toEqual([3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6]);
  });

  it('come back no sooner for answers of before a failure', () => {
    const { lanes, fail, breaker } = breakerOf();
    fail(1, A, BUSY, 100);
    const answer = (times: number): number => {
      for (let count = 0; count < times; count += 1) breaker.noteAnswer(A);
      return lanes.limit();
    };
    expect(answer(2)).toBe(3);
    // That request was sent before the lanes were halved, so they are not halved again, but answers are counted from zero.
    fail(1, A, BUSY, -1);
    expect(lanes.limit()).toBe(3);
    expect([answer(2), answer(1)]).toEqual([3, 4]);
  });

  it('stay all where the way to it is broken', () => {
    const { lanes, fail } = breakerOf();
    fail(5, A, RESET);
    expect(lanes.limit()).toBe(6);
  });
});

describe('a Retry-After', () => {
  it('keeps the outage checks away, also the one that an outage check itself was given', async () => {
    const { breaker, fail, lanes, clock, checkedAtMs } = breakerOf((nth) =>
      nth === 0 ? fault('throttled', { retryAfterMs: 7000 }) : undefined,
    );
    lanes.hold('primary', 9000, clock.env);
    fail(3, A);
    fail(3, B);
    await clock.run(breaker.enter(A, undefined, new AbortController().signal));
    expect(checkedAtMs.map((atMs) => atMs - (checkedAtMs[0] ?? 0))).toEqual([0, 7000]);
    expect(checkedAtMs[0]).toBeGreaterThanOrEqual(9000);
  });

  it('that comes while an outage check waits keeps that one away, too', async () => {
    for (const askedMs of [9000, 250_000]) {
      const { breaker, fail, lanes, clock, checkedAtMs } = breakerOf();
      fail(3, A);
      fail(3, B);
      await clock.advance(10);
      // Another request was in flight when the breaker opened, and its answer asks for this wait.
      lanes.hold('primary', askedMs, clock.env);
      await clock.run(breaker.enter(A, undefined, new AbortController().signal));
      expect([checkedAtMs.length, (checkedAtMs[0] ?? 0) >= askedMs]).toEqual([1, true]);
    }
  });

  it('that is longer than a run waits counts no more once the host has answered', async () => {
    const { breaker, fail, lanes, clock, checkedAtMs } = breakerOf();
    lanes.hold('primary', 1e9, clock.env);
    lanes.noteAnswer('primary');
    fail(3, A);
    fail(3, B);
    await clock.run(breaker.enter(A, undefined, new AbortController().signal));
    expect([checkedAtMs.length, (checkedAtMs[0] ?? 1e9) < 10_000]).toEqual([1, true]);
  });
});
