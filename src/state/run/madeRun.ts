import type { Completeness, IncompleteReason } from '../../core/plan/completeness.ts';
import type { PlannedQuery, QueryPlan } from '../../core/plan/queryPlan.ts';
import { waitingQuery } from '../../tables/progress/queryState.ts';
import type { QueryForm } from './queryForm.ts';
import type { EndedRun } from './runState.ts';

/** What a result claims that lacks rows, or may, and whose query cannot be continued. */
export function lacking<State extends 'incomplete' | 'stopped' | 'unverifiable'>(
  state: State,
  texts: readonly string[],
) {
  const reasons = texts.map((text): IncompleteReason => ({ kind: 'unread', text, queries: [] }));
  return { state, reasons, unread: [], resumable: false as const };
}

/** Rows that were not read from an account, as an ended run with one query, which cannot be sent again. */
export function madeRun(made: {
  readonly runId: number;
  readonly form: QueryForm;
  readonly planned: Pick<PlannedQuery, 'index' | 'label' | 'tableName' | 'isAnswer' | 'select'>;
  readonly request: Pick<QueryPlan['request'], 'schemeId' | 'select' | 'roundingTicks'>;
  readonly rows: number;
  readonly bytes: number;
  readonly repeated: number;
  readonly completeness: Completeness;
}): EndedRun {
  const { runId, form, planned, rows, bytes, completeness } = made;
  return {
    phase: 'ended',
    runId,
    scope: '',
    endpoint: '',
    form,
    plan: {
      request: { tableName: planned.tableName, volume: 1, unprefixed: false, ...made.request },
      queries: [{ ...planned, range: { partition: {}, exact: false }, queryClass: 'table scan' }],
      guards: [],
      queryClass: 'table scan',
      notes: [],
    },
    progress: [{ ...waitingQuery(planned), state: 'done', rows, bytes, parts: [] }],
    guards: [],
    requests: [],
    completeness,
    rows,
    bytes,
    retries: 0,
    elapsedMs: 0,
    dataVersion: 1,
    anomalies: { outOfOrder: 0, repeated: made.repeated, outside: 0 },
  };
}
