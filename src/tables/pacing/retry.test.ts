import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pause } from '../base/clock.ts';
import {
  backoffMs,
  DEFAULT_RETRY_POLICY,
  decideRetry,
  isNoAnswer,
  isOutage,
  isOverload,
  type RetryQuestion,
  withRetry,
} from './retry.ts';
import { faultOf, type TableErrorKind, tableError, type TableFault } from '../base/tableError.ts';
import { createVirtualClock } from '../base/virtualClock.fixture.ts';
import { readRetryAfter } from '../wire/httpDate.ts';

const POLICY = DEFAULT_RETRY_POLICY;

function ask(kind: TableErrorKind, more: Partial<RetryQuestion> = {}, fault: object = {}) {
  return decideRetry({
    fault: { kind, message: 'm', nextStep: 'n', ...fault },
    retriesSoFar: 0,
    ownRetries: 0,
    policy: POLICY,
    random: 0.5,
    ...more,
  });
}

describe('what a fault says of the service', () => {
  const KINDS = [
    'throttled',
    'service',
    'network',
    'timeout',
    'protocol',
    'auth',
    'expired',
    'not-found',
    'bad-request',
    'redirected',
  ] as const;
  const those = (is: (fault: TableFault) => boolean, more: Partial<TableFault> = {}) =>
    KINDS.filter((kind) => is({ kind, message: 'm', nextStep: 'n', ...more }));

  it('is an outage, no answer, or too much load', () => {
    const outages = ['throttled', 'service', 'network', 'timeout'];
    expect(those(isOutage)).toEqual(outages);
    expect(those(isNoAnswer)).toEqual([...outages, 'protocol']);
    expect(those(isOverload)).toEqual(['throttled']);
    expect(those(isOverload, { code: 'OperationTimedOut' })).toEqual(['throttled', 'service']);
    expect(those(isOverload, { code: 'InternalError' })).toEqual(['throttled']);
  });
});

describe('backoff', () => {
  it('is y = min(zMin + rand(0.8 z, 1.2 z) * (2^x - 1), zMax)', () => {
    expect(backoffMs(POLICY, 1, 0.5)).toBe(200 + 400);
    expect(backoffMs(POLICY, 2, 0.5)).toBe(200 + 400 * 3);
    expect(backoffMs(POLICY, 3, 0)).toBeCloseTo(200 + 320 * 7);
    expect(backoffMs(POLICY, 3, 1)).toBeCloseTo(200 + 480 * 7);
    expect(backoffMs(POLICY, 5, 0.5)).toBe(5000);
    expect(backoffMs(POLICY, 60, 0.5)).toBe(5000);
  });
});

describe('decision', () => {
  it('tries again what may pass', () => {
    for (const kind of ['throttled', 'service', 'network', 'timeout', 'protocol'] as const) {
      expect(ask(kind)).toMatchObject({ retry: true, waitMs: 600 });
    }
  });

  it('says why in the words of what came', () => {
    const reasonOf = (...asked: Parameters<typeof ask>): string => ask(...asked).reason;
    expect(reasonOf('timeout')).toBe('no answer in time');
    expect(reasonOf('network')).toBe('network');
    expect(reasonOf('protocol', {}, { status: 200 })).toBe('the answer was not a whole page');
    expect(reasonOf('service', {}, { status: 500 })).toBe('HTTP 500');
    expect(reasonOf('throttled', {}, { status: 503, code: 'ServerBusy' })).toBe('HTTP 503 ServerBusy');
    expect(reasonOf('timeout', {}, { retryAfterMs: 7000 })).toBe('no answer in time, Retry-After');
  });

  it('leaves alone what will not', () => {
    const lasting = 'auth expired not-found bad-request input cancelled closed loop too-large redirected';
    for (const kind of lasting.split(' ') as TableErrorKind[]) expect(ask(kind).retry).toBe(false);
    expect(ask('transport-refused').retry).toBe(false);
    expect(ask('service').retry).toBe(true);
  });

  it('is bounded by kind, unless others are in trouble too', () => {
    const bounds = [
      ['protocol', 3],
      ['network', 5],
      ['service', 8],
    ] as const;
    for (const [kind, bound] of bounds) {
      expect(ask(kind, { retriesSoFar: 50, ownRetries: bound - 1 }).retry).toBe(true);
      expect(ask(kind, { retriesSoFar: 50, ownRetries: undefined }).retry).toBe(true);
      expect(ask(kind, { retriesSoFar: 50, ownRetries: bound })).toMatchObject({
        retry: false,
        reason: `given up after ${bound} retries`,
      });
    }
  });

  it('never undercuts Retry-After, and does not wait for ever', () => {
    fc.assert(
      fc.property(
        fc.nat(2_000_000),
        fc.nat(10),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (retryAfterMs, retriesSoFar, random) => {
          const decision = ask('throttled', { retriesSoFar, random }, { retryAfterMs });
          const waitMs = decision.retry ? decision.waitMs : Number.POSITIVE_INFINITY;
          expect(waitMs).toBeGreaterThanOrEqual(retryAfterMs);
          expect(retryAfterMs > POLICY.retryAfterMaxMs && decision.retry).toBe(false);
        },
      ),
    );
    expect(ask('throttled', {}, { retryAfterMs: 1_000_000_000_000 }).reason).toContain('asks to wait');
  });
});

describe('Retry-After', () => {
  const nowMs = Date.UTC(2026, 10, 21, 0, 0, 0);

  it('reads seconds and dates', () => {
    expect(readRetryAfter('7', nowMs)).toBe(7000);
    expect(readRetryAfter(' 0 ', nowMs)).toBe(0);
    expect(readRetryAfter('1000000000', nowMs)).toBe(1e12);
    expect(readRetryAfter('Sat, 21 Nov 2026 00:00:30 GMT', nowMs)).toBe(30_000);
    expect(readRetryAfter('Fri, 20 Nov 2026 00:00:30 GMT', nowMs)).toBe(0);
  });

  it('reads what is too long for a number, and dates of other forms, as what they ask for', () => {
    for (const text of ['9999999999999', '1'.repeat(400)]) {
      const waitMs = readRetryAfter(text, nowMs) ?? 0;
      expect(waitMs).toBe(3_153_600_000_000);
      const fault = { status: 503, retryAfterMs: waitMs };
      expect(ask('throttled', {}, fault)).toMatchObject({ retry: false });
    }
    expect(readRetryAfter('5, 5', nowMs)).toBe(5000);
    expect(readRetryAfter('5,120 ,7', nowMs)).toBe(120_000);
    expect(readRetryAfter('Saturday, 21-Nov-26 00:00:05 GMT', nowMs)).toBe(5000);
    expect(readRetryAfter('Sat Nov 21 00:00:05 2026', nowMs)).toBe(5000);
    expect(readRetryAfter('sat, 21 nov 2026 00:00:05 gmt', nowMs)).toBe(5000);
  });

  it('takes garbage for absent', () => {
    for (const text of [null, '', '-1', '1.5', 'soon', '5, soon', 'Sat, 99 Nov 2026 00:00:30 GMT']) {
      expect(readRetryAfter(text, nowMs)).toBeUndefined();
    }
  });
});

describe('withRetry and pause', () => {
  const busy = () => tableError({ kind: 'throttled', status: 503, message: 'busy', nextStep: 'wait' });

  it('tries until it works, waiting in between', async () => {
    const clock = createVirtualClock();
    const starts: number[] = [];
    const value = await clock.run(
      withRetry(
        () => {
          starts.push(clock.nowMs());
          return starts.length < 4 ? Promise.reject(busy()) : Promise.resolve('done');
        },
        clock.env,
        new AbortController().signal,
      ),
    );
    expect(value).toBe('done');
    expect(starts).toHaveLength(4);
    const waits = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
    expect(waits.every((wait, index) => wait >= 200 + 320 * (2 ** (index + 1) - 1))).toBe(true);
    expect(clock.timers()).toBe(0);
  });

  it('throws the last error, and bugs at once', async () => {
    const clock = createVirtualClock();
    let calls = 0;
    const failing = withRetry(
      () => {
        calls += 1;
        return Promise.reject(busy());
      },
      clock.env,
      new AbortController().signal,
    );
    await expect(clock.run(failing)).rejects.toThrow('busy');
    expect(calls).toBe(9);
    await expect(
      withRetry(() => Promise.reject(new RangeError('bug')), clock.env, new AbortController().signal),
    ).rejects.toThrow(RangeError);
  });

  it('a pause ends with its signal and leaves no timer', async () => {
    const clock = createVirtualClock();
    const controller = new AbortController();
    const work = pause(5000, clock.env, controller.signal).catch((error: unknown) => faultOf(error)?.kind);
    expect(clock.timers()).toBe(1);
    controller.abort();
    expect(await work).toBe('cancelled');
    expect(clock.timers()).toBe(0);
    await expect(pause(1, clock.env, controller.signal)).rejects.toThrow('Cancelled');
  });

  it('a pause is judged by the clock: early timers go on, late ones end it', async () => {
    const clock = createVirtualClock();
    const early: number[] = [];
    const env = {
      ...clock.env,
      setTimer: (callback: () => void, delayMs: number) => {
        early.push(delayMs);
        return clock.env.setTimer(callback, early.length === 1 ? delayMs - 1 : delayMs);
      },
    };
    const { signal } = new AbortController();
    await clock.run(pause(1000, env, signal));
    expect(clock.nowMs()).toBe(1000);
    expect(early).toEqual([1000, 1]);
    const late = pause(1000, clock.env, signal);
    clock.freeze(600_000);
    await clock.run(late);
    expect(clock.nowMs()).toBe(601_000);
  });

  it('a pause longer than a timer can be looks at the clock a few times, not all the time', async () => {
    const clock = createVirtualClock();
    const delays: number[] = [];
    const env = {
      ...clock.env,
      setTimer: (callback: () => void, delayMs: number) => {
        delays.push(delayMs);
        if (delays.length > 10) throw new Error('A timer that fires at once was set again and again.');
        return clock.env.setTimer(callback, delayMs);
      },
    };
    const longest = 2 ** 31 - 1;
    await clock.run(pause(2 * longest + 5, env, new AbortController().signal));
    expect(delays).toEqual([longest, longest, 5]);
    expect(clock.nowMs()).toBe(2 * longest + 5);
  });
});
