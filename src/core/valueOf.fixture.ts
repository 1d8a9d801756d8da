import type { Result } from './result.ts';

/** The value of a result, which a test needs to go on; without one, it fails with what is wrong. */
export function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
