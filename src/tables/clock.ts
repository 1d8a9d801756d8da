import type { TablesEnv, TimerHandle } from './env.ts';
import { cancelledError } from './tableError.ts';

/**
 * Waits by the monotonic clock, never shorter: a timer that fires early is set again.
 * Throws TableError 'cancelled' as soon as the signal aborts.
 */
export function pause(durationMs: number, env: TablesEnv, signal: AbortSignal): Promise<void> {
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
        timer = env.setTimer(check, Math.ceil(leftMs));
        return;
      }
      signal.removeEventListener('abort', onAbort);
      resolve();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    check();
  });
}
