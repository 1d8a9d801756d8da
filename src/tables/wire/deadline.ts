import { SLEEP_MS, type TablesEnv, type TimerHandle } from '../base/clock.ts';

/** All in milliseconds. */
export interface DeadlineLimits {
  /** Until the response headers arrive. Longer than the service's own limit of 30 s. */
  readonly firstByteMs: number;
  /** Between two pieces of the body. */
  readonly stallMs: number;
  /** Until the last byte. */
  readonly totalMs: number;
}

/** Source for the service's limit of 30 s: query timeout and pagination, learn.microsoft.com/rest/api/storageservices. */
export const DEFAULT_LIMITS: DeadlineLimits = { firstByteMs: 35_000, stallMs: 15_000, totalMs: 120_000 };

/** After sleep, the page has this time to read what arrived meanwhile before a limit applies. */
const WAKE_GRACE_MS = 2000;

type DeadlineCause = 'first-byte' | 'stall' | 'total';

/**
 * Starts the limits. The clock decides and not the timer. If the timer fires early, it is set again. If it fires late, as in a hidden or
 * frozen tab, the time that really passed is checked, and the page may first read what arrived meanwhile.
 */
export function startDeadline(limits: DeadlineLimits, env: TablesEnv, outer: AbortSignal) {
  const passed = new AbortController();
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
      passed.abort();
    } else {
      setTimer(Math.ceil(Math.min(phaseLeftMs, totalLeftMs)));
    }
  };

  // The timer is not set again for each piece. When it fires, it looks when the last piece came.
  const progress = (): void => {
    progressAtMs = env.monotonicMs();
  };

  check();
  return {
    /** Aborts when the outer signal does, and when a limit has passed. */
    signal: AbortSignal.any([outer, passed.signal]),
    /** Which limit has passed; undefined if none has. */
    expired: () => cause,
    /** Whether the timer itself was stopped for a while, as in a frozen tab or a sleeping computer. */
    slept: (): boolean => hasSlept || (timer !== undefined && env.monotonicMs() - dueAtMs > SLEEP_MS),
    sawHeaders: (): void => {
      phase = 'stall';
      progress();
      if (timer !== undefined) {
        env.clearTimer(timer);
        check();
      }
    },
    sawBytes: progress,
    /** Clears the timer. Must be called in any case. */
    end: (): void => {
      if (timer !== undefined) env.clearTimer(timer);
      timer = undefined;
    },
  };
}

export type Deadline = ReturnType<typeof startDeadline>;
