import type { ServiceClock } from './serviceClock.ts';

/** Opaque: what `setTimer` returned. */
export type TimerHandle = number;

/**
 * Everything that tables needs from outside. Tests pass a scripted fetch, a virtual clock and a seeded random source.
 */
export interface TablesEnv {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Wall clock, milliseconds since the Unix epoch: the table service's as soon as an answer told it, else this computer's.
   * Only for comparison with instants such as a SAS expiry: it jumps when it is learned.
   */
  readonly nowMs: () => number;
  readonly clock: ServiceClock;
  /** Monotonic clock, milliseconds since any fixed point. Measures every duration. */
  readonly monotonicMs: () => number;
  readonly setTimer: (callback: () => void, delayMs: number) => TimerHandle;
  readonly clearTimer: (handle: TimerHandle) => void;
  /** 0 (included) to 1 (excluded). */
  readonly random: () => number;
  /** False only if the platform knows that there is no network. */
  readonly isOnline: () => boolean;
  /** False while nobody can see the page. Undefined: the platform never says. */
  readonly isVisible?: () => boolean;
  /**
   * Calls back when the network or the page seems to be back: online, visible again, resumed. No promise that anything
   * works. Returns the function that unsubscribes. Undefined: the platform never says.
   */
  readonly onReturn?: (listener: () => void) => () => void;
}
