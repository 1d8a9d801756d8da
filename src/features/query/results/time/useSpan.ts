import { useQuery } from '@tanstack/react-query';
import { spanOf } from '../../../../core/entities/order/timeBuckets.ts';
import type { TickSpan } from '../../../../core/keys/base/scheme.ts';
import { closedWindow } from '../../../../state/results/compareResults.ts';
import type { ResultServices } from '../../../../state/results/resultServices.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { oneShotReads } from '../../../shared/oneShotReads.ts';
import { useServices } from '../../../shared/services.tsx';

/** The window of a result, or the time range of its rows if it has no window. */
export function useSpan(run: RunState, { rows }: Pick<ResultServices, 'rows'>): TickSpan | undefined {
  const { activity } = useServices();
  const window = closedWindow(run);
  const { data: span } = useQuery(
    {
      queryKey: ['span', run.runId, run.phase],
      enabled: window === undefined,
      // Asked again after Continue.
      staleTime: 0,
      // The span is kept as one object, because effects depend on it.
      queryFn: () =>
        activity
          .track(rows.series({ buckets: 600 }))
          .then((series) => (series.bucketCount === 0 ? null : spanOf(series))),
    },
    oneShotReads,
  );
  return window ?? span ?? undefined;
}
