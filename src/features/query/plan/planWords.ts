import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { formatCount } from '../../../ui/format.ts';

/** "100 partition range queries. ...": what would be sent, in one line. */
export function planWords({ queries, queryClass, notes }: QueryPlan): string {
  const counted = `${formatCount(queries.length)} ${queryClass} ${queries.length === 1 ? 'query' : 'queries'}`;
  return notes.length === 0 ? counted : `${counted}. ${notes.join(' ')}`;
}
