import type { ServiceClock } from './serviceClock.ts';

/** An opaque value, returned by `setTimer`. */
export type TimerHandle = number;

/** Everything that the tables folder needs from outside. Tests pass a scripted fetch, a virtual clock and a seeded random source. */
export interface TablesEnv {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Wall clock, in milliseconds since the Unix epoch: the table service's time once an answer has revealed it, until then this computer's.
   * It jumps at that moment, so use it only to compare with instants such as a SAS expiry, and never to measure a duration.
   */
  readonly nowMs: () => number;
  readonly clock: ServiceClock;
  /** Monotonic clock, in milliseconds since an arbitrary point. Use it to measure durations. */
  readonly monotonicMs: () => number;
  readonly setTimer: (callback: () => void, delayMs: number) => TimerHandle;
  readonly clearTimer: (handle: TimerHandle) => void;
  /** At least 0 and less than 1. */
  readonly random: () => number;
  /** False only if the platform is certain that there is no network. */
  readonly isOnline: () => boolean;
  /** False while the page is hidden. Undefined if the platform cannot tell. */
  readonly isVisible?: () => boolean;
  /**
   * Calls the listener when the network or the page may be back: when it is online, visible or resumed. A request may still fail. Returns a
   * function that unsubscribes. Undefined if the platform has no such events.
   */
  readonly onReturn?: (listener: () => void) => () => void;
}
