import type { StatusFact } from '../../../ui/feedback/StatusLine.tsx';
import { formatCount, formatMs } from '../../../ui/format.ts';
import type { RunState } from '../../../state/run/runState.ts';

/** Facts shown beside the completeness: the duration, anything unusual, and what a run does that brings no rows. */
export function inlineCosts(run: RunState): readonly StatusFact[] {
  // Includes those of coverage checks and last checks, as the list of requests does.
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
 * The empty pages, once some were not the only answer of their query: a filter that few rows meet, or a service that never ends,
 * looks like this while nothing arrives. One such page is how an empty prefix answers.
 */
function emptyPagesFact({ progress }: RunState): readonly StatusFact[] {
  if (!progress.some(({ emptyPages }) => emptyPages > 1)) return [];
  const empty = progress.reduce((total, { emptyPages }) => total + emptyPages, 0);
  return [{ label: 'empty pages', value: formatCount(empty) }];
}
