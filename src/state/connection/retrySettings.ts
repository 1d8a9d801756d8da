import { DEFAULT_RETRY_POLICY, type RetryPolicy } from '../../tables/pacing/retry.ts';

/** The retry settings: `y = min(zMin + rand(0.8 z, 1.2 z) * (2^x - 1), zMax)` before retry x. */
export interface RetryChoice {
  readonly zMs: number;
  readonly zMinMs: number;
  readonly zMaxMs: number;
  /** Retries of one page after an error answer of the service; network faults and broken pages get a proportional number. */
  readonly retries: number;
}

export type RetryField = keyof RetryChoice;

export const DEFAULT_RETRIES: RetryChoice = {
  zMs: DEFAULT_RETRY_POLICY.zMs,
  zMinMs: DEFAULT_RETRY_POLICY.zMinMs,
  zMaxMs: DEFAULT_RETRY_POLICY.zMaxMs,
  retries: DEFAULT_RETRY_POLICY.maxRetries.service,
};

/**
 * Both ends included, milliseconds and a count. Short enough that a run does not seem to hang, long enough that retries
 * do not become a storm: 30 s is the default of the storage client libraries' exponential retry.
 */
export const RETRY_BOUNDS: Readonly<Record<RetryField, { readonly from: number; readonly to: number }>> = {
  zMs: { from: 100, to: 10_000 },
  zMinMs: { from: 50, to: 10_000 },
  zMaxMs: { from: 500, to: 30_000 },
  retries: { from: 0, to: 20 },
};

const FIELDS: readonly RetryField[] = ['zMs', 'zMinMs', 'zMaxMs', 'retries'];

export function isWithinBounds(field: RetryField, value: number): boolean {
  const { from, to } = RETRY_BOUNDS[field];
  return value >= from && value <= to && (field !== 'retries' || Number.isInteger(value));
}

/** Reads stored settings, which another version or other code may have written: invalid values become the default. */
export function readRetryChoice(saved: unknown): RetryChoice {
  const found = { ...DEFAULT_RETRIES };
  for (const field of FIELDS) {
    const value: unknown =
      typeof saved === 'object' && saved !== null ? Reflect.get(saved, field) : undefined;
    if (typeof value === 'number' && isWithinBounds(field, value)) found[field] = value;
  }
  return found.zMinMs <= found.zMaxMs ? found : DEFAULT_RETRIES;
}

export function retryPolicyFrom(saved: unknown): RetryPolicy {
  const { retries, ...waits } = readRetryChoice(saved);
  const { maxRetries } = DEFAULT_RETRY_POLICY;
  const share = retries / maxRetries.service;
  return {
    ...DEFAULT_RETRY_POLICY,
    ...waits,
    maxRetries: {
      service: retries,
      network: Math.ceil(maxRetries.network * share),
      protocol: Math.ceil(maxRetries.protocol * share),
    },
  };
}
