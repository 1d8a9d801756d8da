import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RowOrder } from '../../../../core/entities/order/rowOrder.ts';
import type { ColumnArrangement } from '../../../../core/rows/arrangeColumns.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { useServices } from '../../../shared/services.tsx';
import { useStore } from '../../../shared/useStore.ts';

/** Properties shown as columns; the inspector shows all. A SensorSeries table has 240 of them. */
const MAX_COLUMNS = 260;
/** Rows asked for before the grid says what is in sight. */
const FIRST_ROWS = 64;
type GridOrder = Exclude<RowOrder, 'key'>;
const NEXT_ORDER: Readonly<Record<GridOrder, GridOrder>> = {
  'time-asc': 'time-desc',
  'time-desc': 'arrival',
  arrival: 'time-asc',
};

/** The rows of a run as a list: their order, the properties shown, and the part that is in sight. */
export function useRowList(run: RunState, arrangement: ColumnArrangement) {
  const { rowBlocks } = useServices();
  const [order, setOrder] = useState<GridOrder>('time-asc');
  const [exactOnly, setExactOnly] = useState(false);
  const [inSight, setInSight] = useState({ from: 0, to: FIRST_ROWS });
  const window = run.plan.request.window;

  const { front, back } = arrangement;
  const shown = useMemo(() => {
    const most = Math.max(0, MAX_COLUMNS - front.length);
    return { ...arrangement, back: back.slice(0, most) };
  }, [arrangement, front, back]);
  const names = useMemo(() => [...shown.front, ...shown.back].map(({ name }) => name), [shown]);
  useEffect(() => {
    const exactWindow = exactOnly ? window : undefined;
    rowBlocks.show(
      { version: run.dataVersion, order, columns: names, ...(exactWindow !== undefined && { exactWindow }) },
      inSight.from,
      inSight.to,
    );
  }, [rowBlocks, run.dataVersion, order, names, exactOnly, window, inSight]);
  const { question, answer, fault } = useStore(rowBlocks);

  return {
    order,
    nextOrder: () => setOrder(NEXT_ORDER[order]),
    exactOnly,
    setExactOnly,
    hasWindow: window !== undefined,
    shown,
    /** The properties of the rows that have arrived. */
    names: question?.columns ?? names,
    hiddenColumns: back.length - shown.back.length,
    answer,
    fault,
    rowAt: rowBlocks.rowAt,
    firstInSight: inSight.from,
    onVisibleRange: useCallback((from: number, to: number) => setInSight({ from, to }), []),
  };
}

export type RowList = ReturnType<typeof useRowList>;
