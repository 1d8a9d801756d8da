import { SLEEP_MS } from '../base/clock.ts';
import type { TablesEnv, TimerHandle } from '../base/env.ts';

/** Milliseconds. */
export interface DeadlineLimits {
  /** To the response headers. The service gives up after 30 s itself, so this is above. */
  readonly firstByteMs: number;
  /** Between two pieces of the body. */
  readonly stallMs: number;
  /** To the last byte. */
  readonly totalMs: number;
}

/** Source: query timeout and pagination, learn.microsoft.com/rest/api/storageservices: 30 s server budget. */
export const DEFAULT_LIMITS: DeadlineLimits = { firstByteMs: 35_000, stallMs: 15_000, totalMs: 120_000 };

/** Sleep does not count, and what came meanwhile has this time to be read after waking, before any limit applies. */
const WAKE_GRACE_MS = 2000;

type DeadlineCause = 'first-byte' | 'stall' | 'total';

/** Watches one request. */
export interface Deadline {
  /** Aborts on the outer signal and when a limit has passed. */
  readonly signal: AbortSignal;
  /** Which limit has passed; undefined: none. */
  readonly expired: () => DeadlineCause | undefined;
  /** Whether the watch itself was stopped for a while: a frozen tab, a sleeping computer. */
  readonly slept: () => boolean;
  readonly sawHeaders: () => void;
  readonly sawBytes: () => void;
  /** Ends the watch and lets go of the timer and the outer signal. */
  readonly end: () => void;
}

/**
 * Starts the watch. The clock decides, not the timer: a timer that comes early is set again, one that comes late
 * (hidden or frozen tab) finds how much time has really passed, and first lets the page read what came meanwhile.
 */
export function startDeadline(limits: DeadlineLimits, env: TablesEnv, outer: AbortSignal): Deadline {
  const controller = new AbortController();
  let startedAtMs = env.monotonicMs();
  let progressAtMs = startedAtMs;
  let phase: 'first-byte' | 'stall' = 'first-byte';
  let cause: DeadlineCause | undefined;
  let timer: TimerHandle | undefined;
  let dueAtMs = startedAtMs;
  let hasSlept = false;

  const phaseLimitMs = (): number => (phase === 'first-byte' ? limits.firstByteMs : limits.stallMs);

  const setTimer = (delayMs: number): void => {
    dueAtMs = env.monotonicMs() + delayMs;
    timer = env.setTimer(check, delayMs);
  };
  const check = (): void => {
    timer = undefined;
    const nowMs = env.monotonicMs();
    const lateMs = nowMs - dueAtMs;
    if (lateMs > SLEEP_MS) {
      hasSlept = true;
      startedAtMs += lateMs + WAKE_GRACE_MS;
      progressAtMs = Math.min(nowMs, progressAtMs + lateMs + WAKE_GRACE_MS);
    }
    const phaseLeftMs = progressAtMs + phaseLimitMs() - nowMs;
    const totalLeftMs = startedAtMs + limits.totalMs - nowMs;
    if (totalLeftMs <= 0 || phaseLeftMs <= 0) {
      cause = totalLeftMs <= 0 ? 'total' : phase;
      controller.abort();
    } else {
      setTimer(Math.ceil(Math.min(phaseLeftMs, totalLeftMs)));
    }
  };

  const end = (): void => {
    if (timer !== undefined) env.clearTimer(timer);
    timer = undefined;
    outer.removeEventListener('abort', onOuterAbort);
  };
  const onOuterAbort = (): void => {
    end();
    controller.abort();
  };
  // The stall timer is not set anew for each piece: when it fires it looks at the time of the last one.
  const progress = (): void => {
    progressAtMs = env.monotonicMs();
  };

  if (outer.aborted) controller.abort();
  else {
    outer.addEventListener('abort', onOuterAbort);
    check();
  }
  return {
    signal: controller.signal,
    expired: () => cause,
    slept: () => hasSlept || (timer !== undefined && env.monotonicMs() - dueAtMs > SLEEP_MS),
    sawHeaders: () => {
      phase = 'stall';
      progress();
      if (timer !== undefined) {
        env.clearTimer(timer);
        check();
      }
    },
    sawBytes: progress,
    end,
  };
}
