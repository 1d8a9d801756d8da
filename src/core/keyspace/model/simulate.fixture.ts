import type { ModelInput, ModelResult, ServerAssumptions } from './modelTypes.ts';
import { simulateSteps } from './simulate.ts';

/** Simulates a design in one call; see `simulateSteps`. */
export function simulate(input: ModelInput, assumed?: ServerAssumptions): ModelResult {
  const steps = simulateSteps(input, assumed);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
