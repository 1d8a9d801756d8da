import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** What testRunner.mjs does with the planted faults in the next run of tests. */
    fault: {
      /** This fault is on from the start, also while modules are imported. */
      active: number | undefined;
      /** These are tried one after another in every test that meets them. */
      alive: readonly number[];
      /** Of these, what no quick test has met so far. */
      unmet: readonly number[];
      /** Tests that took long the last time: not run where nothing of `unmet` is left. */
      slow: readonly string[];
      /** A file that takes a line for each step. */
      log: string;
      /** A test that passes this many switches with a fault on is in an endless loop. */
      hitLimit: number;
    };
  }
}
