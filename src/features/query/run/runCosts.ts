import { queryStates } from '../../../core/plan/queryStates.ts';
import type { PrefixCell } from '../../../ui/feedback/PrefixStrip.tsx';
import type { StatusFact } from '../../../ui/feedback/StatusLine.tsx';
import { formatCount, formatMs, formatPlural } from '../../../ui/format.ts';
import type { RunState } from '../../../state/run/runState.ts';

/** Facts shown next to the completeness: the duration, anything unusual, and what takes time without bringing rows. */
export function inlineCosts(run: RunState): readonly StatusFact[] {
  // These include the retries of coverage checks and last checks, as the list of requests does.
  const retries = run.requests.filter(({ attempt }) => attempt > 0).length;
  const { outOfOrder, repeated, outside, offFilter = 0, offWindow = 0 } = run.anomalies;
  const unusual = [
    [retries === 1 ? 'retry' : 'retries', retries],
    ['rows out of order', outOfOrder],
    ['rows sent twice', repeated],
    ['rows not requested', outside - offFilter - offWindow],
    ['rows outside the filter', offFilter],
    ['rows outside the window', offWindow],
  ] as const;
  return [
    { label: 'in all', value: formatMs(run.elapsedMs), hideLabel: true },
    ...(run.phase === 'running' ? emptyPagesFact(run) : []),
    ...unusual.flatMap(([label, count]) =>
      count > 0 ? [{ label, value: formatCount(count), isWarning: true }] : [],
    ),
  ];
}

/**
 * The number of empty pages, if a query had more than one. A filter that matches few rows, or a service that never ends its answer, looks
 * like this while nothing arrives. One empty page is normal, because an empty prefix answers so.
 */
function emptyPagesFact({ progress }: RunState): readonly StatusFact[] {
  if (!progress.some(({ emptyPages }) => emptyPages > 1)) return [];
  const empty = progress.reduce((total, { emptyPages }) => total + emptyPages, 0);
  return [{ label: 'empty pages', value: formatCount(empty) }];
}

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
