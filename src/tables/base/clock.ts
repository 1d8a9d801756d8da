import type { TablesEnv, TimerHandle } from './env.ts';
import { cancelledError } from './tableError.ts';

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
