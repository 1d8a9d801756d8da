import type { TablesEnv } from '../base/env.ts';

/** The copy of the account that a request goes to: each has a host, and so sockets, of its own. */
export type Replica = 'primary' | 'secondary';

export type HoldClock = Pick<TablesEnv, 'monotonicMs' | 'setTimer'>;

/** A longer Retry-After is not waited for by all: whoever it was given to fails, and an answer to another one ends it. */
export const LONGEST_HOLD_MS = 300_000;

interface Hold {
  /** Monotonic: nobody sends before. */
  heldUntilMs: number;
  /** Monotonic: the same with longer ones, since the last answer. */
  askedUntilMs: number;
  clock: HoldClock | undefined;
}

/** Until when each host is to be left alone. `onFree`: to be asked again who may send. */
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
        // A timer may fire a moment early, and the hold may have become longer.
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
