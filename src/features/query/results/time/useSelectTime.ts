import { useCallback } from 'react';
import type { TickSpan } from '../../../../core/keys/base/scheme.ts';
import { withTimeRange } from '../../../../state/run/rowListState.ts';
import { useServices } from '../../../shared/services.tsx';

/** A stretch of time drawn on a map or a chart selects its rows, instead of those of any other time. */
export function useSelectTime(runId: number): (time: TickSpan) => void {
  const { rowList } = useServices();
  return useCallback(
    ({ from, to }) => rowList.change(runId, { filters: withTimeRange(rowList.of(runId).filters, from, to) }),
    [rowList, runId],
  );
}
