import type { TablesEnv } from '../base/clock.ts';
import type { TableFault } from '../base/tableError.ts';
import type { RunPause } from './pause.ts';
import type { RetryPolicy } from './retry.ts';

/** The user is not told of shorter waits. */
const BUSY_SHOWN_MS = 1000;
/**
 * After this time outage checks find out whether the service can be reached at all, and the user, who may want to act, is told. Less if the
 * run gives up sooner.
 */
const LONG_MS = 10_000;

/** This many cuts in a row take a page from 1,000 rows to 50. More cuts would only multiply the requests that time out. */
export const MOST_CUTS = 5;

/**
 * Measures how long a run has tried without getting a page, either of a query or, once all queries are over, of a coverage check. An
 * answered outage check does not end the silence, since it shows only that the service is there. Time asleep does not count, nor time
 * without a network if somebody watches the run, nor waits that the service asks for (Retry-After), up to `askedMs` of the policy.
 */
export function createSilence(
  env: Pick<TablesEnv, 'monotonicMs' | 'nowMs'>,
  { silenceMs: mostMs, askedMs: mostAskedMs }: RetryPolicy['breaker'],
) {
  const longMs = Math.min(LONG_MS, mostMs / 4);
  let sinceMs: number | undefined;
  let cuts = 0;
  let askedUntilMs = 0;
  let askedLeftMs = mostAskedMs;
  const lastedMs = (): number => (sinceMs === undefined ? 0 : env.monotonicMs() - sinceMs);
  const restart = (): void => {
    sinceMs = env.monotonicMs();
  };
  return {
    /** Call this when a request ended without a page. */
    begin: ({ retryAfterMs = 0 }: TableFault): void => {
      const nowMs = env.monotonicMs();
      const fromMs = Math.max(nowMs, askedUntilMs);
      // Requests that were in flight together may ask for the same wait, which must count only once.
      const askedMs = Math.min(askedLeftMs, Math.max(0, nowMs + retryAfterMs - fromMs));
      askedUntilMs = Math.max(askedUntilMs, nowMs + retryAfterMs);
      askedLeftMs -= askedMs;
      sinceMs = (sinceMs ?? nowMs) + askedMs;
    },
    /** Call this when a page was answered. */
    end: (): void => {
      sinceMs = undefined;
      cuts = 0;
      askedLeftMs = mostAskedMs;
    },
    /** Starts to count from zero again. */
    restart,
    /** Smaller pages are requested from now on, so the time starts again, but only a few times. */
    cut: (): void => {
      cuts += 1;
      if (cuts <= MOST_CUTS) restart();
    },
    /** Takes out milliseconds during which the computer slept. */
    skip: (sleptMs: number): void => {
      if (sinceMs !== undefined) sinceMs += sleptMs;
    },
    isLong: (): boolean => lastedMs() >= longMs,
    /** Whether it has lasted long enough to give up. */
    isOver: (): boolean => lastedMs() >= mostMs,
    /**
     * The pause to show to the user; undefined if it is too short.
     * @param askedMs For how long nobody may send.
     */
    pause: (fault: TableFault, askedMs: number): RunPause | undefined => {
      if (askedMs >= longMs) return { kind: 'asked-to-wait', fault, untilUnixMs: env.nowMs() + askedMs };
      const ms = Math.max(askedMs, lastedMs());
      if (ms < BUSY_SHOWN_MS) return undefined;
      return { kind: ms < longMs ? 'busy' : 'unanswered', fault };
    },
  };
}

export type Silence = ReturnType<typeof createSilence>;
