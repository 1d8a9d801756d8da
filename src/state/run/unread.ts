import type { GuardQuery, PlannedQuery } from '../../core/plan/queryPlan.ts';
import type { GuardOutcome, QueryProgress } from '../../tables/progress/runTypes.ts';

/** A planned query before anything was read. */
export function waitingQuery({ index, label, tableName }: PlannedQuery): QueryProgress {
  const nothing = { pages: 0, emptyPages: 0, rows: 0, bytes: 0, requests: 0, retries: 0 };
  return { index, label, tableName, state: 'waiting', ...nothing, headersExposed: true };
}

/** A coverage check before it was sent. */
export function unaskedGuard({ index, position, label }: GuardQuery): GuardOutcome {
  return { index, position, label, state: 'not-asked', headersExposed: true };
}
