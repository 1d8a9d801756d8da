import type { Completeness } from '../../../../core/plan/completeness.ts';
import type { QueryDuration } from '../../../../ui/charts/DurationChart.tsx';
import { rowLabel } from '../../../shared/map/runCells.ts';
import type { RunState } from '../../../../state/run/runState.ts';

/** Slowest time to the first byte of each planned query, milliseconds, by index. */
export function slowestFirstBytes(requests: RunState['requests']): ReadonlyMap<number, number> {
  const slowest = new Map<number, number>();
  for (const request of requests) {
    if (request.kind !== 'query' || request.headersAtMs === undefined) continue;
    const ms = request.headersAtMs - request.startedAtMs;
    slowest.set(request.queryIndex, Math.max(ms, slowest.get(request.queryIndex) ?? 0));
  }
  return slowest;
}

/** How long each query that was answered took. */
export function queryDurations(run: RunState): readonly QueryDuration[] {
  const firstBytes = slowestFirstBytes(run.requests);
  return run.progress.flatMap((query) => {
    if (query.elapsedMs === undefined) return [];
    const firstByteMs = Math.min(firstBytes.get(query.index) ?? 0, query.elapsedMs);
    return [{ label: rowLabel(query.label), firstByteMs, restMs: query.elapsedMs - firstByteMs }];
  });
}

interface RunEnd {
  readonly completeness: Pick<Completeness, 'state'>;
  readonly progress: readonly Pick<RunState['progress'][number], 'state'>[];
}

/** Planned queries that an ended run did not read to the end: their bars are too short. None while the run is active. */
export function unfinished({ completeness, progress }: RunEnd): number {
  return completeness.state === 'running' ? 0 : progress.filter(({ state }) => state !== 'done').length;
}
