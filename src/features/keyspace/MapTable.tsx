import { type ReactNode, useMemo } from 'react';
import { type CellGrid, cellAt, columnsTime } from '../../core/keyspace/map/cellGrid.ts';
import { coarsen } from '../../core/keyspace/map/coarsen.ts';
import { formatCount } from '../../ui/format.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import type { GridColumn } from '../../ui/grid/gridTypes.ts';
import { timeColumns } from '../../ui/heatmap/timeColumns.ts';
import type { Viewport } from '../../ui/keymap/viewport.ts';

/** Columns that a person can read across. */
const READING_COLUMNS = 60;
const LABEL_COLUMN = 'label';
const TOTAL_COLUMN = 'total';

/** The cells in sight, joined to so few columns that they can be read. */
function readable(grid: CellGrid, { rows, columns }: Viewport): { grid: CellGrid; firstRow: number } {
  const firstRow = Math.floor(rows.from);
  const lastRow = Math.min(grid.rowCount, Math.ceil(rows.to));
  const firstColumn = Math.floor(columns.from);
  const lastColumn = Math.min(grid.columnCount, Math.ceil(columns.to));
  const cut = (values: Uint32Array | Uint8Array, into: Uint32Array | Uint8Array): void => {
    for (let row = firstRow; row < lastRow; row++) {
      const start = row * grid.columnCount;
      into.set(values.subarray(start + firstColumn, start + lastColumn), (row - firstRow) * columnCount);
    }
  };
  const columnCount = lastColumn - firstColumn;
  const rowCount = lastRow - firstRow;
  const counts = new Uint32Array(rowCount * columnCount);
  const states = new Uint8Array(rowCount * columnCount);
  cut(grid.counts, counts);
  cut(grid.states, states);
  const { from } = columnsTime(grid, { from: firstColumn, to: lastColumn });
  const part: CellGrid = { rowCount, columnCount, from, bucketTicks: grid.bucketTicks, counts, states };
  const columnsPer = Math.ceil(columnCount / READING_COLUMNS);
  const rowOf = Uint32Array.from({ length: rowCount }, (_, row) => row);
  return { grid: coarsen(part, { rowOf, rowCount, columnsPer }), firstRow };
}

/** The same cells as numbers, at reading size. */
export function MapTable(props: {
  readonly grid: CellGrid;
  readonly labels: readonly string[];
  readonly viewport: Viewport;
  readonly timeZone: string | undefined;
}): ReactNode {
  const { labels, timeZone, viewport } = props;
  const { grid, firstRow } = useMemo(() => readable(props.grid, viewport), [props.grid, viewport]);
  const columns = useMemo<readonly GridColumn[]>(
    () => [
      { id: LABEL_COLUMN, title: 'Prefix', width: 140, mono: true },
      { id: TOTAL_COLUMN, title: 'Rows', width: 90, align: 'end' },
      ...timeColumns(grid, timeZone),
    ],
    [grid, timeZone],
  );
  const label = (row: number): string => labels[firstRow + row] ?? '';
  const total = (row: number): number =>
    grid.counts
      .subarray(row * grid.columnCount, (row + 1) * grid.columnCount)
      .reduce((sum, count) => sum + count, 0);
  const text = (row: number, columnId: string): string => {
    if (columnId === LABEL_COLUMN) return label(row);
    if (columnId === TOTAL_COLUMN) return formatCount(total(row));
    const cell = cellAt(grid, row, Number(columnId));
    if (cell.state === 'estimated') return `about ${formatCount(cell.count)}`;
    return cell.count === 0 && cell.state !== 'zero' ? cell.state : formatCount(cell.count);
  };
  return (
    <DataGrid
      label="Prefix by time, as a table"
      rowCount={grid.rowCount}
      columns={columns}
      renderCell={text}
      getCellText={text}
      rowLabel={label}
    />
  );
}
