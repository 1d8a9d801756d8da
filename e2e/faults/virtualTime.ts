// A clock that advances only when nothing else is left to do, so that a minute of waiting costs a run in memory no time.
import type { TablesEnv } from '../../src/tables/base/clock.ts';
import { createServiceClock } from '../../src/tables/base/serviceClock.ts';
import { createRandom } from '../../scripts/demo/random.mjs';

/** A span of the monotonic clock in milliseconds, half-open. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface TimeFaults {
  /** While the tab is frozen nothing in the page runs, and due timers fire at the end. */
  readonly frozen?: readonly TimeSpan[];
  /** While the tab is hidden, timers fire only at whole minutes. */
  readonly hidden?: readonly TimeSpan[];
  /** Settings of the computer's clock: from `atMs` on it is ahead by `byMs` more. */
  readonly jumps?: readonly { readonly atMs: number; readonly byMs: number }[];
}

export interface VirtualTime {
  readonly monotonicMs: () => number;
  /** Milliseconds since the Unix epoch by the computer's clock, which may be set during a run. */
  readonly nowMs: () => number;
  /** Milliseconds since the Unix epoch by the service's clock, which is never set. */
  readonly serviceNowMs: () => number;
  /** A timer of the page. */
  readonly setTimer: (callback: () => void, delayMs: number) => number;
  /** Something that arrives from the network. A hidden tab does not delay it. */
  readonly arrive: (callback: () => void, delayMs: number) => number;
  readonly clear: (handle: number) => void;
  /** Advances from timer to timer until the work is done. Throws if the work waits for something that no timer will bring. */
  readonly run: <T>(work: Promise<T>) => Promise<T>;
  /** Number of waiting timers. */
  readonly waiting: () => number;
}

interface Due {
  readonly handle: number;
  readonly atMs: number;
  readonly callback: () => void;
}

/** 2026-11-21T00:00:00Z */
export const RUN_EPOCH_MS = 1_795_219_200_000;
const MINUTE_MS = 60_000;
/** If this many turns of the event loop bring no timer, nothing can happen any more. */
const IDLE_TURNS = 50;
/** More timers than any run needs, so that an endless run fails instead of hanging. */
const MAX_FIRED = 50_000;

/** Like browsers: a delay that does not fit into 32 bits counts as 0. */
function timerMs(delayMs: number): number {
  return delayMs > 2 ** 31 - 1 ? 1 : Math.max(0, delayMs);
}

export function createVirtualTime(faults: TimeFaults = {}): VirtualTime {
  let clockMs = 0;
  let lastHandle = 0;
  let queue: Due[] = [];

  const add = (atMs: number, callback: () => void): number => {
    lastHandle += 1;
    const due = { handle: lastHandle, atMs, callback };
    let at = queue.length;
    while (at > 0 && (queue[at - 1] as Due).atMs > atMs) at -= 1;
    queue.splice(at, 0, due);
    return due.handle;
  };
  const runs = (atMs: number): number => {
    const frozen = faults.frozen?.find((span) => atMs >= span.fromMs && atMs < span.toMs);
    return frozen === undefined ? atMs : runs(frozen.toMs);
  };
  const firesAt = (atMs: number): number => {
    const hidden = faults.hidden?.find((span) => atMs >= span.fromMs && atMs < span.toMs);
    return hidden === undefined ? atMs : Math.min(hidden.toMs, Math.ceil(atMs / MINUTE_MS) * MINUTE_MS);
  };
  const setMs = (): number =>
    (faults.jumps ?? []).reduce((sum, jump) => (clockMs >= jump.atMs ? sum + jump.byMs : sum), 0);

  return {
    monotonicMs: () => clockMs,
    nowMs: () => RUN_EPOCH_MS + clockMs + setMs(),
    serviceNowMs: () => RUN_EPOCH_MS + clockMs,
    setTimer: (callback, delayMs) => add(runs(firesAt(clockMs + timerMs(delayMs))), callback),
    arrive: (callback, delayMs) => add(runs(clockMs + delayMs), callback),
    clear: (handle) => {
      queue = queue.filter((due) => due.handle !== handle);
    },
    run: async (work) => {
      const watch = { isOver: false };
      const mark = () => {
        watch.isOver = true;
      };
      work.then(mark, mark);
      let fired = 0;
      for (let idle = 0; idle <= IDLE_TURNS && fired < MAX_FIRED; ) {
        // One turn: runs every ready promise and all that follow from them.
        await new Promise((resolve) => setImmediate(resolve));
        if (watch.isOver) return work;
        const next = queue.shift();
        if (next === undefined) {
          idle += 1;
          continue;
        }
        idle = 0;
        fired += 1;
        clockMs = Math.max(clockMs, next.atMs);
        next.callback();
      }
      throw new Error(
        fired < MAX_FIRED ? 'Nothing is left that could end this work.' : 'It goes on for ever.',
      );
    },
    waiting: () => queue.length,
  };
}

/** What the engine needs of a page, on this clock. */
export function virtualEnv(
  time: VirtualTime,
  fetch: TablesEnv['fetch'],
  random: string,
  seed = 1,
): TablesEnv {
  return {
    fetch,
    ...createServiceClock(time.nowMs, time.monotonicMs),
    monotonicMs: time.monotonicMs,
    setTimer: time.setTimer,
    clearTimer: time.clear,
    random: createRandom(seed, random).next,
    isOnline: () => true,
  };
}
