import { type Answer, isTransient } from './answer.ts';

/** How long a client waits before it sends an operation again, and how often. */
export type RetryPolicy =
  | { readonly kind: 'none' }
  | { readonly kind: 'fixed'; readonly waitMs: number; readonly retries: number }
  /** Waits y = min(zmin + rand(0.8 z, 1.2 z) * (2^x - 1), zmax), where x is the number of retries so far. */
  | {
      readonly kind: 'exponential';
      readonly zMs: number;
      readonly minMs: number;
      readonly maxMs: number;
      readonly retries: number;
    }
  /** Waits as the Azure SDK for JavaScript does: half of min(most, first * 2^x), plus a random part of the other half. */
  | { readonly kind: 'sdk'; readonly firstMs: number; readonly mostMs: number; readonly retries: number };

/** A policy that users choose by its name. */
export interface NamedPolicy {
  readonly id: string;
  readonly title: string;
  readonly policy: RetryPolicy;
}

/**
 * Sources: Microsoft, "Design a scalable partitioning strategy for Azure Table storage", with x as in the storage client library 1.7; for
 * the SDK, exponentialRetryStrategy and throttlingRetryStrategy of @azure/core-rest-pipeline. The milder policy is ours.
 */
export const RETRY_POLICIES: readonly NamedPolicy[] = [
  { id: 'none', title: 'No retries', policy: { kind: 'none' } },
  {
    id: 'fixed',
    title: 'Fixed: every 2 s, 3 retries',
    policy: { kind: 'fixed', waitMs: 2000, retries: 3 },
  },
  {
    id: 'exponential',
    title: 'Exponential as in the guide: z 30 s, 3 s to 90 s, 3 retries',
    policy: { kind: 'exponential', zMs: 30_000, minMs: 3000, maxMs: 90_000, retries: 3 },
  },
  {
    id: 'milder',
    title: 'Exponential, milder: z 1 s, 0.5 s to 15 s, 5 retries',
    policy: { kind: 'exponential', zMs: 1000, minMs: 500, maxMs: 15_000, retries: 5 },
  },
  {
    id: 'sdk',
    title: 'Azure SDK for JavaScript: 1 s doubled, 64 s at most, 3 retries',
    policy: { kind: 'sdk', firstMs: 1000, mostMs: 64_000, retries: 3 },
  },
];

/**
 * Whether the SDK gives up at a transient answer: at a network error of a browser, and at a 429 without a Retry-After that it can read.
 */
function isGivenUpBySdk({ status, retryAfterMs }: Answer): boolean {
  return status === 0 || (status === 429 && retryAfterMs === undefined);
}

/**
 * Milliseconds until the next try, after `retries` retries; undefined if the policy gives up. Never less than Retry-After asks for. The SDK
 * waits exactly as long as that.
 */
export function retryWaitMs(
  policy: RetryPolicy,
  retries: number,
  answer: Answer,
  random: () => number,
): number | undefined {
  if (!isTransient(answer) || policy.kind === 'none' || retries >= policy.retries) return undefined;
  const { retryAfterMs = 0 } = answer;
  switch (policy.kind) {
    case 'fixed':
      return Math.max(policy.waitMs, retryAfterMs);
    case 'exponential': {
      const { zMs, minMs, maxMs } = policy;
      const grown = zMs * (0.8 + 0.4 * random()) * (2 ** retries - 1);
      return Math.max(Math.min(minMs + grown, maxMs), retryAfterMs);
    }
    case 'sdk': {
      if (isGivenUpBySdk(answer)) return undefined;
      if (answer.retryAfterMs !== undefined) return retryAfterMs;
      const most = Math.min(policy.mostMs, policy.firstMs * 2 ** retries);
      return most / 2 + (random() * most) / 2;
    }
  }
}
