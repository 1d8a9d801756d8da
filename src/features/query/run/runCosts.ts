import type { StatusFact } from '../../../ui/feedback/StatusLine.tsx';
import { formatBytes, formatCount, formatMs } from '../../../ui/format.ts';
import { requestQuantileMs } from './latencies.ts';
import type { RunState } from '../../../state/run/runState.ts';

/** Facts shown beside the completeness: the duration, anything unusual, and what a run does that brings no rows. */
export function inlineCosts(run: RunState): readonly StatusFact[] {
  return [
    { label: 'in all', value: formatMs(run.elapsedMs), hideLabel: true },
    ...(run.phase === 'running' ? emptyPagesFact(run) : []),
    ...runCosts(run).filter(({ isWarning }) => isWarning === true),
  ];
}

/** What a run cost, and how many rows arrived that a correct service never sends. Each number is in one fact only. */
export function runCosts(run: RunState): readonly StatusFact[] {
  // Includes coverage checks and last checks, like all facts beside it.
  const retries = run.requests.filter(({ attempt }) => attempt > 0).length;
  const preflights = run.requests.filter(({ preflight }) => preflight === true).length;
  // Of a result from a file, only the bytes of its rows are known.
  const bytes =
    run.requests.length === 0 ? run.bytes : run.requests.reduce((sum, each) => sum + (each.bytes ?? 0), 0);
  const p95 = requestQuantileMs(run.requests, 0.95);
  const { outOfOrder, repeated, outside, offFilter = 0, offWindow = 0 } = run.anomalies;
  const readAtMs = run.phase === 'ended' ? run.completeness.readAtMs : undefined;
  const odd = [
    ['rows out of order', outOfOrder],
    ['rows sent twice', repeated],
    ['rows not requested', outside - offFilter - offWindow],
    ['rows outside the filter', offFilter],
    ['rows outside the window', offWindow],
  ] as const;
  return [
    { label: run.requests.length === 1 ? 'request' : 'requests', value: formatCount(run.requests.length) },
    ...(preflights === 0
      ? []
      : [{ label: preflights === 1 ? 'preflight' : 'preflights', value: formatCount(preflights) }]),
    ...emptyPagesFact(run),
    { label: 'read', value: formatBytes(bytes) },
    {
      label: retries === 1 ? 'retry' : 'retries',
      value: formatCount(retries),
      isWarning: retries > 0,
    },
    ...(p95 === undefined ? [] : [{ label: 'p95', value: formatMs(p95), labelFirst: true }]),
    { label: 'in all', value: formatMs(run.elapsedMs) },
    ...(readAtMs === undefined
      ? []
      : [
          { label: 'read at', value: `${new Date(readAtMs).toISOString().slice(11, 19)}Z`, labelFirst: true },
        ]),
    ...odd.flatMap(([label, rows]) =>
      rows > 0 ? [{ label, value: formatCount(rows), isWarning: true }] : [],
    ),
  ];
}

function emptyPagesFact({ progress }: RunState): readonly StatusFact[] {
  const empty = emptyPages(progress);
  return empty === 0
    ? []
    : [{ label: empty === 1 ? 'empty page' : 'empty pages', value: formatCount(empty) }];
}

/**
 * Pages without a row that were not the only answer of their query: a filter that few rows meet, or a service that never ends,
 * looks like this while nothing arrives. One such page is how an empty prefix answers.
 */
function emptyPages(progress: RunState['progress']): number {
  return progress.reduce((total, { emptyPages }) => total + Math.max(0, emptyPages - 1), 0);
}
