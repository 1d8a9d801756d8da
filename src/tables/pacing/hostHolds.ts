import type { TablesEnv } from '../base/env.ts';

/** The copy of the account that a request goes to: each has its own host, and so its own sockets. */
export type Replica = 'primary' | 'secondary';

export type HoldClock = Pick<TablesEnv, 'monotonicMs' | 'setTimer'>;

/**
 * A longer Retry-After holds no lane. The run waits at its circuit breaker instead, until an answer to any other request shows that it was not
 * for all.
 */
export const LONGEST_HOLD_MS = 300_000;

interface Hold {
  /** Monotonic: nobody sends before. */
  heldUntilMs: number;
  /** Monotonic: like heldUntilMs, but including longer holds since the last answer. */
  askedUntilMs: number;
  clock: HoldClock | undefined;
}

/** Until when each host must be left alone. `onFree`: called when a hold ends. */
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
        // A timer may fire early, and the hold may have become longer.
        if (leftMs(hold.heldUntilMs, hold) > 0) wake(hold, clock);
        else onFree();
      },
      leftMs(hold.heldUntilMs, hold),
    );
  };
  return {
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
    heldMs,
    askedMs: (replica: Replica): number => leftMs(holds[replica].askedUntilMs, holds[replica]),
    noteAnswer: (replica: Replica): void => {
      holds[replica].askedUntilMs = holds[replica].heldUntilMs;
    },
  };
}
