import type { TablesEnv } from '../../tables/base/clock.ts';

/** Why a credential was dropped without a user action. */
export type DropReason = 'idle' | 'expired' | 'left';

/** An unused credential is dropped after this time: 30 minutes, like the session time-outs of portals. */
export const IDLE_LIMIT_MS = 30 * 60_000;
/** During a run the check is postponed by this much. */
const RUN_RECHECK_MS = 60_000;

export interface CredentialWatchDeps {
  readonly env: Pick<TablesEnv, 'nowMs' | 'clock' | 'monotonicMs' | 'setTimer' | 'clearTimer'>;
  /** Whether a run reads with the credential, or waits for another one. */
  readonly isInUse: () => boolean;
  /** Expiry of the current credential, milliseconds since the Unix epoch, by the clock of `env`. */
  readonly expiresAtMs: () => number | undefined;
  readonly drop: (reason: 'idle' | 'expired') => void;
}

/** Watches how long a credential is idle. */
export function createCredentialWatch(deps: CredentialWatchDeps) {
  const { env } = deps;
  let timer: number | undefined;
  let isRunning = false;
  // The computer's own clock, because the corrected time jumps when an answer tells it.
  const clocks = () => ({ wallMs: env.clock.computerMs(), monotonicMs: env.monotonicMs() });
  let used = clocks();

  const markUsed = (): void => {
    used = clocks();
  };
  // The monotonic clock may stop during sleep, and the wall clock may be set back: the longer idle time counts.
  const idleMs = (): number => {
    const { wallMs, monotonicMs } = clocks();
    return Math.max(wallMs - used.wallMs, monotonicMs - used.monotonicMs);
  };
  const stop = (): void => {
    isRunning = false;
    if (timer !== undefined) env.clearTimer(timer);
  };
  const arm = (delayMs: number): void => {
    if (timer !== undefined) env.clearTimer(timer);
    timer = env.setTimer(check, delayMs);
  };
  const drop = (reason: 'idle' | 'expired'): void => {
    stop();
    deps.drop(reason);
  };
  const check = (): void => {
    if (!isRunning) return;
    if (deps.isInUse()) {
      markUsed();
      arm(RUN_RECHECK_MS);
      return;
    }
    const leftMs = (deps.expiresAtMs() ?? Number.POSITIVE_INFINITY) - env.nowMs();
    const unusedMs = IDLE_LIMIT_MS - idleMs();
    if (leftMs <= 0) drop('expired');
    else if (unusedMs <= 0) drop('idle');
    else arm(Math.min(leftMs, unusedMs));
  };

  return {
    start: (): void => {
      isRunning = true;
      markUsed();
      check();
    },
    stop,
    /** Call when it was used, or the user did something. */
    touch: (): void => {
      if (!isRunning) return;
      // The first touch after a long sleep precedes the timer, and must not save an overdue credential.
      if (idleMs() >= IDLE_LIMIT_MS) check();
      else markUsed();
    },
    /** Checks the clocks now, because timers fire late after a frozen tab or sleep. */
    check,
  };
}
