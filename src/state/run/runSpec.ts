import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { RunSpec } from '../../core/rows/rowTypes.ts';

/**
 * What the row store must know about a plan before its first page. All queries share one selection and one property
 * filter, although each may send only part of the filter.
 */
export function runSpec(runId: number, { request, queries }: QueryPlan): RunSpec {
  const filter = request.filter?.trim() ?? '';
  const select = queries[0]?.select;
  const isOneRow = request.partitionKey?.kind === 'is' && request.rowKey?.kind === 'is';
  return {
    runId,
    schemeId: request.schemeId,
    queries: queries.map(({ index, label, tableName, sharesRows, condition }) => ({
      index,
      label,
      tableName,
      ...(sharesRows === true && { sharesRows, condition }),
    })),
    // If both keys are typed, the row is wanted whatever its time.
    ...(request.window !== undefined &&
      !isOneRow && { window: { ...request.window, roundingTicks: request.roundingTicks } }),
    filter: filter === '' ? undefined : { text: filter, select },
  };
}
