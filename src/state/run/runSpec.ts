import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { RunSpec } from '../../core/rows/rowTypes.ts';

/**
 * What the row store must know about a plan before its first page: all queries share one property filter and one
 * selection.
 */
export function runSpec(runId: number, { request, queries }: QueryPlan): RunSpec {
  const [first] = queries;
  return {
    runId,
    schemeId: request.schemeId,
    queries: queries.map(({ index, label, tableName }) => ({ index, label, tableName })),
    // If both keys are typed, that row is wanted whatever its time.
    ...(request.window !== undefined &&
      first?.queryClass !== 'point' && {
        window: { ...request.window, roundingTicks: request.roundingTicks },
      }),
    ...(first?.condition !== undefined && {
      filter: { text: first.condition, ...(first.select !== undefined && { select: first.select }) },
    }),
  };
}
