import { expect, it } from 'vitest';
import { type ClockReading, createServiceClock } from './serviceClock.ts';

/** 2026-11-21T00:00:00Z */
const SERVICE_MS = 1_795_219_200_000;
const DAY_MS = 86_400_000;

/** A computer whose clock is set by `set`; an answer takes a second each way. */
function rig(aheadMs: number) {
  let computerMs = SERVICE_MS + aheadMs;
  const { nowMs, clock } = createServiceClock(() => computerMs);
  return {
    nowMs,
    clock,
    set: (toMs: number): void => {
      computerMs = toMs;
    },
    /** The service says its time. */
    hear: (saidMs: number, of: ClockReading['of'] = 'the table service', tookMs = 2000): void =>
      clock.learn({ of, saidMs, sentMs: computerMs - tookMs / 2, receivedMs: computerMs + tookMs / 2 }),
  };
}

it.each([DAY_MS, -DAY_MS, 3_600_000, 61_000])('a computer %i ms ahead has the time of the service', (ms) => {
  const { nowMs, clock, hear, set } = rig(ms);
  expect([nowMs(), clock.reading()]).toEqual([SERVICE_MS + ms, undefined]);
  hear(SERVICE_MS);
  expect([nowMs(), clock.reading()]).toEqual([SERVICE_MS, { aheadMs: ms, of: 'the table service' }]);
  // Both go on; then somebody sets the computer's clock right, which the next answer shows.
  set(SERVICE_MS + ms + 5000);
  expect(nowMs()).toBe(SERVICE_MS + 5000);
  set(SERVICE_MS + 10_000);
  hear(SERVICE_MS + 10_000);
  expect([nowMs(), clock.computerMs()]).toEqual([SERVICE_MS + 10_000, SERVICE_MS + 10_000]);
});

it('whole seconds and slow answers move no clock that is right, nor one that is known', () => {
  const right = rig(0);
  for (const saidMs of [-999, 0, 999]) right.hear(SERVICE_MS + saidMs);
  expect([right.nowMs(), right.clock.reading()?.aheadMs]).toEqual([SERVICE_MS, 0]);
  const ahead = rig(DAY_MS);
  ahead.hear(SERVICE_MS);
  ahead.hear(SERVICE_MS - 900);
  expect(ahead.nowMs()).toBe(SERVICE_MS);
});

it('an answer that waited for a sleeping computer, or across a set clock, says nothing', () => {
  const { nowMs, clock, hear } = rig(DAY_MS);
  hear(SERVICE_MS, 'the table service', 30_001);
  hear(SERVICE_MS, 'the table service', -1);
  expect([nowMs(), clock.reading()]).toEqual([SERVICE_MS + DAY_MS, undefined]);
});

it('the server of the page is a second opinion, and never the last word', () => {
  const { nowMs, clock, hear } = rig(DAY_MS);
  hear(SERVICE_MS, 'the server of this page');
  expect([nowMs(), clock.reading()?.of]).toEqual([SERVICE_MS + DAY_MS, 'the server of this page']);
  hear(SERVICE_MS);
  hear(SERVICE_MS + DAY_MS, 'the server of this page');
  expect([nowMs(), clock.reading()?.of]).toEqual([SERVICE_MS, 'the table service']);
});

it.each([0, -1, Date.UTC(9999, 11), Number.MAX_SAFE_INTEGER])(
  '%i is no time of a table service',
  (saidMs) => {
    const { clock, hear } = rig(0);
    hear(saidMs);
    expect(clock.reading()).toBeUndefined();
  },
);
