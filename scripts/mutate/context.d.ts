import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Which fault is on (none in the first run), and how often it may be met before it counts as an endless loop. */
    fault: { active: number | undefined; hitLimit: number };
  }
}
