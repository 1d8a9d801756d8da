import type { TablesEnv } from '../../tables/base/env.ts';

/** Why a SAS was forgotten without being asked to. */
export type DropReason = 'idle' | 'expired' | 'left';

/** A SAS that nobody has used for so long is forgotten. Source: 30 minutes, as session time-outs of portals. */
export const IDLE_LIMIT_MS = 30 * 60_000;
/** While a run goes on, the question is put off by so much. */
const RUN_RECHECK_MS = 60_000;

export interface SasWatchDeps {
  readonly env: Pick<TablesEnv, 'nowMs' | 'monotonicMs' | 'setTimer' | 'clearTimer'>;
  /** A run reads with the SAS, or waits for another one. */
  readonly isInUse: () => boolean;
  /** Of the SAS as it is now; milliseconds since the Unix epoch, by the clock of `env`. */
  readonly expiresAtMs: () => number | undefined;
  readonly drop: (reason: 'idle' | 'expired') => void;
}

/** Watches how long a SAS lies unused. */
export interface SasWatch {
  readonly start: () => void;
  readonly stop: () => void;
  /** It was used, or the person did something. */
  readonly touch: () => void;
  /** Looks at the clocks now: after a tab was frozen or the computer slept, timers come late. */
  readonly check: () => void;
}

export function createSasWatch(deps: SasWatchDeps): SasWatch {
  const { env } = deps;
  let timer: number | undefined;
  let isRunning = false;
  let used = { wallMs: 0, monotonicMs: 0 };

  const markUsed = (): void => {
    used = { wallMs: env.nowMs(), monotonicMs: env.monotonicMs() };
  };
  // The monotonic clock may stand still while the computer sleeps, the wall clock may be set back: the longer one counts.
  const idleMs = (): number => Math.max(env.nowMs() - used.wallMs, env.monotonicMs() - used.monotonicMs);
  const stop = (): void => {
    isRunning = false;
    if (timer !== undefined) env.clearTimer(timer);
    timer = undefined;
  };
  const arm = (delayMs: number): void => {
    if (timer !== undefined) env.clearTimer(timer);
    timer = env.setTimer(check, Math.max(1, Math.ceil(delayMs)));
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
    start: () => {
      isRunning = true;
      markUsed();
      check();
    },
    stop,
    touch: () => {
      if (!isRunning) return;
      // The first touch after a long sleep comes before the timer: it must not save what is overdue.
      if (idleMs() >= IDLE_LIMIT_MS) check();
      else markUsed();
    },
    check,
  };
}
