import type { ModelInput, ModelResult } from './modelTypes.ts';
import { simulateSteps } from './simulate.ts';

/** Simulates a design in one call; see `simulateSteps`. */
export function simulate(input: ModelInput): ModelResult {
  const steps = simulateSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
