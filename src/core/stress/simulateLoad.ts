import { type Attempt, LoadState } from './loadState.ts';
import { type ServiceModel, type ServiceAssumptions, serviceModel } from './serviceModel.ts';
import type { KeyMaker } from './stressKeys.ts';
import type { Answer } from './answer.ts';
import type { StressPlan } from './stressPlan.ts';
import type { StressRecord } from './stressRecord.ts';
import { TimeQueue } from './timeQueue.ts';
import type { NamedPolicy } from './retryPolicies.ts';

/**
 * Runs a load against a model of the service: no request is sent, and time jumps to the next event. The same plan and model always give the
 * same record.
 * @yields after each simulated second, so that the page stays responsive
 */
export function* simulateLoad(
  plan: StressPlan,
  keysOf: KeyMaker,
  service: ServiceModel,
): Generator<undefined, StressRecord> {
  const state = new LoadState(plan, keysOf);
  const answers = new TimeQueue<{ readonly attempt: Attempt; readonly answer: Answer }>();
  let second = 0;
  for (let nowMs = 0; !state.isOver; nowMs = Math.min(answers.nextMs, state.nextMs)) {
    while (answers.nextMs <= nowMs) {
      const arrived = answers.take();
      if (arrived !== undefined) state.settle(arrived.attempt, arrived.answer, nowMs);
    }
    for (let attempt = state.take(nowMs); attempt !== undefined; attempt = state.take(nowMs)) {
      const { answer, takesMs } = service.answer(attempt.operation, nowMs);
      answers.add(nowMs + takesMs, { attempt, answer });
    }
    if (nowMs >= second * 1000) {
      second = Math.floor(nowMs / 1000) + 1;
      yield undefined;
    }
  }
  return state.record;
}

/** The result of a load with one retry policy. */
export interface PolicyOutcome {
  readonly id: string;
  readonly title: string;
  readonly record: StressRecord;
}

/** The policy that leaves the fewest operations unserved; among equals, the one with the fewest requests. */
export function leastLosing(outcomes: readonly PolicyOutcome[]): PolicyOutcome | undefined {
  return outcomes.toSorted(
    ({ record: a }, { record: b }) => a.unserved - b.unserved || a.totals.attempts - b.totals.attempts,
  )[0];
}

/**
 * Runs the same load with the same seed under each policy, against a model of the service.
 * @yields after each simulated second
 */
export function* comparePolicies(
  plan: StressPlan,
  keysOf: KeyMaker,
  assumed: ServiceAssumptions,
  policies: readonly NamedPolicy[],
): Generator<undefined, readonly PolicyOutcome[]> {
  const outcomes: PolicyOutcome[] = [];
  for (const { id, title, policy } of policies) {
    const service = serviceModel(assumed, plan.keys.groups);
    const record = yield* simulateLoad({ ...plan, policy }, keysOf, service);
    outcomes.push({ id, title, record });
  }
  return outcomes;
}

/** A load that needs no account: `writers` writers begin at the same moment on one partition, each with a connection of its own. */
export function stormPlan(writers: number, plan: StressPlan): StressPlan {
  return {
    ...plan,
    target: 'one partition',
    shape: { kind: 'storm', writers },
    shares: { insert: 1 },
    limits: { seconds: 3600, rows: writers, bytes: Number.MAX_SAFE_INTEGER, lanes: writers },
  };
}
