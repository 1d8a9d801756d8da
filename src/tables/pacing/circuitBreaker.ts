import type { Lanes } from './lanes.ts';
import { isNoAnswer, isOutage, isOverload } from './retry.ts';
import { type Asker, createTally, type RequestKind } from './tally.ts';
import { type OutageCause, type OutageCheckDeps, untilAnswered } from './outageChecks.ts';
import { createSilence } from './silence.ts';
import type { RunPause } from './pause.ts';
import { cancelledError, type TableFault } from '../base/tableError.ts';

const ALL_KINDS: readonly RequestKind[] = ['query', 'guard', 'check'];

/** A request that brought no page. */
export interface BreakerFailure {
  readonly fault: TableFault;
  readonly asker: Asker;
  readonly startedAtMs: number;
}

export interface CircuitBreakerDeps extends Omit<OutageCheckDeps, 'silence' | 'onPause' | 'onPageAnswer'> {
  readonly lanes: Lanes;
  /** How many lanes may be used now; default all. */
  readonly width?: () => number;
  /** Undefined: the run sends again. Never twice the same. */
  readonly onPause: (pause: RunPause | undefined) => void;
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
  readonly asker: Asker;
  /** When its page failed; undefined: it did not. */
  readonly failedAtMs: number | undefined;
}

/** Those who wait at the open breaker. */
function createLine() {
  const waiters = new Map<Waiter, { readonly proceed: () => void; readonly fail: (why: unknown) => void }>();
  return {
    wait: (who: Waiter, signal: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(cancelledError());
          return;
        }
        const leave = (): void => {
          signal.removeEventListener('abort', onAbort);
          waiters.delete(who);
        };
        const onAbort = (): void => {
          leave();
          reject(cancelledError());
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiters.set(who, {
          proceed: () => {
            leave();
            resolve();
          },
          fail: (why) => {
            leave();
            reject(why);
          },
        });
      }),
    /** Lets all waiters in: first those that match, then the one that failed longest ago. */
    letIn: (isFirst: (who: Waiter) => boolean): void => {
      const all = [...waiters].toSorted(
        ([a], [b]) => Number(isFirst(b)) - Number(isFirst(a)) || (a.failedAtMs ?? 0) - (b.failedAtMs ?? 0),
      );
      for (const [, { proceed }] of all) proceed();
    },
    refuse: (kinds: ReadonlyMap<RequestKind, unknown>): void => {
      for (const [{ asker }, { fail }] of waiters) if (kinds.has(asker.kind)) fail(kinds.get(asker.kind));
    },
  };
}

/** A host that asks several requests to wait names nearly the same time. */
const SAME_TIME_MS = 1000;

/** Says why a run waits: each reason once, but every refusal of a credential. */
function createPauseTeller(onPause: CircuitBreakerDeps['onPause']) {
  let shown: RunPause | undefined;
  return {
    kind: () => shown?.kind,
    tell: (pause: RunPause | undefined): void => {
      const isSameTime = Math.abs((pause?.untilUnixMs ?? 0) - (shown?.untilUnixMs ?? 0)) < SAME_TIME_MS;
      const isSame =
        pause?.kind === shown?.kind &&
        pause?.kind !== 'credential' &&
        pause?.fault.message === shown?.fault.message &&
        isSameTime;
      shown = pause;
      if (!isSame) onPause(pause);
    },
  };
}

type GateDeps = Omit<OutageCheckDeps, 'onPageAnswer'> & {
  readonly lanes: Lanes;
  readonly pauses: ReturnType<typeof createPauseTeller>;
  /** An outage check was answered. */
  readonly onAnswer: () => void;
};

/** Open: nothing is sent. Proving: an outage check was answered, but no page yet. */
function createGate(deps: GateDeps) {
  const { env, lanes, silence, pauses } = deps;
  const line = createLine();
  const listeners = new Set<() => void>();
  const onPageAnswer: OutageCheckDeps['onPageAnswer'] = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  let state: 'closed' | 'open' | 'proving' = 'closed';
  /** Outage checks since the last page. An answered check does not reset the pace; only a page does. */
  let checks = 0;
  /** Answered outage checks since the last page. */
  let turns = 0;
  let closedAtMs = Number.NEGATIVE_INFINITY;
  /** Why nothing of a kind will be sent any more. */
  const dead = new Map<RequestKind, unknown>();
  const triesOthers = (): boolean => state === 'proving' && turns % 2 === 1;
  const close = (): void => {
    state = 'proving';
    closedAtMs = env.monotonicMs();
    turns += 1;
    deps.onAnswer();
    line.letIn(({ failedAtMs }) => (failedAtMs === undefined) === triesOthers());
  };
  return {
    isOpen: () => state === 'open',
    /** True after an outage that was given up: nothing of that kind is sent any more. */
    isOver: () => dead.size > 0,
    /** True in normal operation: the asker may send requests. */
    isClosed: ({ kind }: Asker): boolean => state !== 'open' && !dead.has(kind),
    /** Whether a request is the proof after an outage check: that one was answered, and no page since. */
    isProof: (startedAtMs: number): boolean => state === 'proving' && startedAtMs >= closedAtMs,
    /**
     * Whether an outage check was answered and no page since, and it is the turn of those whose page has not failed: in
     * turns, because some may be broken for good, and others may fail at their first try. Of those that failed, the one that failed
     * longest ago is first.
     */
    triesOthers,
    /** Monotonic time when requests were last allowed again: what was sent before says nothing about now. */
    closedAtMs: () => closedAtMs,
    /**
     * Resolves as soon as requests may be sent. `failedAtMs`: monotonic time of the last failure of the page; undefined: none. Throws
     * TableError: cancelled, or the fault of an outage that was given up.
     */
    enter: async (asker: Asker, failedAtMs: number | undefined, signal: AbortSignal): Promise<void> => {
      if (dead.has(asker.kind)) throw dead.get(asker.kind);
      if (state === 'open') await line.wait({ asker, failedAtMs }, signal);
    },
    noteAnswer: (): void => {
      for (const listener of listeners) listener();
      if (state === 'proving') state = 'closed';
      checks = 0;
      turns = 0;
    },
    /** `kinds`: the kinds of request that fail. */
    open: (cause: OutageCause, kinds: readonly RequestKind[]): void => {
      if (state === 'open') return;
      // True while checks are answered, but the pages after them are not: then only these kinds of request are in trouble.
      let isThere = state === 'proving' && kinds.length > 0;
      const check: OutageCheckDeps['check'] = (...asked) => {
        isThere = false;
        return deps.check(...asked);
      };
      state = 'open';
      lanes.setLimit(1);
      untilAnswered({ ...deps, check, onPageAnswer }, { ...cause, checks }, () =>
        lanes.askedMs('primary'),
      ).then(
        (sent) => {
          checks = sent;
          // A pause because of silence ends with the first page that is answered.
          if (pauses.kind() !== 'busy' && pauses.kind() !== 'unanswered') pauses.tell(undefined);
          close();
        },
        (why) => {
          isThere &&= silence.isOver();
          for (const kind of isThere ? kinds : ALL_KINDS) dead.set(kind, why);
          pauses.tell(undefined);
          line.refuse(dead);
          if (isThere) close();
        },
      );
    },
  };
}

/**
 * The circuit breaker of a run, which every request passes, and the one rule about trouble of the service.
 *
 * A failure counts against a query only if others were answered since it began to fail and nobody else failed. Any other
 * trouble is shared and spends no retries: the run slows down instead. While the service is overloaded fewer lanes are
 * used (additive increase, halved at each sign of overload). If nobody is answered, the breaker is open: single outage
 * checks go out, and after each answered one single pages, until a page arrives. If none has for `silenceMs`, the run
 * gives up: everything, or the kind of request that is in trouble if outage checks are answered.
 */
export function createCircuitBreaker(given: CircuitBreakerDeps) {
  const { env, policy, lanes } = given;
  const width = createWidth(given);
  const tally = createTally();
  const silence = createSilence(env, policy.breaker);
  const pauses = createPauseTeller(given.onPause);
  const failing = new Map<string, RequestKind>();
  let failures = 0;
  let answeredAtMs: number | undefined;
  let resumedAtMs = Number.NEGATIVE_INFINITY;
  const letGo = given.control?.onResume(() => {
    resumedAtMs = env.monotonicMs();
  });
  const onAnswer = (): void => {
    answeredAtMs = env.monotonicMs();
    failures = 0;
    failing.clear();
  };
  const gate = createGate({ ...given, silence, pauses, onPause: pauses.tell, onAnswer });
  /** Milliseconds for which nobody may send; 0 while the secondary is read too. */
  const heldMs = (): number =>
    (given.width?.() ?? lanes.width) > lanes.perHost ? 0 : lanes.heldMs('primary');
  const trip = (fault: TableFault, tableName?: string): void =>
    gate.open({ fault, tableName }, [...failing.values()]);

  return {
    isClosed: gate.isClosed,
    isProof: gate.isProof,
    triesOthers: gate.triesOthers,
    enter: gate.enter,
    /** Call it with the first request of a page. */
    noteSent: tally.sent,
    /** Call it with each whole page. */
    noteAnswer: (asker: Asker): void => {
      onAnswer();
      gate.noteAnswer();
      silence.end();
      if (!gate.isOpen() && heldMs() === 0) pauses.tell(undefined);
      tally.answered(asker);
      width.answered();
    },
    /** Returns the retries that count against the asker so far; undefined: its trouble is shared. */
    noteFailure: ({ fault, asker, startedAtMs }: BreakerFailure): number | undefined => {
      if (!isNoAnswer(fault)) return undefined;
      const own = tally.failed(asker, fault);
      silence.begin(fault);
      if (isOverload(fault)) width.overloaded(startedAtMs);
      failures += 1;
      failing.set(`${asker.kind} ${asker.index}`, asker.kind);
      const isEverywhere = failures >= policy.breaker.failures && failing.size > 1;
      const isUnclear = own === undefined && isOutage(fault);
      if (isEverywhere || (isUnclear && (gate.isProof(startedAtMs) || silence.isLong()))) trip(fault);
      else if ((isUnclear || heldMs() > 0) && !gate.isOpen()) pauses.tell(silence.pause(fault, heldMs()));
      return own;
    },
    /** A page that timed out is requested in smaller ones. */
    noteCut: silence.cut,
    /**
     * Stops sending until an outage check is answered, or for a refused SAS until there is another one. No effect while
     * already stopped. `tableName`: of a refused request, to be checked.
     */
    trip,
    isOver: gate.isOver,
    /** Monotonic time of the service's last answer; undefined: none yet. */
    answeredAtMs: () => answeredAtMs,
    closedAtMs: gate.closedAtMs,
    /** Monotonic time when the user last resumed the run: a new SAS, to which no wait of the old one applies. */
    resumedAtMs: () => resumedAtMs,
    /** Restores the lane limit. */
    end: (): void => {
      letGo?.();
      lanes.setLimit(lanes.width);
    },
  };
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;
