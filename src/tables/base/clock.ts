import type { TablesEnv, TimerHandle } from './env.ts';
import { cancelledError } from './tableError.ts';

/** A timer later than this was not just queued: the tab was frozen, or the computer slept. */
export const SLEEP_MS = 10_000;

/** Browsers treat a longer delay as zero (HTML, timers: 32 bits, signed), so the rest is waited for afterwards. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Waits by the monotonic clock, never shorter: a timer that fires early is set again. Resolves with the milliseconds it
 * overslept, many if the page slept. Throws TableError 'cancelled' as soon as the signal aborts.
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
