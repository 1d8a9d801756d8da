import type { TablesEnv } from '../base/env.ts';
import type { TableFault } from '../base/tableError.ts';
import type { RunPause } from './pause.ts';

/** Shorter waits are not shown. */
const BUSY_SHOWN_MS = 1000;
/**
 * From then on outage checks tell whether the service is there at all, and a person may want to look after it; sooner
 * if less is waited.
 */
const LONG_MS = 10_000;

/** So many cuts in a row take a page from 1,000 rows to 50. More would only multiply what times out. */
export const MOST_CUTS = 5;

/** How long a run has tried and no page was answered. Time asleep or without a network does not count. */
export interface Silence {
  /** A request brought no page. */
  readonly begin: () => void;
  /** A page was answered. */
  readonly end: () => void;
  /** What was before says nothing about now. */
  readonly restart: () => void;
  /** Smaller pages are requested from now on, which may take their time again: a few times. */
  readonly cut: () => void;
  /** Overslept, in milliseconds. */
  readonly skip: (sleptMs: number) => void;
  readonly isLong: () => boolean;
  /** Whether it is long enough to give up. */
  readonly isOver: () => boolean;
  /** What to say of it; undefined: it is too short. */
  readonly pause: (fault: TableFault) => RunPause | undefined;
}

export function createSilence(env: Pick<TablesEnv, 'monotonicMs'>, mostMs: number): Silence {
  const longMs = Math.min(LONG_MS, mostMs / 4);
  let sinceMs: number | undefined;
  let cuts = 0;
  const lastedMs = (): number => (sinceMs === undefined ? 0 : env.monotonicMs() - sinceMs);
  const restart = (): void => {
    sinceMs = env.monotonicMs();
  };
  return {
    begin: () => {
      sinceMs ??= env.monotonicMs();
    },
    end: () => {
      sinceMs = undefined;
      cuts = 0;
    },
    restart,
    cut: () => {
      cuts += 1;
      if (cuts <= MOST_CUTS) restart();
    },
    skip: (sleptMs) => {
      if (sinceMs !== undefined) sinceMs += sleptMs;
    },
    isLong: () => lastedMs() >= longMs,
    isOver: () => lastedMs() >= mostMs,
    pause: (fault) => {
      const ms = lastedMs();
      if (ms < BUSY_SHOWN_MS) return undefined;
      return { kind: ms < longMs ? 'busy' : 'unanswered', fault };
    },
  };
}
