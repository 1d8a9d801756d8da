import type { Result } from './result.ts';

/** The value of a result; throws its fault if there is none. */
export function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
