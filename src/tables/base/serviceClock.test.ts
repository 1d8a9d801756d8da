import { expect, it } from 'vitest';
import { type ClockReading, createServiceClock } from './serviceClock.ts';

/** 2026-11-21T00:00:00Z */
const SERVICE_MS = 1_795_219_200_000;
const DAY_MS = 86_400_000;

/** A computer whose clock is `aheadMs` ahead of the service's. */
function rig(aheadMs: number) {
  let passedMs = 0;
  let setMs = aheadMs;
  const computerMs = (): number => SERVICE_MS + passedMs + setMs;
  const { nowMs, clock } = createServiceClock(computerMs, () => passedMs);
  return {
    nowMs,
    clock,
    pass: (ms: number): void => {
      passedMs += ms;
    },
    /** The user sets the computer's clock. */
    set: (toAheadMs: number): void => {
      setMs = toAheadMs;
    },
    /** An answer arrives that took `tookMs` and states a time that is wrong by `offMs`. */
    hear: (offMs = 0, of: ClockReading['of'] = 'the table service', tookMs = 2000): void => {
      const [sentMs, receivedMs] = [computerMs() - tookMs / 2, computerMs() + tookMs / 2];
      clock.learn({ of, saidMs: SERVICE_MS + passedMs + offMs, sentMs, receivedMs });
    },
  };
}

it.each([DAY_MS, -DAY_MS, 3_600_000, 61_000])('a computer %i ms ahead has the time of the service', (ms) => {
  const { nowMs, clock, hear, pass } = rig(ms);
  expect([nowMs(), clock.reading()]).toEqual([SERVICE_MS + ms, undefined]);
  hear();
  expect([nowMs(), clock.reading()]).toEqual([SERVICE_MS, { aheadMs: ms, of: 'the table service' }]);
  pass(5000);
  expect([nowMs(), clock.computerMs()]).toEqual([SERVICE_MS + 5000, SERVICE_MS + ms + 5000]);
});

it('a clock that was set right is believed, and compared again by the next answer', () => {
  const { nowMs, clock, hear, pass, set } = rig(DAY_MS);
  hear();
  pass(60_000);
  set(0);
  expect([nowMs(), clock.reading()]).toEqual([SERVICE_MS + 60_000, undefined]);
  hear();
  expect([nowMs(), clock.reading()?.aheadMs]).toEqual([SERVICE_MS + 60_000, 0]);
});

it('whole seconds and slow answers move no clock that is right, nor one that is known', () => {
  const right = rig(0);
  for (const saidMs of [-999, 0, 999]) right.hear(saidMs);
  expect([right.nowMs(), right.clock.reading()?.aheadMs]).toEqual([SERVICE_MS, 0]);
  const ahead = rig(DAY_MS);
  ahead.hear();
  ahead.hear(-900);
  expect(ahead.nowMs()).toBe(SERVICE_MS);
});

it('an answer that waited for a sleeping computer, or across a set clock, says nothing', () => {
  const { nowMs, clock, hear } = rig(DAY_MS);
  hear(0, 'the table service', 30_001);
  hear(0, 'the table service', -1);
  expect([nowMs(), clock.reading()]).toEqual([SERVICE_MS + DAY_MS, undefined]);
});

it('the server of the page is a second opinion, and never the last word', () => {
  const { nowMs, clock, hear } = rig(DAY_MS);
  hear(0, 'the server of this page');
  expect([nowMs(), clock.reading()?.of]).toEqual([SERVICE_MS + DAY_MS, 'the server of this page']);
  hear();
  hear(DAY_MS, 'the server of this page');
  expect([nowMs(), clock.reading()?.of]).toEqual([SERVICE_MS, 'the table service']);
});

it.each([0, -1, Date.UTC(9999, 11), Number.MAX_SAFE_INTEGER])(
  '%i is no time of a table service',
  (saidMs) => {
    const { clock, hear } = rig(0);
    hear(saidMs - SERVICE_MS);
    expect(clock.reading()).toBeUndefined();
  },
);
