import type { Lanes } from './lanes.ts';
import { isOutage, isOverload } from './retry.ts';
import { type ProbeDeps, untilAnswered } from './outageChecks.ts';
import { cancelledError, type TableFault } from '../base/tableError.ts';

/** A request that came back without a page. */
export interface GateFailure {
  readonly fault: TableFault;
  /** Who asked: failures of one query alone do not stop the others. */
  readonly asker: object;
  readonly startedAtMs: number;
}

/**
 * What all requests of a run pass: fewer at a time while the service is overloaded (additive rise, halved at each sign
 * of it), none but single probes while it answers nobody.
 */
export interface RunGate {
  readonly isOpen: () => boolean;
  /**
   * Whether it is closed for an outage that came after pages enough: what failed meanwhile says nothing of the pages. One
   * that comes back before any page was read is paid for, so that a service that answers probes alone is given up.
   */
  readonly isForgiving: () => boolean;
  /** Resolves as soon as requests may be sent. Throws TableError: cancelled, or the fault of an outage without end. */
  readonly enter: (signal: AbortSignal) => Promise<void>;
  readonly noteAnswer: () => void;
  readonly noteFailure: (failure: GateFailure) => void;
  /**
   * Stops sending until a probe is answered, for a refused SAS until there is another. Nothing new while it is closed.
   * `probesFirst`: whether the SAS is refused at all shows in a probe, before anybody is asked for another.
   */
  readonly close: (fault: TableFault, probesFirst?: boolean) => void;
  /** Monotonic, when the service last answered; undefined: not yet. */
  readonly answeredAtMs: () => number | undefined;
  /** Monotonic, when it was opened again last: what was sent before says nothing of now. */
  readonly openedAtMs: () => number;
  /** Gives the lanes back as they were. */
  readonly end: () => void;
}

export interface RunGateDeps extends ProbeDeps {
  readonly lanes: Lanes;
  /** How many lanes there are to use now; default all. */
  readonly width?: () => number;
}

/** Rises by one lane after as many answers as there are lanes; halves once for all that was in flight at the time. */
function createWidth({ env, lanes, width = () => lanes.width }: RunGateDeps): {
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
  readonly open: () => void;
  readonly fail: (why: unknown) => void;
}

export function createRunGate(deps: RunGateDeps): RunGate {
  const { env, policy, lanes } = deps;
  const width = createWidth(deps);
  const waiters = new Set<Waiter>();
  const failing = new Set<object>();
  let failures = 0;
  let isOpen = true;
  let pagesSinceOpen = 0;
  let isForgiving = false;
  let answeredAtMs: number | undefined;
  let openedAtMs = Number.NEGATIVE_INFINITY;
  /** Why nothing will be sent any more. */
  let dead: unknown;

  const answered = (): void => {
    answeredAtMs = env.monotonicMs();
    failures = 0;
    failing.clear();
  };
  const open = (): void => {
    isOpen = true;
    isForgiving = false;
    pagesSinceOpen = 0;
    openedAtMs = env.monotonicMs();
    for (const waiter of waiters) waiter.open();
    waiters.clear();
  };
  const giveUp = (why: unknown): void => {
    dead = why;
    for (const waiter of waiters) waiter.fail(why);
    waiters.clear();
  };

  const close = (fault: TableFault, probesFirst = false): void => {
    if (!isOpen) return;
    isOpen = false;
    isForgiving = pagesSinceOpen >= policy.breaker.failures;
    lanes.setLimit(1);
    untilAnswered(deps, { fault, probesFirst }, () => lanes.askedMs('primary')).then(() => {
      answered();
      open();
    }, giveUp);
  };

  return {
    isOpen: () => isOpen,
    isForgiving: () => isForgiving,
    enter: async (asking) => {
      if (dead !== undefined) throw dead;
      if (!isOpen) await untilOpen(waiters, asking);
    },
    noteAnswer: () => {
      pagesSinceOpen += 1;
      answered();
      width.answered();
    },
    noteFailure: ({ fault, asker, startedAtMs }) => {
      if (!isOutage(fault)) return;
      if (isOverload(fault)) width.overloaded(startedAtMs);
      failures += 1;
      failing.add(asker);
      if (failures >= policy.breaker.failures && failing.size > 1) close(fault);
    },
    close,
    answeredAtMs: () => answeredAtMs,
    openedAtMs: () => openedAtMs,
    end: () => lanes.setLimit(lanes.width),
  };
}

function untilOpen(waiters: Set<Waiter>, signal: AbortSignal): Promise<void> {
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
      open: () => {
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
