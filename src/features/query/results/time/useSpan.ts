import { useEffect, useState } from 'react';
import { spanOf } from '../../../../core/entities/order/timeBuckets.ts';
import type { TickSpan } from '../../../../core/keys/base/scheme.ts';
import { closedWindow } from '../../../../state/results/compareResults.ts';
import type { ResultServices } from '../../../../state/results/resultServices.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { useServices } from '../../../shared/services.tsx';

/** The window of a result, or the time range of its rows if it has no window. */
export function useSpan(run: RunState, { rows }: Pick<ResultServices, 'rows'>): TickSpan | undefined {
  const { activity } = useServices();
  const [span, setSpan] = useState<TickSpan>();
  const window = closedWindow(run);
  const isOpen = window === undefined;
  useEffect(() => {
    if (!isOpen) return undefined;
    let isCurrent = true;
    const found = rows.series({ buckets: 600 }).catch(() => undefined);
    void activity.track(found).then((series) => {
      if (!isCurrent || series === undefined || series.bucketCount === 0) return;
      setSpan(spanOf(series));
    });
    return () => {
      isCurrent = false;
    };
  }, [activity, rows, isOpen]);
  return window ?? span;
}
