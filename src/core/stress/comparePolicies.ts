import type { NamedPolicy } from './retryPolicies.ts';
import { type ServiceAssumptions, serviceModel } from './serviceModel.ts';
import { simulateLoad } from './simulateLoad.ts';
import type { KeyMaker } from './stressKeys.ts';
import type { StressPlan } from './stressPlan.ts';
import type { StressRecord } from './stressRecord.ts';

/** What a policy made of a load. */
export interface PolicyOutcome {
  readonly id: string;
  readonly title: string;
  readonly operations: number;
  readonly attempts: number;
  /** Requests per operation. */
  readonly amplification: number;
  /** Operations given up, or not served before the end. */
  readonly lost: number;
  /** From the end of the peak until its last operation was settled, in milliseconds; undefined: not before the end. */
  readonly drainMs: number | undefined;
  /** The longest that an operation took, in milliseconds. */
  readonly longestMs: number;
  readonly record: StressRecord;
}

function policyOutcome({ id, title }: NamedPolicy, record: StressRecord): PolicyOutcome {
  const { operations, attempts, served } = record.totals;
  const { amplification, drainMs, longestMs } = record;
  return {
    id,
    title,
    operations,
    attempts,
    amplification,
    lost: operations - served,
    drainMs,
    longestMs,
    record,
  };
}

/** The policy that loses fewest operations; of equal ones, the one with fewer requests. */
export function leastLosing(outcomes: readonly PolicyOutcome[]): PolicyOutcome | undefined {
  return outcomes.toSorted((a, b) => a.lost - b.lost || a.attempts - b.attempts)[0];
}

/**
 * The same load and seed with each policy, on a model of the service.
 * @yields after each simulated second
 */
export function* comparePolicies(
  plan: StressPlan,
  keysOf: KeyMaker,
  assumed: ServiceAssumptions,
  policies: readonly NamedPolicy[],
): Generator<undefined, readonly PolicyOutcome[]> {
  const outcomes: PolicyOutcome[] = [];
  for (const named of policies) {
    const service = serviceModel(assumed, plan.keys.groups);
    const record = yield* simulateLoad({ ...plan, policy: named.policy }, keysOf, service);
    outcomes.push(policyOutcome(named, record));
  }
  return outcomes;
}

/** The lesson that needs no account: so many writers begin at the same moment on one partition, each with a connection of its own. */
export function stormPlan(writers: number, plan: StressPlan): StressPlan {
  return {
    ...plan,
    target: 'one partition',
    shape: { kind: 'storm', writers },
    shares: { insert: 1 },
    limits: { seconds: 3600, rows: writers, bytes: Number.MAX_SAFE_INTEGER, lanes: writers },
  };
}
