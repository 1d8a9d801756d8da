import type { Lanes } from './lanes.ts';
import { isNoAnswer, isOutage, isOverload } from './retry.ts';
import { type OutageCheckDeps, untilAnswered } from './outageChecks.ts';
import { createSilence } from './silence.ts';
import type { RunPause } from './pause.ts';
import { cancelledError, type TableFault } from '../base/tableError.ts';

/** 'check': a one-row request that shows whether continuation tokens are readable, or whether the service answers. */
export type RequestKind = 'query' | 'guard' | 'check';

const ALL_KINDS: readonly RequestKind[] = ['query', 'guard', 'check'];

/** Whose pages are read: a query with all its parts, or one coverage check. */
export interface Asker {
  readonly kind: RequestKind;
  readonly index: number;
}

/** A request that brought no page. */
export interface BreakerFailure {
  readonly fault: TableFault;
  readonly asker: Asker;
  readonly startedAtMs: number;
}

/**
 * The circuit breaker of a run, which every request passes, and the one rule about trouble of the service.
 *
 * A failure counts against a query only if others were answered since its last try and nobody else failed. Any other
 * trouble is shared and spends no retries: the run slows down instead. While the service is overloaded fewer lanes are
 * used (additive increase, halved at each sign of overload). If nobody is answered, the breaker is open: single outage
 * checks go out, and after each answered one single pages, until a page arrives. If none has for `silenceMs`, the run
 * gives up: everything, or the kind of request that is in trouble if outage checks are answered.
 */
export interface CircuitBreaker {
  /** True in normal operation: the asker may send requests. */
  readonly isClosed: (asker: Asker) => boolean;
  /** Whether a request is the proof after an outage check: that one was answered, and no page since. */
  readonly isProof: (startedAtMs: number) => boolean;
  /**
   * Whether an outage check was answered and no page since, and it is the turn of those whose page has not failed: in
   * turns, because some may be broken for good, and others may fail at their first try.
   */
  readonly triesOthers: () => boolean;
  /** Resolves as soon as requests may be sent. Throws TableError: cancelled, or the fault of an outage that was given up. */
  readonly enter: (asker: Asker, isInTrouble: boolean, signal: AbortSignal) => Promise<void>;
  /** Call it with each whole page. */
  readonly noteAnswer: (asker: Asker) => void;
  /** Returns the retries that count against the asker so far; undefined: its trouble is shared. */
  readonly noteFailure: (failure: BreakerFailure) => number | undefined;
  /** A page that timed out is requested in smaller ones. */
  readonly noteCut: () => void;
  /**
   * Stops sending until an outage check is answered, or for a refused SAS until there is another one. No effect while
   * already stopped. `checksFirst`: first check whether the SAS is refused at all, before asking anybody for another.
   */
  readonly trip: (fault: TableFault, checksFirst?: boolean) => void;
  /** True after an outage that was given up: nothing of that kind is sent any more. */
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

export interface CircuitBreakerDeps extends Omit<OutageCheckDeps, 'silence' | 'onPause'> {
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

/** Tells the trouble of one query from trouble that several share. */
function createTally() {
  const total = { answers: 0, failures: 0 };
  /** By asker: the totals at its last page or failure, and its failures since then that nobody else explains. */
  const askers = new Map<
    string,
    { readonly answers: number; readonly failures: number; readonly own: number }
  >();
  const note = ({ kind, index }: Asker, own: number): void =>
    void askers.set(`${kind} ${index}`, { ...total, own });
  return {
    answered: (asker: Asker): void => {
      total.answers += 1;
      note(asker, 0);
    },
    failed: (asker: Asker, fault: TableFault): number | undefined => {
      const before = askers.get(`${asker.kind} ${asker.index}`) ?? { ...total, own: 0 };
      const isAlone = total.failures === before.failures;
      // If nobody was answered either, the service may be at fault; but what is no page is seldom its fault.
      const isShared = !isAlone || (total.answers === before.answers && isOutage(fault));
      total.failures += 1;
      // The first to fail in a storm seems to be alone, so what follows excuses it.
      note(asker, isShared ? 0 : before.own + 1);
      return isShared ? undefined : before.own;
    },
  };
}

interface Waiter {
  readonly asker: Asker;
  readonly isInTrouble: boolean;
  readonly proceed: () => void;
  readonly fail: (why: unknown) => void;
}

/** Says why a run waits, each reason once: but each refusal of a SAS anew. */
function createPauseTeller(onPause: CircuitBreakerDeps['onPause']) {
  let shown: RunPause | undefined;
  return {
    kind: () => shown?.kind,
    tell: (pause: RunPause | undefined): void => {
      const isSame =
        pause?.kind === shown?.kind && pause?.kind !== 'sas' && pause?.fault.message === shown?.fault.message;
      shown = pause;
      if (!isSame) onPause(pause);
    },
  };
}

export function createCircuitBreaker(given: CircuitBreakerDeps): CircuitBreaker {
  const { env, policy, lanes } = given;
  const width = createWidth(given);
  const tally = createTally();
  const silence = createSilence(env, policy.breaker.silenceMs);
  const pauses = createPauseTeller(given.onPause);
  const deps = { ...given, silence, onPause: pauses.tell };
  const waiters = new Set<Waiter>();
  const failing = new Map<string, RequestKind>();
  let failures = 0;
  let state: 'closed' | 'open' | 'proving' = 'closed';
  /** Outage checks since the last page: the pace does not begin anew if checks are answered and pages are not. */
  let checks = 0;
  /** Answered outage checks since the last page. */
  let turns = 0;
  let answeredAtMs: number | undefined;
  let closedAtMs = Number.NEGATIVE_INFINITY;
  let resumedAtMs = Number.NEGATIVE_INFINITY;
  const letGo = given.control?.onResume(() => {
    resumedAtMs = env.monotonicMs();
  });
  /** Why nothing of a kind will be sent any more. */
  const dead = new Map<RequestKind, unknown>();

  const isDead = ({ kind }: Asker): boolean => dead.has(kind);
  const isProof = (startedAtMs: number): boolean => state === 'proving' && startedAtMs >= closedAtMs;
  const triesOthers = (): boolean => state === 'proving' && turns % 2 === 1;
  const close = (): void => {
    state = 'proving';
    answeredAtMs = env.monotonicMs();
    closedAtMs = answeredAtMs;
    failures = 0;
    failing.clear();
    const all = [...waiters];
    waiters.clear();
    turns += 1;
    const isFirst = ({ isInTrouble }: Waiter): boolean => isInTrouble !== triesOthers();
    for (const waiter of all.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))) waiter.proceed();
  };
  const giveUp = (why: unknown, kinds: Iterable<RequestKind>): void => {
    for (const kind of kinds) dead.set(kind, why);
    pauses.tell(undefined);
    for (const waiter of waiters) {
      if (!isDead(waiter.asker)) continue;
      waiters.delete(waiter);
      waiter.fail(why);
    }
  };

  const trip = (fault: TableFault, checksFirst = false): void => {
    if (state === 'open') return;
    const wasProving = state === 'proving';
    const kinds = [...failing.values()];
    state = 'open';
    lanes.setLimit(1);
    untilAnswered(deps, { fault, checksFirst, checks }, () => lanes.askedMs('primary')).then(
      (sent) => {
        checks = sent;
        // That of a silence goes on until a page is answered.
        if (pauses.kind() !== 'busy' && pauses.kind() !== 'unanswered') pauses.tell(undefined);
        close();
      },
      (why) => {
        // Outage checks are answered, but the pages after them are not: the service is there for others.
        const isThere = wasProving && silence.isOver();
        giveUp(why, isThere ? kinds : ALL_KINDS);
        if (isThere) close();
      },
    );
  };

  return {
    isClosed: (asker) => state !== 'open' && !isDead(asker),
    isProof,
    triesOthers,
    enter: async (asker, isInTrouble, signal) => {
      if (isDead(asker)) throw dead.get(asker.kind);
      if (state === 'open') await untilClosed(waiters, { asker, isInTrouble }, signal);
    },
    noteAnswer: (asker) => {
      if (state === 'proving') state = 'closed';
      answeredAtMs = env.monotonicMs();
      failures = 0;
      failing.clear();
      checks = 0;
      turns = 0;
      silence.end();
      if (state === 'closed') pauses.tell(undefined);
      tally.answered(asker);
      width.answered();
    },
    noteFailure: ({ fault, asker, startedAtMs }) => {
      const own = tally.failed(asker, fault);
      if (!isNoAnswer(fault)) return own;
      silence.begin();
      if (isOverload(fault)) width.overloaded(startedAtMs);
      failures += 1;
      failing.set(`${asker.kind} ${asker.index}`, asker.kind);
      const isShared = failures >= policy.breaker.failures && failing.size > 1;
      // One alone says it of the service too, if nobody else is answered.
      if (isShared || (isOutage(fault) && (isProof(startedAtMs) || silence.isLong()))) trip(fault);
      else if (state === 'closed') pauses.tell(silence.pause(fault));
      return own;
    },
    noteCut: silence.cut,
    trip,
    isOver: () => dead.size > 0,
    answeredAtMs: () => answeredAtMs,
    closedAtMs: () => closedAtMs,
    resumedAtMs: () => resumedAtMs,
    end: () => {
      letGo?.();
      lanes.setLimit(lanes.width);
    },
  };
}

function untilClosed(
  waiters: Set<Waiter>,
  who: Pick<Waiter, 'asker' | 'isInTrouble'>,
  signal: AbortSignal,
): Promise<void> {
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
      ...who,
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
