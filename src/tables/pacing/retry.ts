import { pause } from '../base/clock.ts';
import type { TablesEnv } from '../base/env.ts';
import { LONGEST_HOLD_MS } from './hostHolds.ts';
import { faultOf, type TableErrorKind, type TableFault } from '../base/tableError.ts';

/**
 * The retry policy. Backoff before retry x (from 1): `y = min(zMin + rand(0.8 z, 1.2 z) (2^x - 1), zMax)`, the
 * exponential retry of the storage client libraries with shorter times, because somebody is waiting.
 */
export interface RetryPolicy {
  readonly zMs: number;
  readonly zMinMs: number;
  readonly zMaxMs: number;
  /** Retries after failures that a query does not share with others, by kind of fault. */
  readonly maxRetries: { readonly service: number; readonly network: number; readonly protocol: number };
  /** A longer Retry-After is only waited for while nobody is answered. Otherwise the query fails and says the time. */
  readonly retryAfterMaxMs: number;
  /** When a run stops sending and sends only outage checks instead (`circuitBreaker.ts`). */
  readonly breaker: {
    /** Consecutive failures without an answer, of two queries or more. */
    readonly failures: number;
    /** Longest time between two outage checks. */
    readonly checkMaxMs: number;
    /** The same without a network. */
    readonly offlineCheckMs: number;
    /** A run ends if it tries for so long and no page is answered. */
    readonly silenceMs: number;
    /** Waits that the service asks for do not count as silence, up to this many in all since the last page. */
    readonly askedMs: number;
  };
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  zMs: 400,
  zMinMs: 200,
  zMaxMs: 5000,
  maxRetries: { service: 8, network: 5, protocol: 3 },
  retryAfterMaxMs: LONGEST_HOLD_MS,
  // Checks below 5 s, so that the first answer after a storm arrives within 5 s.
  breaker: { failures: 6, checkMaxMs: 4000, offlineCheckMs: 30_000, silenceMs: 90_000, askedMs: 600_000 },
};

export interface RetryQuestion {
  readonly fault: TableFault;
  /** Retries of this page so far; the next wait grows with them. */
  readonly retriesSoFar: number;
  /** Retries that count, because nobody else was in trouble; undefined: the trouble is shared. */
  readonly ownRetries: number | undefined;
  readonly policy: RetryPolicy;
  /** 0 (included) to 1 (excluded). */
  readonly random: number;
}

export type RetryDecision =
  | { readonly retry: true; readonly waitMs: number; readonly reason: string }
  | { readonly retry: false; readonly reason: string };

/** Faults that say more about the service or the network than about one page. */
const OUTAGE_KINDS: ReadonlySet<TableErrorKind> = new Set(['throttled', 'service', 'network', 'timeout']);

/** Whether the whole service may have this fault. */
export function isOutage({ kind }: TableFault): boolean {
  return OUTAGE_KINDS.has(kind);
}

/**
 * Whether a failure counts for the circuit breaker: an outage, or an answer that is no page. If a sign-in page or a broken
 * proxy answers one query, it answers all of them.
 */
export function isNoAnswer(fault: TableFault): boolean {
  return isOutage(fault) || fault.kind === 'protocol';
}

/** Whether the service is overloaded: 503, 429, and 500 OperationTimedOut. */
export function isOverload({ kind, code }: TableFault): boolean {
  return kind === 'throttled' || (kind === 'service' && code === 'OperationTimedOut');
}

/** Which retry limit applies to a kind of error. Retrying cannot help kinds that are missing here. */
const RETRY_CLASSES: ReadonlyMap<TableErrorKind, keyof RetryPolicy['maxRetries']> = new Map([
  ['throttled', 'service'],
  ['service', 'service'],
  ['network', 'network'],
  ['timeout', 'network'],
  ['protocol', 'protocol'],
] as const);

/** Milliseconds before retry x (from 1); random is 0 to 1. */
export function backoffMs(policy: RetryPolicy, x: number, random: number): number {
  const spread = policy.zMs * (0.8 + 0.4 * random);
  return Math.min(policy.zMinMs + spread * (2 ** x - 1), policy.zMaxMs);
}

/** Whether, and when, a failed page is read again. Pure. */
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

/** Why a page with a Retry-After longer than a run waits is given up. */
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
 * Retries a one-shot call (table list, header check) by the policy. Throws the last TableError; aborting the signal
 * ends a pause.
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
