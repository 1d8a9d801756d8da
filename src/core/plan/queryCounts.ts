import { schemeById } from '../keys/schemeRegistry.ts';
import { wholeLabel } from './queryLabels.ts';
import type { QueryPlan } from './queryPlan.ts';

/** The number of queries, for keys without prefixes. There each table counts as one, although several queries may read it. */
export interface UnprefixedQueries {
  readonly done: number;
  readonly asked: number;
}

interface CountedQuery {
  readonly label: string;
  readonly tableName?: string;
  readonly state: string;
}

/** How many prefixes were read to the end, out of how many. */
interface QueryCounts {
  readonly queriesDone: number;
  readonly queriesAsked: number;
  readonly unprefixed?: UnprefixedQueries;
}

/** Whether no key of a plan has a prefix. */
export function hasNoPrefixes({ queries, request }: Pick<QueryPlan, 'queries' | 'request'>): boolean {
  const scheme = schemeById(request.schemeId);
  return scheme !== undefined && !scheme.prefixed && queries.every(({ prefix }) => prefix === undefined);
}

/**
 * The number of prefixes that these queries read: several parts of a prefix count as one, and so do all queries of a table whose keys have
 * no prefixes.
 */
function prefixCount(queries: readonly CountedQuery[], isUnprefixed: boolean): number {
  const names = queries.map(
    ({ label, tableName }) => `${tableName ?? ''} ${isUnprefixed ? '' : wholeLabel(label)}`,
  );
  return new Set(names).size;
}

/** A prefix is done when all its queries are. */
export function queryCounts(queries: readonly CountedQuery[], isUnprefixed = false): QueryCounts {
  const left = queries.filter(({ state }) => state !== 'done');
  const asked = prefixCount(queries, isUnprefixed);
  return {
    queriesDone: asked - prefixCount(left, isUnprefixed),
    queriesAsked: asked,
    ...(isUnprefixed && { unprefixed: { done: queries.length - left.length, asked: queries.length } }),
  };
}
