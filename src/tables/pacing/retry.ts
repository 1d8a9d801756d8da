import { pause, type TablesEnv } from '../base/clock.ts';
import { LONGEST_HOLD_MS } from './hostHolds.ts';
import { faultOf, type TableErrorKind, type TableFault } from '../base/tableError.ts';

/**
 * The retry policy. Before retry x (from 1) a page waits `y = min(zMin + rand(0.8 z, 1.2 z) (2^x - 1), zMax)`. That is the exponential
 * retry of the storage client libraries, with shorter times because somebody is waiting.
 */
export interface RetryPolicy {
  readonly zMs: number;
  readonly zMinMs: number;
  readonly zMaxMs: number;
  /** How often a page is retried after failures that no other query has, by kind of fault. */
  readonly maxRetries: { readonly service: number; readonly network: number; readonly protocol: number };
  /**
   * A longer Retry-After is only waited for while nobody is answered. Otherwise the query fails and says how long the service wants it to
   * wait.
   */
  readonly retryAfterMaxMs: number;
  /** When a run stops sending and only sends outage checks (`circuitBreaker.ts`). */
  readonly breaker: {
    /** Number of consecutive failures without an answer, of at least two queries. */
    readonly failures: number;
    /** Longest time between two outage checks, in milliseconds. */
    readonly checkMaxMs: number;
    /** Time between two checks while there is no network. */
    readonly offlineCheckMs: number;
    /** A run ends if it has tried for so long and no page was answered. */
    readonly silenceMs: number;
    /** Waits that the service asks for do not count as silence, up to this total since the last page. */
    readonly askedMs: number;
  };
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  zMs: 400,
  zMinMs: 200,
  zMaxMs: 5000,
  maxRetries: { service: 8, network: 5, protocol: 3 },
  retryAfterMaxMs: LONGEST_HOLD_MS,
  // Checks are less than 5 s apart, so that the first answer after a storm arrives within 5 s.
  breaker: { failures: 6, checkMaxMs: 4000, offlineCheckMs: 30_000, silenceMs: 90_000, askedMs: 600_000 },
};

export interface RetryQuestion {
  readonly fault: TableFault;
  /** Retries of this page so far. The next wait grows with their number. */
  readonly retriesSoFar: number;
  /** How many of them count, because nobody else was in trouble. Undefined if the trouble is shared. */
  readonly ownRetries: number | undefined;
  readonly policy: RetryPolicy;
  /** At least 0 and less than 1. */
  readonly random: number;
}

export type RetryDecision =
  | { readonly retry: true; readonly waitMs: number; readonly reason: string }
  | { readonly retry: false; readonly reason: string };

/** Kinds of fault that say more about the service or the network than about one page. */
const OUTAGE_KINDS: ReadonlySet<TableErrorKind> = new Set(['throttled', 'service', 'network', 'timeout']);

/** Whether this fault may affect the whole service. */
export function isOutage({ kind }: TableFault): boolean {
  return OUTAGE_KINDS.has(kind);
}

/**
 * Whether a failure counts for the circuit breaker. Besides outages, these are answers that are not pages: a sign-in page or a broken proxy
 * that answers one query answers all of them.
 */
export function isNoAnswer(fault: TableFault): boolean {
  return isOutage(fault) || fault.kind === 'protocol';
}

/** Whether the service is overloaded: 503, 429, and 500 OperationTimedOut. */
export function isOverload({ kind, code }: TableFault): boolean {
  return kind === 'throttled' || (kind === 'service' && code === 'OperationTimedOut');
}

/** Which retry limit applies to a kind of fault. Kinds that are missing here are not retried, since that could not help. */
const RETRY_CLASSES: ReadonlyMap<TableErrorKind, keyof RetryPolicy['maxRetries']> = new Map([
  ['throttled', 'service'],
  ['service', 'service'],
  ['network', 'network'],
  ['timeout', 'network'],
  ['protocol', 'protocol'],
] as const);

/** Milliseconds to wait before retry `x`, which begins at 1. `random` is 0 to 1. */
export function backoffMs(policy: RetryPolicy, x: number, random: number): number {
  const spread = policy.zMs * (0.8 + 0.4 * random);
  return Math.min(policy.zMinMs + spread * (2 ** x - 1), policy.zMaxMs);
}

/** Decides whether and when a failed page is read again. Pure. */
export function decideRetry(question: RetryQuestion): RetryDecision {
  const { fault, retriesSoFar, ownRetries, policy } = question;
  const kind = RETRY_CLASSES.get(fault.kind);
  if (kind === undefined) return { retry: false, reason: 'trying again would not help' };
  if (ownRetries !== undefined && ownRetries >= policy.maxRetries[kind]) {
    return { retry: false, reason: `given up after ${ownRetries} retries` };
  }
  const ownMs = backoffMs(policy, retriesSoFar + 1, question.random);
  if (fault.retryAfterMs === undefined || fault.retryAfterMs <= ownMs) {
    return { retry: true, waitMs: ownMs, reason: whyRetry(fault) };
  }
  if (fault.retryAfterMs > policy.retryAfterMaxMs) {
    return { retry: false, reason: longWaitWords(fault.retryAfterMs) };
  }
  return { retry: true, waitMs: fault.retryAfterMs, reason: `${whyRetry(fault)}, Retry-After` };
}

/** Says that a query is given up because its Retry-After is longer than a run waits. */
export function longWaitWords(retryAfterMs: number): string {
  return `the service asks to wait ${Math.round(retryAfterMs / 1000)} s, longer than this run waits`;
}

function whyRetry(fault: TableFault): string {
  if (fault.kind === 'protocol') return 'the answer was not a whole page';
  if (fault.status !== undefined)
    return `HTTP ${fault.status}${fault.code === undefined ? '' : ` ${fault.code}`}`;
  return fault.kind === 'timeout' ? 'no answer in time' : fault.kind;
}

/**
 * Retries a call outside a run, such as that of the table list, by the policy. Aborting the signal ends a wait.
 * @throws TableError of the last try
 */
export async function withRetry<T>(
  call: (signal: AbortSignal) => Promise<T>,
  env: TablesEnv,
  signal: AbortSignal,
  policy: RetryPolicy = DEFAULT_RETRY_POLICY,
): Promise<T> {
  for (let retriesSoFar = 0; ; retriesSoFar += 1) {
    try {
      return await call(signal);
    } catch (caught) {
      const fault = faultOf(caught);
      if (fault === undefined) throw caught;
      const decision = decideRetry({
        fault,
        retriesSoFar,
        ownRetries: retriesSoFar,
        policy,
        random: env.random(),
      });
      if (!decision.retry) throw caught;
      await pause(decision.waitMs, env, signal);
    }
  }
}
