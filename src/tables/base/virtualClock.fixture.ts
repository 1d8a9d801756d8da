import { setMaxListeners } from 'node:events';
import type { TablesEnv } from './clock.ts';
import { createServiceClock } from './serviceClock.ts';

/** A clock that moves only when there is nothing left to do at the present time. */
export interface VirtualClock {
  readonly env: TablesEnv;
  /** Runs the work to its end, moving the clock from timer to timer. Throws if the work waits for something that no timer will bring. */
  readonly run: <T>(work: Promise<T>) => Promise<T>;
  /** Runs everything that can run without moving the clock. */
  readonly settle: () => Promise<void>;
  /** Moves the clock and fires due timers. */
  readonly advance: (durationMs: number) => Promise<void>;
  /** Moves the clock without firing a timer, as happens when a tab is frozen. */
  readonly freeze: (durationMs: number) => void;
  readonly nowMs: () => number;
  readonly timers: () => number;
}

// Many queries wait on one signal, which Node would report as a leak.
setMaxListeners(0);

interface Timer {
  readonly handle: number;
  readonly atMs: number;
  readonly callback: () => void;
}

/** 2026-11-21T00:00:00Z */
const VIRTUAL_EPOCH_MS = 1_795_219_200_000;

/** mulberry32, a small seeded generator. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function createVirtualClock(
  fetch: TablesEnv['fetch'] = () => Promise.reject(new Error('unused')),
  seed = 1,
): VirtualClock {
  let clockMs = 0;
  let timers: Timer[] = [];
  let lastHandle = 0;

  const settle = async (): Promise<void> => {
    for (let round = 0; round < 4; round += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const fireNext = (untilMs: number): boolean => {
    const next = timers.toSorted((a, b) => a.atMs - b.atMs || a.handle - b.handle)[0];
    if (next === undefined || next.atMs > untilMs) return false;
    timers = timers.filter((timer) => timer !== next);
    clockMs = Math.max(clockMs, next.atMs);
    next.callback();
    return true;
  };

  return {
    env: {
      fetch,
      ...createServiceClock(
        () => VIRTUAL_EPOCH_MS + clockMs,
        () => clockMs,
      ),
      monotonicMs: () => clockMs,
      setTimer: (callback, delayMs) => {
        lastHandle += 1;
        // Like a browser, treats a delay beyond 32 bits as zero.
        const waitMs = delayMs > 2 ** 31 - 1 ? 1 : delayMs;
        timers.push({ handle: lastHandle, atMs: clockMs + waitMs, callback });
        return lastHandle;
      },
      clearTimer: (handle) => {
        timers = timers.filter((timer) => timer.handle !== handle);
      },
      random: seededRandom(seed),
      isOnline: () => true,
    },
    run: async (work) => {
      const watch = { isOver: false };
      const mark = (): void => {
        watch.isOver = true;
      };
      work.then(mark, mark);
      for (let idle = 0; idle <= 500; ) {
        await settle();
        if (watch.isOver) return work;
        idle = fireNext(Number.POSITIVE_INFINITY) ? 0 : idle + 1;
      }
      throw new Error('Nothing left that could end this work');
    },
    settle,
    advance: async (durationMs) => {
      const untilMs = clockMs + durationMs;
      await settle();
      while (fireNext(untilMs)) await settle();
      clockMs = untilMs;
    },
    freeze: (durationMs) => {
      clockMs += durationMs;
    },
    nowMs: () => clockMs,
    timers: () => timers.length,
  };
}
