import { LoadState } from './loadState.ts';
import type { KeyMaker } from './stressKeys.ts';
import type { Answer } from './answer.ts';
import type { Operation, StressPlan } from './stressPlan.ts';
import type { LoadEnd, StressRecord } from './stressRecord.ts';

/** The part of an AbortController that a load uses; core knows no browser. */
export interface LoadStop {
  readonly signal: {
    readonly aborted: boolean;
    readonly reason: unknown;
    readonly addEventListener: (type: 'abort', listener: () => void) => void;
  };
  readonly abort: (reason?: unknown) => void;
}

export interface LoadRun {
  readonly plan: StressPlan;
  readonly keysOf: KeyMaker;
  readonly clock: {
    /** Monotonic, in milliseconds. */
    readonly now: () => number;
    readonly wait: (ms: number) => Promise<void>;
  };
  /** Sends one request once, without retries of its own, and gives it up when `stop` is aborted. Never rejects: no answer is status 0. */
  readonly send: (operation: Operation) => Promise<Answer>;
  /**
   * Ends the load at once if it is aborted, with 'hidden' if that is the reason. Aborted at the end of every load, so
   * that no request outlives it.
   */
  readonly stop: LoadStop;
  /** Called about ten times a second with the record so far. */
  readonly onTick?: (record: StressRecord, elapsedMs: number) => void;
}

/** The longest wait without a look at the clock, in milliseconds. */
const TICK_MS = 100;
/** Above the rounding of differences between times: a shorter wait could end before what it waits for, again and again. */
const LEAST_WAIT_MS = 0.01;

function endOf(reason: unknown): LoadEnd {
  return reason === 'hidden' ? reason : 'stopped';
}

/**
 * Puts a load on a service, open loop: operations are sent when the schedule says, whatever became of those before, as far as lanes
 * are free. Resolves with what was measured, whatever happens.
 */
export async function runLoad({ plan, keysOf, clock, send, stop, onTick }: LoadRun): Promise<StressRecord> {
  const state = new LoadState(plan, keysOf);
  const startMs = clock.now();
  const elapsed = (): number => clock.now() - startMs;
  let wake = (): void => undefined;
  stop.signal.addEventListener('abort', () => {
    state.end(endOf(stop.signal.reason), elapsed());
    wake();
  });
  if (stop.signal.aborted) state.end(endOf(stop.signal.reason), 0);
  let tickedMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    for (let attempt = state.take(elapsed()); attempt !== undefined; attempt = state.take(elapsed())) {
      const sent = attempt;
      void send(sent.operation).then((answer) => {
        state.settle(sent, answer, elapsed());
        wake();
      });
    }
    if (elapsed() - tickedMs >= TICK_MS || state.isOver) {
      tickedMs = elapsed();
      onTick?.(state.record, tickedMs);
    }
    if (state.isOver) break;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const waitMs = Math.min(TICK_MS, Math.max(LEAST_WAIT_MS, state.nextMs - elapsed()));
    const dueMs = elapsed() + waitMs;
    const timer = clock.wait(waitMs).then(() => state.record.timerError.add(elapsed() - dueMs));
    await Promise.race([timer, woken]);
  }
  stop.abort(state.record.endedBy);
  return state.record;
}
