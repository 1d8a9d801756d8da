import type { RowGrouping } from '../../../core/keyspace/map/grouping.ts';
import type { PlannedQuery } from '../../../core/plan/queryPlan.ts';

interface PlannedRows {
  readonly request: { readonly filter?: string | undefined };
  readonly queries: readonly Pick<PlannedQuery, 'tableName' | 'prefix'>[];
}

/**
 * Whether each row of the map is one planned query. It is not if a filter was split into several queries of the same prefix, because an
 * entity of that prefix may belong to any of them.
 */
export function isByQuery({ queries, request }: PlannedRows, grouping: RowGrouping | undefined): boolean {
  if (grouping !== undefined || queries.length < 2) return false;
  if (request.filter === undefined) return true;
  return (
    new Set(queries.map(({ tableName, prefix = '' }) => `${tableName} ${prefix}`)).size === queries.length
  );
}
