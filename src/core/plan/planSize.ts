import type { KeyScheme } from '../keys/base/keyScheme.ts';
import { keyRanges } from '../keys/keyRanges.ts';
import type { KeyRangeOptions, TickSpan } from '../keys/base/scheme.ts';
import { countText } from '../words.ts';
import type { PlanFault, PlanRequest } from './queryPlan.ts';

/**
 * The most queries of a plan: each is a cell on the screen, and every change in the form plans again. A year of ten-day tables with 100
 * prefixes needs 3,700.
 */
export const MAX_QUERIES = 4000;

/**
 * Counts the queries for a window without building them: it plans with one prefix, then multiplies. In each table a scheme has about one
 * range per prefix. Building them all would be slow, since a window of centuries may span thousands of tables.
 */
export function countQueries(
  scheme: KeyScheme,
  window: TickSpan,
  options: KeyRangeOptions,
  prefixes: number,
): { readonly tables: number; readonly queries: number } {
  const ranges = keyRanges(scheme.id, window, { ...options, volume: 1, unprefixed: false });
  const tables = new Set(ranges.map(({ tableName }) => tableName)).size;
  if (!scheme.prefixed) return { tables, queries: ranges.length };
  return { tables, queries: tables * (prefixes + (options.unprefixed === true ? 1 : 0)) };
}

/** The fault if a plan would have too many queries; undefined if it may be built. They are counted before any is built. */
export function sizeFault(
  { window, prefixes, volume }: PlanRequest,
  scheme: KeyScheme,
  options: KeyRangeOptions,
): PlanFault | undefined {
  if (window === undefined) return undefined;
  const chosen = prefixes === undefined ? volume : new Set(prefixes).size;
  const { tables, queries } = countQueries(scheme, window, options, chosen);
  if (queries <= MAX_QUERIES) return undefined;
  const hasFewer = scheme.prefixed && chosen > 1;
  return {
    field: 'from',
    message: `The window needs ${countText(queries)} queries over ${countText(tables)} tables; a plan has at most ${countText(MAX_QUERIES)}.`,
    nextStep: hasFewer ? 'Narrow the window, or choose fewer prefixes.' : 'Narrow the window.',
  };
}
