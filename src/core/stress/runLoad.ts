import { LoadState } from './loadState.ts';
import type { KeyMaker } from './stressKeys.ts';
import type { Answer } from './answer.ts';
import type { Operation, StressPlan } from './stressPlan.ts';
import type { LoadEnd, StressRecord } from './stressRecord.ts';

/** The part of an AbortController that a load uses. core must not depend on the browser's type. */
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
    /** Milliseconds on a monotonic clock. */
    readonly now: () => number;
    readonly wait: (ms: number) => Promise<void>;
  };
  /**
   * Sends a request once, without retries, and gives it up when `stop` is aborted. Must never reject: if there is no answer, the status is
   * 0.
   */
  readonly send: (operation: Operation) => Promise<Answer>;
  /**
   * Aborting it ends the load at once, with the reason 'hidden' or else 'stopped'. It is also aborted at the end of every load, so that no
   * request continues after that.
   */
  readonly stop: LoadStop;
  /** Called about ten times a second with the record so far. */
  readonly onTick?: (record: StressRecord, elapsedMs: number) => void;
}

/** The load looks at the clock at least this often, in milliseconds. */
const TICK_MS = 100;
/**
 * Must be above the rounding error of differences between times. A shorter wait could end too early again and again, and keep the page
 * busy.
 */
const LEAST_WAIT_MS = 0.01;

function endOf(reason: unknown): LoadEnd {
  return reason === 'hidden' ? reason : 'stopped';
}

/**
 * Puts a load on a service without waiting for answers (open loop): operations are sent when the schedule says, if a lane is free, whatever
 * happened to earlier ones. Always resolves with what was measured.
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
