/** Opaque: what `setTimer` returned. */
export type TimerHandle = number;

/**
 * All that the wire takes from the outside. Tests hand in a scripted fetch, a virtual clock and a seeded random.
 */
export interface TablesEnv {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Wall clock, milliseconds since the Unix epoch. Only for what is compared with an instant, such as a SAS expiry. */
  readonly nowMs: () => number;
  /**
   * Milliseconds that this wall clock is ahead of one that may be better; negative: behind. Absent or 0: there is no
   * reason to doubt it.
   */
  readonly clockAheadMs?: () => number;
  /** Monotonic clock, milliseconds since any fixed point. Judges every duration. */
  readonly monotonicMs: () => number;
  readonly setTimer: (callback: () => void, delayMs: number) => TimerHandle;
  readonly clearTimer: (handle: TimerHandle) => void;
  /** 0 (included) .. 1 (excluded). */
  readonly random: () => number;
  /** False only where the platform knows that it has no network. */
  readonly isOnline: () => boolean;
  /**
   * Calls back when the network, or the page itself, is said to be back: online, visible again, resumed. No promise that
   * anything works. Returns what ends it. Undefined: the platform never says.
   */
  readonly onReturn?: (listener: () => void) => () => void;
}
