import type { Completeness, IncompleteReason } from './completeness.ts';
import type { CheckState, ReadProgress } from './readState.ts';

/** What a run did, in numbers: the evidence for what its result claims. */
export interface RunProof {
  /** The number of planned queries, each of one key range. */
  readonly queries: number;
  /** How many of them were read to an end that is proven. */
  readonly queriesRead: number;
  readonly checks: number;
  /** How many coverage checks found nothing, with proof. */
  readonly checksEmpty: number;
  /** How many coverage checks found a row outside the plan. */
  readonly checksHit: number;
  /** When the last answer with a continuation token arrived, in milliseconds since the Unix epoch; undefined if there was none. */
  readonly lastTokenAtMs: number | undefined;
  readonly requests: number;
  readonly retries: number;
}

interface SentRequest {
  readonly attempt: number;
  readonly hasContinuation?: boolean;
  readonly sentAtUnixMs: number;
  /** In milliseconds, by the monotonic clock of the run. */
  readonly startedAtMs: number;
  readonly headersAtMs?: number;
}

/** What is needed to prove a result. */
export interface ProvenRun {
  readonly progress: readonly { readonly label: string; readonly state: ReadProgress }[];
  readonly guards: readonly { readonly label: string; readonly state: CheckState }[];
  readonly requests: readonly SentRequest[];
  readonly completeness: Completeness;
}

/** Reasons to doubt the end of a query. Other reasons, such as wrong rows or a lagging secondary, are about what is before the end. */
const DOUBTS_END: ReadonlySet<IncompleteReason['kind']> = new Set(['outside-sas', 'headers-hidden']);

/** Counts what a run has proven, so far or in the end. A capture counts like the run from which it was saved. */
export function runProof({ progress, guards, requests, completeness }: ProvenRun): RunProof {
  const reasons = 'reasons' in completeness ? completeness.reasons : [];
  const doubted = new Set(reasons.flatMap(({ kind, queries }) => (DOUBTS_END.has(kind) ? queries : [])));
  const named = new Set(reasons.flatMap(({ queries }) => queries));
  let lastTokenAtMs: number | undefined;
  for (const { hasContinuation, sentAtUnixMs, startedAtMs, headersAtMs = startedAtMs } of requests)
    if (hasContinuation === true)
      lastTokenAtMs = Math.max(lastTokenAtMs ?? 0, sentAtUnixMs + headersAtMs - startedAtMs);
  return {
    queries: progress.length,
    queriesRead: progress.filter(({ state, label }) => state === 'done' && !doubted.has(label)).length,
    checks: guards.length,
    checksEmpty: guards.filter(({ state, label }) => state === 'clear' && !named.has(label)).length,
    checksHit: guards.filter(({ state }) => state === 'hit').length,
    lastTokenAtMs,
    requests: requests.length,
    retries: requests.filter(({ attempt }) => attempt > 0).length,
  };
}
