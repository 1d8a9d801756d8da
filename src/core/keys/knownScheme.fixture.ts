import { newRowTime, rowTimeTicks } from './base/digits.ts';
import type { KeyScheme } from './base/keyScheme.ts';
import { schemeById } from './schemeRegistry.ts';

/** A scheme that a test knows to exist. */
export function knownScheme(id: string): KeyScheme {
  const scheme = schemeById(id);
  if (scheme === undefined) throw new Error(`There is no scheme ${id}.`);
  return scheme;
}

/** The time that the bulk path reads in a row of a scheme, if it finds one. */
export function bulkTicks(
  scheme: KeyScheme | undefined,
  partitionKey: string,
  rowKey = '',
): bigint | undefined {
  const into = newRowTime();
  return scheme?.rowTime(partitionKey, rowKey, into) === true ? rowTimeTicks(into) : undefined;
}
