import { type Attempt, LoadState } from './loadState.ts';
import type { ServiceModel } from './serviceModel.ts';
import type { KeyMaker } from './stressKeys.ts';
import type { Answer } from './answer.ts';
import type { StressPlan } from './stressPlan.ts';
import type { StressRecord } from './stressRecord.ts';
import { TimeQueue } from './timeQueue.ts';

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
