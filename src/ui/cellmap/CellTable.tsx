import { type ReactNode, useMemo } from 'react';
import { type CellGrid, clampWindow, cutGrid } from '../../core/keyspace/map/cellGrid.ts';
import { coarsen } from '../../core/keyspace/map/coarsen.ts';
import { DataGrid } from '../grid/DataGrid.tsx';
import type { GridColumn } from '../grid/gridTypes.ts';
import { TEXT_SCALE } from '../theme/textScale.ts';
import { cellText, joinedCell } from './cellWords.ts';
import { cutInside, LABEL_LETTER_PX } from './labelTexts.ts';
import type { Viewport } from './viewport.ts';
import { formatParts } from '../../core/time/formatInstant.ts';
import { clampTicks, TICKS_PER_SECOND } from '../../core/time/ticks.ts';
import { clockOf } from '../../core/time/zoneClock.ts';
import { shortTime } from '../charts/timeAxis.ts';

const LABEL_COLUMN = 'label';
const TOTAL_COLUMN = 'total';
const ESTIMATE_WIDTH = 148;

const LABEL_PADDING_PX = 34;
const MOST_LABEL_PX = 280;

/** CSS px at the default text size for the longest label, limited so that numbers still fit. */
function widthOfLabels(labels: readonly string[]): number {
  const letters = Math.max(7, ...labels.slice(0, 2000).map((label) => label.length));
  return Math.min(MOST_LABEL_PX, Math.ceil((letters * LABEL_LETTER_PX) / TEXT_SCALE) + LABEL_PADDING_PX);
}

/** The visible cells, merged into few enough columns to be readable. */
function readable(grid: CellGrid, viewport: Viewport, most: number): { grid: CellGrid; firstRow: number } {
  const window = clampWindow(grid, viewport);
  const part = cutGrid(grid, window);
  const columnsPer = Math.max(1, Math.ceil(part.columnCount / most));
  return { grid: coarsen(part, columnsPer), firstRow: window.rows.from };
}

/** The cells as a table of numbers. */
export function CellTable(props: {
  readonly grid: CellGrid;
  readonly labels: readonly string[];
  readonly viewport: Viewport;
  readonly timeZone: string | undefined;
  /** What a row is: "Prefix". */
  readonly rowName: string;
  /** More visible columns than this are merged. */
  readonly mostColumns: number;
}): ReactNode {
  const { labels, timeZone, viewport, rowName, mostColumns } = props;
  const { grid, firstRow } = useMemo(
    () => readable(props.grid, viewport, mostColumns),
    [props.grid, viewport, mostColumns],
  );
  const labelWidth = useMemo(() => widthOfLabels(labels), [labels]);
  const columns = useMemo<readonly GridColumn[]>(() => {
    // "about 1,204 ± 96" needs more room than a count.
    const least = grid.errors === undefined ? 0 : ESTIMATE_WIDTH;
    return [
      { id: LABEL_COLUMN, title: rowName, width: labelWidth, mono: true },
      { id: TOTAL_COLUMN, title: 'Rows', width: least === 0 ? 90 : 176, align: 'end' },
      ...timeColumns(grid, timeZone).map((column) => ({ ...column, width: Math.max(column.width, least) })),
    ];
  }, [grid, timeZone, rowName, labelWidth]);
  const label = (row: number): string => labels[firstRow + row] ?? '';
  const text = (row: number, columnId: string): string => {
    if (columnId === LABEL_COLUMN) return label(row);
    const columnsOf =
      columnId === TOTAL_COLUMN
        ? { from: 0, to: grid.columnCount }
        : { from: Number(columnId), to: Number(columnId) + 1 };
    return cellText(joinedCell(grid, { rows: { from: row, to: row + 1 }, columns: columnsOf }));
  };
  return (
    <DataGrid
      label="Prefix by time, as a table"
      rowCount={grid.rowCount}
      columns={columns}
      renderCell={(row, columnId) =>
        columnId === LABEL_COLUMN
          ? cutInside(label(row), (labelWidth - LABEL_PADDING_PX) * TEXT_SCALE)
          : text(row, columnId)
      }
      getCellText={text}
      rowLabel={label}
      pinnedColumns={1}
    />
  );
}

/** Column widths in CSS px: with a time, and with a time and a date. */
const TIME_WIDTH = 92;
const DAY_WIDTH = 150;

/**
 * One column per time span, named by its start. The first one of each day has the date, and one after a clock change has the
 * offset.
 */
export function timeColumns(
  { from, bucketTicks, columnCount }: Pick<CellGrid, 'from' | 'bucketTicks' | 'columnCount'>,
  timeZone: string | undefined,
): readonly GridColumn[] {
  const clock = clockOf(timeZone);
  const starts = Array.from({ length: columnCount }, (_, column) => {
    const ticks = clampTicks(from + BigInt(column) * bucketTicks);
    return formatParts(Number(ticks / TICKS_PER_SECOND), Number(ticks % TICKS_PER_SECOND), clock);
  });
  return starts.map(({ date, timeOfDay, zone }, column) => {
    const before = starts[column - 1];
    const isNewDay = date !== before?.date;
    // An hour that the clock repeats occurs twice; only the offset tells which is which.
    const isPutBack = before !== undefined && zone !== before.zone;
    const notes = [...(isNewDay ? [date] : []), ...(isPutBack ? [zone] : [])];
    return {
      id: String(column),
      title: shortTime(timeOfDay, bucketTicks),
      note: notes.length === 0 ? undefined : notes.join(' '),
      width: notes.length === 0 ? TIME_WIDTH : DAY_WIDTH,
      align: 'end',
    };
  });
}
