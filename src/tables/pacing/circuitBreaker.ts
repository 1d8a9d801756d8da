import type { Lanes } from './lanes.ts';
import { isNoAnswer, isOverload } from './retry.ts';
import { type OutageCheckDeps, untilAnswered } from './outageChecks.ts';
import { cancelledError, type TableFault } from '../base/tableError.ts';

/** A request that brought no page. */
export interface BreakerFailure {
  readonly fault: TableFault;
  /** Who sent it: failures of one query alone do not stop the others. */
  readonly asker: object;
  readonly startedAtMs: number;
}

/**
 * The circuit breaker of a run, which every request passes. While the service is overloaded it lets fewer through
 * (additive increase, halved at each sign of overload). While the service answers nobody it is open: only single outage
 * checks go out.
 */
export interface CircuitBreaker {
  /** True in normal operation: requests may be sent. */
  readonly isClosed: () => boolean;
  /**
   * True if the breaker tripped after enough successful pages: failures meanwhile cost no retries. If it trips again
   * before a page was read, they do, so that a service that answers only outage checks is given up.
   */
  readonly isForgiving: () => boolean;
  /** Resolves as soon as requests may be sent. Throws TableError: cancelled, or the fault of an endless outage. */
  readonly enter: (signal: AbortSignal) => Promise<void>;
  /** Call it with each whole page. */
  readonly noteAnswer: () => void;
  readonly noteFailure: (failure: BreakerFailure) => void;
  /**
   * Stops sending until an outage check is answered, or for a refused SAS until there is another one. No effect while
   * already stopped. `checksFirst`: first check whether the SAS is refused at all, before asking anybody for another.
   */
  readonly trip: (fault: TableFault, checksFirst?: boolean) => void;
  /** True after an outage that was given up: nothing is sent any more. */
  readonly isOver: () => boolean;
  /** Monotonic time of the service's last answer; undefined: none yet. */
  readonly answeredAtMs: () => number | undefined;
  /** Monotonic time when requests were last allowed again: what was sent before says nothing about now. */
  readonly closedAtMs: () => number;
  /** Monotonic time when the user last resumed the run: a new SAS, to which no wait of the old one applies. */
  readonly resumedAtMs: () => number;
  /** Restores the lane limit. */
  readonly end: () => void;
}

export interface CircuitBreakerDeps extends OutageCheckDeps {
  readonly lanes: Lanes;
  /** How many lanes may be used now; default all. */
  readonly width?: () => number;
}

/** Gains one lane after as many answers as there are lanes; halves once for all requests in flight. */
function createWidth({ env, lanes, width = () => lanes.width }: CircuitBreakerDeps): {
  answered: () => void;
  overloaded: (startedAtMs: number) => void;
} {
  let answers = 0;
  let halvedAtMs = Number.NEGATIVE_INFINITY;
  return {
    answered: () => {
      const limit = lanes.limit();
      if (limit >= width()) return;
      answers += 1;
      if (answers < limit) return;
      answers = 0;
      lanes.setLimit(limit + 1);
    },
    overloaded: (startedAtMs) => {
      answers = 0;
      if (startedAtMs < halvedAtMs) return;
      halvedAtMs = env.monotonicMs();
      lanes.setLimit(Math.max(1, Math.floor(Math.min(lanes.limit(), width()) / 2)));
    },
  };
}

interface Waiter {
  readonly proceed: () => void;
  readonly fail: (why: unknown) => void;
}

export function createCircuitBreaker(deps: CircuitBreakerDeps): CircuitBreaker {
  const { env, policy, lanes } = deps;
  const width = createWidth(deps);
  const waiters = new Set<Waiter>();
  const failing = new Set<object>();
  let failures = 0;
  let isClosed = true;
  let pagesSinceClosed = 0;
  let isForgiving = false;
  let answeredAtMs: number | undefined;
  let closedAtMs = Number.NEGATIVE_INFINITY;
  let resumedAtMs = Number.NEGATIVE_INFINITY;
  const letGo = deps.control?.onResume(() => {
    resumedAtMs = env.monotonicMs();
  });
  /** Why nothing will be sent any more. */
  let dead: unknown;

  const answered = (): void => {
    answeredAtMs = env.monotonicMs();
    failures = 0;
    failing.clear();
  };
  const close = (): void => {
    isClosed = true;
    isForgiving = false;
    pagesSinceClosed = 0;
    closedAtMs = env.monotonicMs();
    for (const waiter of waiters) waiter.proceed();
    waiters.clear();
  };
  const giveUp = (why: unknown): void => {
    dead = why;
    for (const waiter of waiters) waiter.fail(why);
    waiters.clear();
  };

  const trip = (fault: TableFault, checksFirst = false): void => {
    if (!isClosed) return;
    isClosed = false;
    isForgiving = pagesSinceClosed >= policy.breaker.failures;
    lanes.setLimit(1);
    untilAnswered(deps, { fault, checksFirst }, () => lanes.askedMs('primary')).then(() => {
      answered();
      close();
    }, giveUp);
  };

  return {
    isClosed: () => isClosed,
    isForgiving: () => isForgiving,
    enter: async (asking) => {
      if (dead !== undefined) throw dead;
      if (!isClosed) await untilClosed(waiters, asking);
    },
    noteAnswer: () => {
      pagesSinceClosed += 1;
      answered();
      width.answered();
    },
    noteFailure: ({ fault, asker, startedAtMs }) => {
      if (!isNoAnswer(fault)) return;
      if (isOverload(fault)) width.overloaded(startedAtMs);
      failures += 1;
      failing.add(asker);
      if (failures >= policy.breaker.failures && failing.size > 1) trip(fault);
    },
    trip,
    isOver: () => dead !== undefined,
    answeredAtMs: () => answeredAtMs,
    closedAtMs: () => closedAtMs,
    resumedAtMs: () => resumedAtMs,
    end: () => {
      letGo?.();
      lanes.setLimit(lanes.width);
    },
  };
}

function untilClosed(waiters: Set<Waiter>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(cancelledError());
      return;
    }
    const onAbort = (): void => {
      waiters.delete(waiter);
      reject(cancelledError());
    };
    const waiter: Waiter = {
      proceed: () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      },
      fail: (why) => {
        signal.removeEventListener('abort', onAbort);
        reject(why);
      },
    };
    signal.addEventListener('abort', onAbort, { once: true });
    waiters.add(waiter);
  });
}
