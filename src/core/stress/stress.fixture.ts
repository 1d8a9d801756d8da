import { type KeyMaker, keyMaker } from './stressKeys.ts';
import { RETRY_POLICIES, type RetryPolicy } from './retryPolicies.ts';
import type { ServiceModel } from './serviceModel.ts';
import { simulateLoad } from './simulateLoad.ts';
import type { StressPlan } from './stressPlan.ts';
import type { StressRecord } from './stressRecord.ts';
import { runSteps } from '../steps.ts';

/** A plan that reaches no limit: single inserts into one partition, on as many lanes as it needs. */
export const PLAN: StressPlan = {
  seed: 1,
  keys: { kind: 'scheme', schemeId: 'mds-prefixed', groups: 10 },
  target: 'one partition',
  shape: { kind: 'steady', perSecond: 100, seconds: 10 },
  shares: { insert: 1 },
  transactionEntities: 100,
  entityBytes: 1000,
  policy: { kind: 'none' },
  limits: { seconds: 3600, rows: 1e9, bytes: 1e12, lanes: 1e6 },
  startedAtMs: Date.UTC(2026, 10, 27),
};

export function policyOf(id: string): RetryPolicy {
  const named = RETRY_POLICIES.find((each) => each.id === id);
  if (named === undefined) throw new Error(`No policy ${id}`);
  return named.policy;
}

export function keysFor(plan: StressPlan): KeyMaker {
  const made = keyMaker(plan);
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

export function simulatedLoad(plan: StressPlan, keysOf: KeyMaker, service: ServiceModel): StressRecord {
  return runSteps(simulateLoad(plan, keysOf, service));
}
