import { queryStates } from '../../../core/plan/queryStates.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { PrefixCell } from '../../../ui/feedback/PrefixStrip.tsx';
import { formatCount, formatMs } from '../../../ui/format.ts';
import type { RunState } from '../../../state/run/runState.ts';

type Progress = RunState['progress'][number];

/** One cell for each planned query: how far it was read, and what it brought. */
export function stripCells(
  plan: QueryPlan,
  run: Pick<RunState, 'progress' | 'completeness'>,
): readonly PrefixCell[] {
  const states = queryStates(run);
  return plan.queries.map((query) => {
    const reached = run.progress[query.index];
    const state = states[query.index];
    if (reached === undefined || state === undefined) return { label: query.label, state: 'waiting' };
    const isEmpty = state === 'done' && reached.rows === 0;
    return { label: query.label, state, isEmpty, detail: detailOf(reached) };
  });
}

function detailOf(query: Progress): string {
  const facts = [
    `${formatCount(query.rows)} ${query.rows === 1 ? 'row' : 'rows'}`,
    `${formatCount(query.pages)} ${query.pages === 1 ? 'page' : 'pages'}`,
    ...(query.emptyPages > 0 ? [`${formatCount(query.emptyPages)} empty`] : []),
    ...(query.elapsedMs === undefined ? [] : [formatMs(query.elapsedMs)]),
    ...(query.fault === undefined ? [] : [query.fault.message]),
  ];
  return facts.join(', ');
}
