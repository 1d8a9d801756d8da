import type { TablesEnv } from '../base/clock.ts';

/** Which copy of the account a request goes to. Each has a host of its own, and so its own sockets. */
export type Replica = 'primary' | 'secondary';

export type HoldClock = Pick<TablesEnv, 'monotonicMs' | 'setTimer'>;

/**
 * A longer Retry-After does not block the host's lanes. The run waits at its circuit breaker instead, until any other request is answered,
 * which shows that the wait was not meant for all.
 */
export const LONGEST_HOLD_MS = 300_000;

interface Hold {
  /** Monotonic time before which nobody may send. */
  heldUntilMs: number;
  /** Like `heldUntilMs`, but including longer waits that were asked for since the last answer. */
  askedUntilMs: number;
  clock: HoldClock | undefined;
}

/**
 * Remembers how long each host must be left alone.
 * @param onFree Called when a wait ends.
 */
export function createHostHolds(onFree: () => void) {
  const holds: Readonly<Record<Replica, Hold>> = {
    primary: { heldUntilMs: 0, askedUntilMs: 0, clock: undefined },
    secondary: { heldUntilMs: 0, askedUntilMs: 0, clock: undefined },
  };
  const leftMs = (untilMs: number, { clock }: Hold): number =>
    clock === undefined ? 0 : Math.max(0, untilMs - clock.monotonicMs());
  const heldMs = (replica: Replica): number => leftMs(holds[replica].heldUntilMs, holds[replica]);
  const wake = (hold: Hold, clock: HoldClock): void => {
    clock.setTimer(
      () => {
        // A timer may fire early, and the wait may have become longer meanwhile.
        if (leftMs(hold.heldUntilMs, hold) > 0) wake(hold, clock);
        else onFree();
      },
      leftMs(hold.heldUntilMs, hold),
    );
  };
  return {
    /**
     * The host asked to be left alone (Retry-After), so none of its lanes is given out until then. If that is longer than LONGEST_HOLD_MS,
     * it does not block lanes, but only shows in `askedMs`, until the host answers another request.
     */
    hold: (replica: Replica, forMs: number, clock: HoldClock): void => {
      if (!(forMs > 0)) return;
      const hold = holds[replica];
      hold.clock = clock;
      const untilMs = clock.monotonicMs() + forMs;
      hold.askedUntilMs = Math.max(hold.askedUntilMs, untilMs);
      if (forMs > LONGEST_HOLD_MS || untilMs <= hold.heldUntilMs) return;
      const isWaking = leftMs(hold.heldUntilMs, hold) > 0;
      hold.heldUntilMs = untilMs;
      if (!isWaking) wake(hold, clock);
    },
    isHeld: (replica: Replica): boolean => heldMs(replica) > 0,
    /** Milliseconds for which nobody may send to the host. For requests that need no lane. */
    heldMs,
    /** Milliseconds for which the host wants to be left alone; 0 if it may be used. */
    askedMs: (replica: Replica): number => leftMs(holds[replica].askedUntilMs, holds[replica]),
    noteAnswer: (replica: Replica): void => {
      holds[replica].askedUntilMs = holds[replica].heldUntilMs;
    },
  };
}
