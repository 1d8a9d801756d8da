import { useCallback } from 'react';
import type { TickSpan } from '../../../core/keys/base/scheme.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { timeRange, withChoice } from '../../../state/run/rowListState.ts';
import { useServices } from '../services.tsx';

/** What is chosen on a map or a chart selects its rows, instead of what was chosen there before. */
export function useSelect(runId: number): (chosen: readonly RowFilter[]) => void {
  const { rowList } = useServices();
  return useCallback(
    (chosen) => rowList.change(runId, { filters: withChoice(rowList.of(runId).filters, chosen) }),
    [rowList, runId],
  );
}

/** The same for a stretch of time. */
export function useSelectTime(runId: number): (time: TickSpan) => void {
  const select = useSelect(runId);
  return useCallback(({ from, to }) => select([timeRange(from, to)]), [select]);
}
