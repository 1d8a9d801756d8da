import { type ReactNode, useMemo } from 'react';
import type { KeyspaceMatrix } from '../../core/keyspace/matrix.ts';
import { formatParts } from '../../core/time/formatInstant.ts';
import { clampTicks, TICKS_PER_SECOND } from '../../core/time/ticks.ts';
import { zoneClock } from '../../core/time/zoneClock.ts';
import { shortTime } from '../charts/timeAxis.ts';
import { formatCount } from '../format.ts';
import { DataGrid } from '../grid/DataGrid.tsx';
import type { GridColumn } from '../grid/gridTypes.ts';
import type { HeatMapProps } from './heatMapProps.ts';
import css from './HeatMap.module.css';
import { cellCount, columnsWindow } from './heatWords.ts';
import { ROW_STATE_WORDS } from './rowState.ts';

const LABEL_COLUMN = 'label';
const TOTAL_COLUMN = 'total';

/** CSS px: for a time, and for a time with the day that begins. */
const TIME_WIDTH = 92;
const DAY_WIDTH = 150;

/** A column for each span of time, named by its start; the day stands at the first one of each. */
function timeColumns(matrix: KeyspaceMatrix, timeZone: string | undefined): readonly GridColumn[] {
  const clock = timeZone === undefined ? undefined : zoneClock(timeZone);
  const starts = Array.from({ length: matrix.columnCount }, (_, column) => {
    const ticks = clampTicks(columnsWindow(matrix, column, column + 1).from);
    return formatParts(Number(ticks / TICKS_PER_SECOND), Number(ticks % TICKS_PER_SECOND), clock);
  });
  return starts.map(({ date, timeOfDay }, column) => {
    const isNewDay = date !== starts[column - 1]?.date;
    return {
      id: String(column),
      title: shortTime(timeOfDay, matrix.bucketTicks),
      note: isNewDay ? date : undefined,
      width: isNewDay ? DAY_WIDTH : TIME_WIDTH,
      align: 'end',
    };
  });
}

/** The same cells as numbers: a row per label, a column per span of time. Only the rows in sight exist. */
export function HeatTable(props: HeatMapProps): ReactNode {
  const { matrix, rowStates, timeZone } = props;
  const columns = useMemo<readonly GridColumn[]>(
    () => [
      { id: LABEL_COLUMN, title: 'Prefix', width: 140, mono: true },
      { id: TOTAL_COLUMN, title: 'Rows', width: 90, align: 'end' },
      ...timeColumns(matrix, timeZone),
    ],
    [matrix, timeZone],
  );
  const text = (row: number, columnId: string): string => {
    if (columnId === LABEL_COLUMN) return matrix.labels[row] ?? '';
    if (columnId === TOTAL_COLUMN) return formatCount(matrix.rowTotals[row] ?? 0);
    const count = cellCount(matrix, { row, column: Number(columnId) });
    const state = rowStates?.[row] ?? 'done';
    return count === 0 && state !== 'done' ? ROW_STATE_WORDS[state] : formatCount(count);
  };
  return (
    <div className={css.table}>
      <DataGrid
        label="Prefix by time, as a table"
        rowCount={matrix.rowCount}
        columns={columns}
        renderCell={text}
        getCellText={text}
        rowLabel={(row) => matrix.labels[row] ?? ''}
      />
    </div>
  );
}
