import { type ReactNode, useMemo } from 'react';
import { formatCount } from '../format.ts';
import { DataGrid } from '../grid/DataGrid.tsx';
import type { GridColumn } from '../grid/gridTypes.ts';
import type { HeatMapProps } from './heatMapProps.ts';
import css from './HeatMap.module.css';
import { cellCount } from './heatWords.ts';
import { cellState, ROW_STATE_WORDS } from './rowState.ts';
import { timeColumns } from './timeColumns.ts';

const LABEL_COLUMN = 'label';
const TOTAL_COLUMN = 'total';

/** The same cells as numbers: a row per label, a column per span of time. Only the rows in sight exist. */
export function HeatTable(props: HeatMapProps): ReactNode {
  const { matrix, rowStates, unreadColumns, timeZone } = props;
  const columns = useMemo<readonly GridColumn[]>(
    () => [
      { id: LABEL_COLUMN, title: 'Prefix', width: 140, mono: true },
      { id: TOTAL_COLUMN, title: 'Rows', width: 110, align: 'end' },
      ...timeColumns(matrix, timeZone),
    ],
    [matrix, timeZone],
  );
  const text = (row: number, columnId: string): string => {
    if (columnId === LABEL_COLUMN) return matrix.labels[row] ?? '';
    const known = { rowStates, unreadColumns };
    if (columnId === TOTAL_COLUMN) {
      const isAll = (rowStates?.[row] ?? 'done') === 'done';
      return `${formatCount(matrix.rowTotals[row] ?? 0)}${isAll ? '' : ' or more'}`;
    }
    const cell = { row, column: Number(columnId) };
    const count = cellCount(matrix, cell);
    const state = cellState(known, cell);
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
