/** Work in small steps. Each yield is a chance to pause. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps at once. */
export function runSteps<T>(steps: Generator<unknown, T, undefined>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
