import { describe, expect, it } from 'vitest';
import { createServiceClock } from '../../tables/base/serviceClock.ts';
import { createCredentialWatch, IDLE_LIMIT_MS } from './watch.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 10, 21);

/** A watch on two clocks that can be set independently; timers follow the monotonic one. */
function rig(options: { readonly expiresAtMs?: number } = {}) {
  let [wallMs, monotonicMs] = [START_MS, 0];
  let isInUse = false;
  let ids = 0;
  const timers = new Map<number, { readonly atMs: number; readonly run: () => void }>();
  const delays: number[] = [];
  const dropped: string[] = [];
  const clocks = createServiceClock(
    () => wallMs,
    () => monotonicMs,
  );
  const watch = createCredentialWatch({
    env: {
      ...clocks,
      monotonicMs: () => monotonicMs,
      setTimer: (run, delayMs) => {
        delays.push(delayMs);
        ids += 1;
        timers.set(ids, { atMs: monotonicMs + delayMs, run });
        return ids;
      },
      clearTimer: (id) => void timers.delete(id),
    },
    isInUse: () => isInUse,
    expiresAtMs: () => options.expiresAtMs,
    drop: (reason) => dropped.push(reason),
  });
  const pass = (durationMs: number): void => {
    const endMs = monotonicMs + durationMs;
    for (;;) {
      const [next] = [...timers]
        .filter(([, { atMs }]) => atMs <= endMs)
        .sort((a, b) => a[1].atMs - b[1].atMs);
      if (next === undefined) break;
      const [id, { atMs, run }] = next;
      timers.delete(id);
      wallMs += atMs - monotonicMs;
      monotonicMs = atMs;
      run();
    }
    wallMs += endMs - monotonicMs;
    monotonicMs = endMs;
  };
  return {
    watch,
    dropped,
    delays,
    pass,
    pending: () => timers.size,
    setInUse: (next: boolean) => {
      isInUse = next;
    },
    /** Moves only the wall clock, as if the computer slept or somebody set it. */
    setWall: (byMs: number) => {
      wallMs += byMs;
    },
    /** An answer tells the service's time, which is this far ahead of the computer's. */
    hear: (aheadMs: number) => {
      const saidMs = wallMs + aheadMs;
      clocks.clock.learn({ of: 'the table service', saidMs, sentMs: wallMs, receivedMs: wallMs });
    },
    /** Moves only the monotonic clock, as if the wall clock was set back by as much. */
    age: (byMs: number) => {
      monotonicMs += byMs;
    },
  };
}

describe('the watch over a SAS', () => {
  it('drops it after exactly half an hour without use, and then stops', () => {
    const { watch, dropped, pass, pending } = rig();
    expect(IDLE_LIMIT_MS).toBe(30 * MINUTE_MS);
    watch.start();
    pass(30 * MINUTE_MS - 1);
    expect([dropped, pending()]).toStrictEqual([[], 1]);
    pass(1);
    expect([dropped, pending()]).toStrictEqual([['idle'], 0]);
    watch.check();
    pass(60 * MINUTE_MS);
    expect(dropped).toStrictEqual(['idle']);
  });

  it('counts from the last use', () => {
    const { watch, dropped, pass } = rig();
    watch.start();
    pass(29 * MINUTE_MS);
    watch.touch();
    pass(30 * MINUTE_MS - 1);
    expect(dropped).toStrictEqual([]);
    pass(1);
    expect(dropped).toStrictEqual(['idle']);
  });

  it("uses the service's clock for expiry, but not for idle time", () => {
    const day = 1440 * MINUTE_MS;
    const { watch, dropped, pass, hear } = rig({ expiresAtMs: START_MS + day + 20 * MINUTE_MS });
    watch.start();
    hear(day);
    watch.check();
    pass(20 * MINUTE_MS - 1);
    expect(dropped).toStrictEqual([]);
    pass(1);
    expect(dropped).toStrictEqual(['expired']);
  });

  it('drops it when it expires, to the millisecond', () => {
    const { watch, dropped, pass, pending } = rig({ expiresAtMs: START_MS + 5 * MINUTE_MS });
    watch.start();
    pass(5 * MINUTE_MS - 1);
    watch.check();
    expect(dropped).toStrictEqual([]);
    pass(1);
    expect([dropped, pending()]).toStrictEqual([['expired'], 0]);
    const over = rig({ expiresAtMs: START_MS });
    over.watch.start();
    expect([over.dropped, over.pending()]).toStrictEqual([['expired'], 0]);
  });

  it('never drops it during a run; half an hour counts from the end of the run', () => {
    const { watch, dropped, pass, setInUse, delays } = rig({ expiresAtMs: START_MS + 50 * MINUTE_MS });
    setInUse(true);
    watch.start();
    pass(100 * MINUTE_MS);
    expect(dropped).toStrictEqual([]);
    expect(new Set(delays)).toStrictEqual(new Set([MINUTE_MS]));
    setInUse(false);
    pass(MINUTE_MS);
    expect(dropped).toStrictEqual(['expired']);
    const idle = rig();
    idle.setInUse(true);
    idle.watch.start();
    idle.pass(40 * MINUTE_MS + 1);
    idle.setInUse(false);
    idle.pass(29 * MINUTE_MS);
    expect(idle.dropped).toStrictEqual([]);
    idle.pass(MINUTE_MS);
    expect(idle.dropped).toStrictEqual(['idle']);
  });

  it('leaves no timer and drops nothing once stopped', () => {
    const { watch, dropped, pass, pending } = rig();
    watch.start();
    watch.stop();
    expect(pending()).toBe(0);
    pass(40 * MINUTE_MS);
    watch.touch();
    watch.check();
    expect([dropped, pending()]).toStrictEqual([[], 0]);
  });

  it('trusts whichever clock says that more time has passed', () => {
    const slept = rig();
    slept.watch.start();
    slept.setWall(30 * MINUTE_MS);
    slept.watch.check();
    expect(slept.dropped).toStrictEqual(['idle']);
    const setBack = rig();
    setBack.watch.start();
    setBack.age(30 * MINUTE_MS);
    setBack.watch.check();
    expect(setBack.dropped).toStrictEqual(['idle']);
    const neither = rig();
    neither.watch.start();
    neither.setWall(30 * MINUTE_MS - 1);
    neither.watch.check();
    expect(neither.dropped).toStrictEqual([]);
  });

  it('is not fooled by a touch that precedes its timer after a long sleep', () => {
    const { watch, dropped, setWall } = rig();
    watch.start();
    setWall(30 * MINUTE_MS);
    watch.touch();
    expect(dropped).toStrictEqual(['idle']);
    const short = rig();
    short.watch.start();
    short.setWall(30 * MINUTE_MS - 1);
    short.watch.touch();
    short.pass(29 * MINUTE_MS);
    expect(short.dropped).toStrictEqual([]);
  });
});
