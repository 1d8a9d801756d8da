import type { Lanes } from './lanes.ts';
import { isNoAnswer, isOutage, isOverload } from './retry.ts';
import { type OutageCause, type OutageCheckDeps, untilAnswered } from './outageChecks.ts';
import { createSilence } from './silence.ts';
import type { RunPause } from './pause.ts';
import { orCancelled } from '../base/clock.ts';
import type { TableFault } from '../base/tableError.ts';

const ALL_KINDS: readonly RequestKind[] = ['query', 'guard', 'check'];

/** A request that ended without a page. */
export interface BreakerFailure {
  readonly fault: TableFault;
  readonly asker: Asker;
  readonly startedAtMs: number;
}

export interface CircuitBreakerDeps extends Omit<OutageCheckDeps, 'silence' | 'onPause' | 'onPageAnswer'> {
  readonly lanes: Lanes;
  /** How many lanes may be used at present; by default all. */
  readonly width?: () => number;
  /** Called with undefined when the run sends again. A reason is not repeated, except that a credential was refused. */
  readonly onPause: (pause: RunPause | undefined) => void;
}

/**
 * Adds one lane after as many answers as there are lanes. At a sign of overload it halves them, but only once for all requests that were in
 * flight together (additive increase, multiplicative decrease, as in TCP).
 */
function createWidth({ env, lanes, width = () => lanes.width }: CircuitBreakerDeps) {
  let answers = 0;
  let halvedAtMs = Number.NEGATIVE_INFINITY;
  return {
    answered: (): void => {
      const limit = lanes.limit();
      if (limit >= width()) return;
      answers += 1;
      if (answers < limit) return;
      answers = 0;
      lanes.setLimit(limit + 1);
    },
    overloaded: (startedAtMs: number): void => {
      answers = 0;
      if (startedAtMs < halvedAtMs) return;
      halvedAtMs = env.monotonicMs();
      lanes.setLimit(Math.max(1, Math.floor(Math.min(lanes.limit(), width()) / 2)));
    },
  };
}

interface Waiter {
  readonly asker: Asker;
  /** Monotonic time of the page's last failure; undefined if it has not failed. */
  readonly failedAtMs: number | undefined;
}

/** The requests that wait while the breaker is open. */
function createLine() {
  const waiters = new Map<Waiter, { readonly proceed: () => void; readonly fail: (why: unknown) => void }>();
  return {
    wait: (who: Waiter, signal: AbortSignal): Promise<void> =>
      orCancelled(signal, (resolve, reject) => {
        const leave = (): boolean => waiters.delete(who);
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
        return leave;
      }),
    /** Lets all requests in: first those that match, and among these the one whose failure is longest ago. */
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

/** If a host asks several requests to wait, the times that it names may differ slightly. */
const SAME_TIME_MS = 1000;

/** Reports why a run waits. The same reason is not reported again, except for a refused credential, which the user must see each time. */
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
  /** Called when an outage check is answered. */
  readonly onAnswer: () => void;
};

/**
 * Decides when requests may be sent. Open means, as for an electric switch, that nothing is sent. Proving means that an outage check was
 * answered, but no page since.
 */
function createGate(deps: GateDeps) {
  const { env, lanes, silence, pauses } = deps;
  const line = createLine();
  const listeners = new Set<() => void>();
  const onPageAnswer: OutageCheckDeps['onPageAnswer'] = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  let state: 'closed' | 'open' | 'proving' = 'closed';
  /**
   * Outage checks since the last page. They become less frequent with this number, and an answered check does not reset it; only a page
   * does.
   */
  let checks = 0;
  /** Answered outage checks since the last page. */
  let turns = 0;
  let closedAtMs = Number.NEGATIVE_INFINITY;
  /** The kinds of request that were given up, with the reason. */
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
    /** True after an outage in which some kind of request was given up. */
    isOver: () => dead.size > 0,
    /** Whether the asker may send requests, as it may in normal operation. */
    isClosed: ({ kind }: Asker): boolean => state !== 'open' && !dead.has(kind),
    /**
     * Whether an outage check was answered, no page has been since, and this request was sent after the check. Its answer then shows
     * whether the outage is over.
     */
    isProof: (startedAtMs: number): boolean => state === 'proving' && startedAtMs >= closedAtMs,
    /**
     * True while an outage check was answered but no page since, and it is the turn of requests whose page has not failed. The two groups
     * take turns, because a page that failed may be broken for good, and one that has not may fail at its first try. Among those that
     * failed, the one whose failure is longest ago goes first.
     */
    triesOthers,
    /**
     * Monotonic time at which requests were last allowed again. Failures of requests that were sent earlier say nothing about the present.
     */
    closedAtMs: () => closedAtMs,
    /**
     * Resolves as soon as requests may be sent.
     * @param failedAtMs Monotonic time of the page's last failure; undefined if it has not failed.
     * @throws TableError 'cancelled', or the fault of an outage that was given up.
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
    /** @param kinds The kinds of request that are failing. */
    open: (cause: OutageCause, kinds: readonly RequestKind[]): void => {
      if (state === 'open') return;
      // True if outage checks are answered but the pages after them are not. Then only these kinds of request are in trouble, not the
      // service.
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
          // After a pause because of silence, only a page shows that it is over; an answered check does not.
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
 * The circuit breaker of a run. Every request passes it, and it alone decides how the run reacts to trouble of the service.
 * A failure counts against a query only if others were answered after the query began to fail, and nobody else failed. Any other trouble is
 * shared and uses up no retries; the run slows down instead. While the service is overloaded, fewer lanes are used: they are halved at each
 * sign of overload and then added one by one. If nobody is answered, the breaker opens: single outage checks are sent, and after each one
 * that is answered single pages, until a page arrives. If none has arrived for `silenceMs`, the run gives up everything, or, if outage
 * checks are answered, only the kinds of request that are in trouble.
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
  /** Milliseconds for which nobody may send. 0 while the secondary is read too, because requests can then go there. */
  const heldMs = (): number =>
    (given.width?.() ?? lanes.width) > lanes.perHost ? 0 : lanes.heldMs('primary');
  const trip = (fault: TableFault, tableName?: string): void =>
    gate.open({ fault, tableName }, [...failing.values()]);

  return {
    isClosed: gate.isClosed,
    isProof: gate.isProof,
    triesOthers: gate.triesOthers,
    enter: gate.enter,
    /** Call this with the first request of a page. */
    noteSent: tally.sent,
    /** Call this with each whole page. */
    noteAnswer: (asker: Asker): void => {
      onAnswer();
      gate.noteAnswer();
      silence.end();
      if (!gate.isOpen() && heldMs() === 0) pauses.tell(undefined);
      tally.answered(asker);
      width.answered();
    },
    /** Returns how many retries count against the asker so far; undefined if its trouble is shared. */
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
    /** Call this when a page that timed out will be requested in smaller ones. */
    noteCut: silence.cut,
    /**
     * Stops sending until an outage check is answered or, if a SAS was refused, until there is another one. Has no effect if sending is
     * stopped already.
     * @param tableName The table of a refused request, which the check then reads.
     */
    trip,
    isOver: gate.isOver,
    /** Monotonic time of the service's last answer; undefined before the first one. */
    answeredAtMs: () => answeredAtMs,
    closedAtMs: gate.closedAtMs,
    /** Monotonic time at which the user last resumed the run with a new SAS. Waits that were asked for before do not apply to it. */
    resumedAtMs: () => resumedAtMs,
    /** Must be called at the end of the run: allows all lanes to be used again. */
    end: (): void => {
      letGo?.();
      lanes.setLimit(lanes.width);
    },
  };
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/**
 * 'guard' is a coverage check. 'check' is a one-row request that shows whether continuation tokens are readable, or whether the service
 * answers.
 */
export type RequestKind = 'query' | 'guard' | 'check';

/** Who requests pages: a query with all its parts, or one coverage check. */
export interface Asker {
  readonly kind: RequestKind;
  readonly index: number;
}

/** The totals of all askers when this asker's trouble began, and how many of its failures were its own. */
interface Count {
  readonly answers: number;
  readonly failures: number;
  /** Undefined if nothing has failed since its last page. */
  readonly own: number | undefined;
}

/**
 * Tells the trouble of one query from trouble that several queries share. `failed` returns how many failures of its own the asker had
 * before this one; undefined if the trouble is shared.
 */
function createTally() {
  const total = { answers: 0, failures: 0 };
  const counts = new Map<string, Count>();
  const nameOf = ({ kind, index }: Asker): string => `${kind} ${index}`;
  return {
    sent: (asker: Asker): void => {
      if (!counts.has(nameOf(asker))) counts.set(nameOf(asker), { ...total, own: undefined });
    },
    answered: (asker: Asker): void => {
      total.answers += 1;
      counts.set(nameOf(asker), { ...total, own: undefined });
    },
    failed: (asker: Asker, fault: TableFault): number | undefined => {
      const before = counts.get(nameOf(asker)) ?? { ...total, own: undefined };
      const isAlone = total.failures === before.failures && total.answers > before.answers;
      // An answer that is not a page, for example from a proxy, is never shared trouble: it says nothing about the service.
      const isShared = isOutage(fault) && !isAlone;
      total.failures += 1;
      // Answers to others count from the asker's first failure on. The first to fail in a storm seems to be alone until others fail too.
      const since = isShared || before.own === undefined ? total : { ...before, failures: total.failures };
      const own = before.own ?? 0;
      counts.set(nameOf(asker), { ...since, own: isShared ? 0 : own + 1 });
      return isShared ? undefined : own;
    },
  };
}
