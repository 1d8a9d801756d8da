import { describe, expect, it } from 'vitest';
import { startDeadline } from './deadline.ts';
import { createVirtualClock, type VirtualClock } from '../base/virtualClock.fixture.ts';

const limits = { firstByteMs: 100, stallMs: 50, totalMs: 300 };
const start = ({ env }: VirtualClock, own = limits, { signal } = new AbortController()) =>
  startDeadline(own, env, signal);

describe('deadline', () => {
  it('first byte', async () => {
    const clock = createVirtualClock();
    const deadline = start(clock);
    await clock.advance(99);
    expect([deadline.signal.aborted, deadline.expired()]).toEqual([false, undefined]);
    await clock.advance(1);
    expect([deadline.signal.aborted, deadline.expired()]).toEqual([true, 'first-byte']);
    expect(clock.timers()).toBe(0);
  });

  it('stall: counts from the last byte', async () => {
    const clock = createVirtualClock();
    const deadline = start(clock);
    await clock.advance(80);
    deadline.sawHeaders();
    await clock.advance(40);
    deadline.sawBytes();
    await clock.advance(49);
    expect(deadline.expired()).toBeUndefined();
    await clock.advance(1);
    expect(deadline.expired()).toBe('stall');
  });

  it('total: ends a trickle', async () => {
    const clock = createVirtualClock();
    const deadline = start(clock);
    deadline.sawHeaders();
    for (let count = 0; count < 10; count += 1) {
      await clock.advance(30);
      if (!deadline.signal.aborted) deadline.sawBytes();
    }
    expect(deadline.expired()).toBe('total');
    expect(clock.nowMs()).toBe(300);
  });

  it('a tab that slept: the clock decides, and what came meanwhile is read first', async () => {
    const clock = createVirtualClock();
    const dead = start(clock);
    const alive = start(clock);
    clock.freeze(20_000);
    expect([dead.expired(), dead.slept()]).toEqual([undefined, true]);
    await clock.advance(0);
    expect([dead.expired(), dead.slept()]).toEqual([undefined, true]);
    alive.sawHeaders();
    alive.end();
    await clock.advance(2000);
    expect([dead.expired(), dead.slept()]).toEqual(['first-byte', true]);
    expect(alive.signal.aborted).toBe(false);
    expect(clock.timers()).toBe(0);
  });

  it('a timer that is ten seconds late is no sleep, and one that is later is', async () => {
    for (const [lateMs, slept] of [
      [10_000, false],
      [10_001, true],
    ] as const) {
      const clock = createVirtualClock();
      const deadline = start(clock, { ...limits, totalMs: 60_000 });
      clock.freeze(100 + lateMs);
      expect(deadline.slept()).toBe(slept);
      await clock.advance(0);
      expect([deadline.slept(), deadline.expired()]).toEqual([slept, slept ? undefined : 'first-byte']);
      deadline.end();
      // After the end, no timer is left that could fire late.
      clock.freeze(90_000);
      expect([deadline.slept(), clock.timers()]).toEqual([slept, 0]);
    }
  });

  it('after a sleep there are two seconds to read what arrived, less if the limit is shorter', async () => {
    for (const [firstByteMs, leftMs] of [
      [35_000, 2000],
      [100, 100],
    ] as const) {
      const clock = createVirtualClock();
      // The monotonic clock of a page does not begin at 0 when it was opened long ago.
      clock.freeze(100_000);
      const deadline = start(clock, { firstByteMs, stallMs: 10, totalMs: 50_000 });
      expect(deadline.slept()).toBe(false);
      clock.freeze(60_000);
      expect(deadline.slept()).toBe(true);
      await clock.advance(0);
      await clock.advance(leftMs - 1);
      expect([firstByteMs, deadline.expired(), deadline.slept()]).toEqual([firstByteMs, undefined, true]);
      await clock.advance(1);
      expect([firstByteMs, deadline.expired()]).toEqual([firstByteMs, 'first-byte']);
    }
  });

  it('follows the outer signal, and lets go of everything at the end', async () => {
    const clock = createVirtualClock();
    const outer = new AbortController();
    const deadline = start(clock, limits, outer);
    outer.abort();
    expect([deadline.signal.aborted, deadline.expired()]).toEqual([true, undefined]);
    const ended = start(clock);
    ended.end();
    deadline.end();
    await clock.advance(1000);
    expect([ended.signal.aborted, clock.timers()]).toEqual([false, 0]);
    expect(start(clock, limits, outer).signal.aborted).toBe(true);
  });
});
