import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Tells testRunner.mjs how to use the planted faults in the next test run. */
    fault: {
      /** This fault is on from the start, even during imports. */
      active: number | undefined;
      /** These faults are tried one after another in every test that reaches them. */
      alive: readonly number[];
      /** The faults among these that no fast test has reached yet. */
      unmet: readonly number[];
      /** Tests that were slow last time. They are skipped once `unmet` is empty. */
      slow: readonly string[];
      /** The log file, with one line per step. */
      log: string;
      /** A test that passes this many switches with a fault on is taken to be in an endless loop. */
      hitLimit: number;
    };
  }
}
