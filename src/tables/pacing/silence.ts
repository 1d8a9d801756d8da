import type { TablesEnv } from '../base/env.ts';
import type { TableFault } from '../base/tableError.ts';
import type { RunPause } from './pause.ts';
import type { RetryPolicy } from './retry.ts';

/** Shorter waits are not shown. */
const BUSY_SHOWN_MS = 1000;
/**
 * After this time, outage checks find out whether the service is there at all, and the user may want to act. Shorter if the run gives up
 * sooner.
 */
const LONG_MS = 10_000;

/** So many cuts in a row take a page from 1,000 rows to 50. More would only multiply what times out. */
export const MOST_CUTS = 5;

/**
 * How long a run has tried and no page was answered: none of a query, nor of a coverage check once the queries are over. An outage check
 * that is answered is no page: the service is there, but not for this run. Time asleep or without a network does not count, nor a wait
 * that the service asks for (Retry-After).
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
    /** A request brought no page. */
    begin: ({ retryAfterMs = 0 }: TableFault): void => {
      const nowMs = env.monotonicMs();
      const fromMs = Math.max(nowMs, askedUntilMs);
      // Requests in flight together ask for the same wait.
      const askedMs = Math.min(askedLeftMs, Math.max(0, nowMs + retryAfterMs - fromMs));
      askedUntilMs = Math.max(askedUntilMs, nowMs + retryAfterMs);
      askedLeftMs -= askedMs;
      sinceMs = (sinceMs ?? nowMs) + askedMs;
    },
    /** A page was answered. */
    end: (): void => {
      sinceMs = undefined;
      cuts = 0;
      askedLeftMs = mostAskedMs;
    },
    /** The time so far does not count. */
    restart,
    /** Smaller pages are requested from now on, which may take their time again: a few times. */
    cut: (): void => {
      cuts += 1;
      if (cuts <= MOST_CUTS) restart();
    },
    /** Overslept, in milliseconds. */
    skip: (sleptMs: number): void => {
      if (sinceMs !== undefined) sinceMs += sleptMs;
    },
    isLong: (): boolean => lastedMs() >= longMs,
    /** Whether it is long enough to give up. */
    isOver: (): boolean => lastedMs() >= mostMs,
    /** What to say of it; undefined: it is too short. `askedMs`: for how long nobody may send. */
    pause: (fault: TableFault, askedMs: number): RunPause | undefined => {
      if (askedMs >= longMs) return { kind: 'asked-to-wait', fault, untilUnixMs: env.nowMs() + askedMs };
      const ms = Math.max(askedMs, lastedMs());
      if (ms < BUSY_SHOWN_MS) return undefined;
      return { kind: ms < longMs ? 'busy' : 'unanswered', fault };
    },
  };
}

export type Silence = ReturnType<typeof createSilence>;
