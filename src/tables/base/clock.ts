import type { TablesEnv, TimerHandle } from './env.ts';
import { cancelledError } from './tableError.ts';

/** A timer that is later than this did not only wait for its turn: the tab was frozen, or the computer asleep. */
export const SLEEP_MS = 10_000;

/** A platform takes a longer delay for none (HTML, timers: 32 bits, signed); what is left is waited for after it. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Waits by the monotonic clock, never shorter: a timer that fires early is set again. Resolves with the milliseconds that
 * it took longer than asked: many where the page slept.
 * Throws TableError 'cancelled' as soon as the signal aborts.
 */
export function pause(durationMs: number, env: TablesEnv, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(cancelledError());
      return;
    }
    const untilMs = env.monotonicMs() + durationMs;
    let timer: TimerHandle | undefined;
    const onAbort = (): void => {
      if (timer !== undefined) env.clearTimer(timer);
      reject(cancelledError());
    };
    const check = (): void => {
      const leftMs = untilMs - env.monotonicMs();
      if (leftMs > 0) {
        timer = env.setTimer(check, Math.min(Math.ceil(leftMs), MAX_TIMER_MS));
        return;
      }
      signal.removeEventListener('abort', onAbort);
      resolve(-leftMs);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    check();
  });
}
