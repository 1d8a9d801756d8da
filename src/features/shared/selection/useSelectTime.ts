import { useCallback } from 'react';
import type { TickSpan } from '../../../core/keys/base/scheme.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { timeRange, withChoice } from '../../../state/run/rowListState.ts';
import { useServices } from '../services.tsx';

/** Selects what was chosen on a map or a chart, replacing what was chosen there before. `continues`: the same drag continues. */
export function useSelect(runId: number): (chosen: readonly RowFilter[], continues?: boolean) => void {
  const { rowList } = useServices();
  return useCallback(
    (chosen, continues) =>
      rowList.change(runId, { filters: withChoice(rowList.of(runId).filters, chosen) }, continues),
    [rowList, runId],
  );
}

/** The same for a time range. */
export function useSelectTime(runId: number): (time: TickSpan, continues?: boolean) => void {
  const select = useSelect(runId);
  return useCallback(({ from, to }, continues) => select([timeRange(from, to)], continues), [select]);
}
