import { queryStates } from '../../../core/plan/queryStates.ts';
import type { PrefixCell } from '../../../ui/feedback/PrefixStrip.tsx';
import { formatCount, formatMs, formatPlural } from '../../../ui/format.ts';
import type { RunState } from '../../../state/run/runState.ts';

type Progress = RunState['progress'][number];

/** One cell for each planned query: how far it was read, and what it brought. */
export function stripCells(run: RunState): readonly PrefixCell[] {
  const states = queryStates(run);
  return run.plan.queries.map((query) => {
    const reached = run.progress[query.index];
    const state = states[query.index];
    if (reached === undefined || state === undefined) return { label: query.label, state: 'waiting' };
    const isEmpty = state === 'done' && reached.rows === 0;
    return { label: query.label, state, isEmpty, detail: detailOf(reached) };
  });
}

function detailOf(query: Progress): string {
  const facts = [
    formatPlural(query.rows, 'row'),
    formatPlural(query.pages, 'page'),
    ...(query.emptyPages > 0 ? [`${formatCount(query.emptyPages)} empty`] : []),
    ...(query.elapsedMs === undefined ? [] : [formatMs(query.elapsedMs)]),
    ...(query.fault === undefined ? [] : [query.fault.message]),
  ];
  return facts.join(', ');
}
