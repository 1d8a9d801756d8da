import { cancelledError } from './tableError.ts';
import type { ServiceClock } from './serviceClock.ts';

/** A busy page can delay a timer by seconds. One that fires later than this means that the tab was frozen or the computer slept. */
export const SLEEP_MS = 10_000;

/**
 * Browsers store a timer's delay as a signed 32-bit number and treat a longer one as zero, so longer waits are split into several timers.
 * Source: HTML standard, timers.
 */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Waits by the monotonic clock and never ends too soon: if a timer fires early, another one is set for the rest. Resolves with the number
 * of milliseconds by which it ended late, which is large if the page was asleep.
 * @throws TableError 'cancelled' as soon as the signal aborts.
 */
export function pause(durationMs: number, env: TablesEnv, signal: AbortSignal): Promise<number> {
  return orCancelled(signal, (resolve) => {
    const untilMs = env.monotonicMs() + durationMs;
    let timer: TimerHandle | undefined;
    const check = (): void => {
      const leftMs = untilMs - env.monotonicMs();
      if (leftMs > 0) timer = env.setTimer(check, Math.min(Math.ceil(leftMs), MAX_TIMER_MS));
      else resolve(-leftMs);
    };
    check();
    return () => timer !== undefined && env.clearTimer(timer);
  });
}

/**
 * A wait that ends with TableError 'cancelled' as soon as the signal aborts.
 * @param begin Starts the wait and returns what an abort must undo.
 */
export function orCancelled<T>(
  signal: AbortSignal,
  begin: (resolve: (value: T) => void, reject: (why: unknown) => void) => () => unknown,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(cancelledError());
      return;
    }
    const onAbort = (): void => {
      undo();
      reject(cancelledError());
    };
    const ending =
      <V>(end: (value: V) => void) =>
      (value: V): void => {
        signal.removeEventListener('abort', onAbort);
        end(value);
      };
    signal.addEventListener('abort', onAbort, { once: true });
    const undo = begin(ending(resolve), ending(reject));
  });
}

/** An opaque value, returned by `setTimer`. */
export type TimerHandle = number;

/** Everything that the tables folder needs from outside. Tests pass a scripted fetch, a virtual clock and a seeded random source. */
export interface TablesEnv {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Wall clock, in milliseconds since the Unix epoch: the table service's time once an answer has revealed it, until then this computer's.
   * It jumps at that moment, so use it only to compare with instants such as a SAS expiry, and never to measure a duration.
   */
  readonly nowMs: () => number;
  readonly clock: ServiceClock;
  /** Monotonic clock, in milliseconds since an arbitrary point. Use it to measure durations. */
  readonly monotonicMs: () => number;
  readonly setTimer: (callback: () => void, delayMs: number) => TimerHandle;
  readonly clearTimer: (handle: TimerHandle) => void;
  /** At least 0 and less than 1. */
  readonly random: () => number;
  /** False only if the platform is certain that there is no network. */
  readonly isOnline: () => boolean;
  /** False while the page is hidden. Undefined if the platform cannot tell. */
  readonly isVisible?: () => boolean;
  /**
   * Calls the listener when the network or the page may be back: when it is online, visible or resumed. A request may still fail. Returns a
   * function that unsubscribes. Undefined if the platform has no such events.
   */
  readonly onReturn?: (listener: () => void) => () => void;
}
