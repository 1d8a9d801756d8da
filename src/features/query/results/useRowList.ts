import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ColumnInfo } from '../../../core/entities/store/entityStore.ts';
import type { RowOrder } from '../../../core/entities/order/rowOrder.ts';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import type { RunState } from '../../../state/run/runState.ts';

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
export function useRowList(run: RunState) {
  const { columns, rowBlocks } = useServices();
  const [order, setOrder] = useState<GridOrder>('time-asc');
  const [exactOnly, setExactOnly] = useState(false);
  const [inSight, setInSight] = useState({ from: 0, to: FIRST_ROWS });
  const window = run.plan.request.window;

  useEffect(() => columns.ask(run.dataVersion), [columns, run.dataVersion]);
  const infos: readonly ColumnInfo[] | undefined = useStore(columns).answer;
  const schemeId = run.plan.request.schemeId;
  const shown = useMemo(() => shownColumns(infos ?? [], schemeId), [infos, schemeId]);
  const names = useMemo(() => shown.map((info) => info.name), [shown]);
  useEffect(() => {
    const exactWindow = exactOnly ? window : undefined;
    rowBlocks.show(
      { version: run.dataVersion, order, columns: names, ...(exactWindow !== undefined && { exactWindow }) },
      inSight.from,
      inSight.to,
    );
  }, [rowBlocks, run.dataVersion, order, names, exactOnly, window, inSight]);
  const { answer, fault } = useStore(rowBlocks);

  return {
    order,
    nextOrder: () => setOrder(NEXT_ORDER[order]),
    exactOnly,
    setExactOnly,
    hasWindow: window !== undefined,
    shown,
    names,
    hiddenColumns: (infos?.length ?? 0) - shown.length,
    answer,
    fault,
    rowAt: rowBlocks.rowAt,
    firstInSight: inSight.from,
    onVisibleRange: useCallback((from: number, to: number) => setInSight({ from, to }), []),
  };
}

/** As first seen, but the event time last: the Time column already shows it. */
function shownColumns(infos: readonly ColumnInfo[], schemeId: string | undefined): readonly ColumnInfo[] {
  const eventTimes = new Set(schemeById(schemeId ?? '')?.eventTimeProperties);
  const isEventTime = (info: ColumnInfo): boolean => eventTimes.has(info.name);
  return [...infos.filter((info) => !isEventTime(info)), ...infos.filter(isEventTime)].slice(0, MAX_COLUMNS);
}

export type RowList = ReturnType<typeof useRowList>;
