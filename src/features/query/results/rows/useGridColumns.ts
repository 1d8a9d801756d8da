import { useMemo } from 'react';
import { decodeUtf8 } from '../../../../core/entities/bytes/utf8.ts';
import type { CellValue } from '../../../../core/entities/store/entityStore.ts';
import { type CellFormat, formatCell } from '../../../../core/rows/cellFormats.ts';
import { keyInstant } from '../../../../core/rows/keyInstant.ts';
import { roundedDouble } from '../../../../core/rows/roundedDouble.ts';
import type { ColumnSet } from '../../../../core/rows/columnProfile.ts';
import { formatInstant, formatParts } from '../../../../core/time/formatInstant.ts';
import { meetsClockChange, type ZoneClock, clockOf } from '../../../../core/time/zoneClock.ts';
import { TICKS_PER_SECOND } from '../../../../core/time/ticks.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import type { GridColumn, CutText } from '../../../../ui/grid/gridTypes.ts';
import { useZone } from '../../../shared/shownTime.ts';
import type { RowView } from './RowCell.tsx';
import { BESIDE_CHARS, propertyOf, rowColumns, refOf } from './rowColumns.ts';
import { useColumnChoice } from './useColumnChoice.ts';
import type { RowList } from './useRowList.ts';
import { isoFromParts } from '../../../../core/time/civil.ts';
import type { RowBlocks } from '../../../../state/run/rowBlocks.ts';
import { cellFilter, type FilteredCell } from '../../../shared/selection/filterWords.ts';

export type GridColumns = ReturnType<typeof useGridColumns>;

export function cellText(
  row: RowView,
  columnId: string,
  names: readonly string[],
  clock: ZoneClock | undefined,
): string {
  if (columnId !== 'time') return cellOf(row, columnId, names)?.text ?? '';
  return row.time === undefined ? '' : formatParts(row.time.seconds, row.time.fraction, clock).text;
}

/** The day that the run's window is in; undefined if it spans several days. */
export function dayOf(run: RunState, timeZone: string | undefined): string | undefined {
  const window = run.plan.request.window;
  if (window === undefined) return undefined;
  const { date } = formatInstant(window.from, timeZone);
  return date === formatInstant(window.to - 1n, timeZone).date ? date : undefined;
}

/** Whether some times in the run's window are shown with their offset. */
function meetsChange({ plan }: RunState, clock: ZoneClock | undefined): boolean {
  const { window } = plan.request;
  const secondsOf = (ticks: bigint): number => Number(ticks / TICKS_PER_SECOND);
  return window !== undefined && meetsClockChange(secondsOf(window.from), secondsOf(window.to), clock);
}

/** "Fit widths" measures this many rows, which is about what is visible. */
const FITTED_ROWS = 60;

/** The length of a cell's text, including what is shown next to it. */
function shownChars(
  text: string,
  columnId: string,
  cell: CellValue | undefined,
  format: CellFormat,
  schemeId: string | undefined,
): number {
  const isKey = columnId === 'partitionKey' || columnId === 'rowKey';
  if (isKey && format === 'automatic') {
    const hasTime = keyInstant(schemeId, columnId === 'rowKey' ? 'row' : 'partition', text) !== undefined;
    return text.length + (hasTime ? BESIDE_CHARS : 0);
  }
  const value = isKey ? { type: 'Edm.String', text } : cell;
  const formatted = value && formatCell(value, format, decodeUtf8);
  if (formatted === undefined) return (cell?.type === 'Edm.Double' ? roundedDouble(text) : text).length;
  if (formatted.kind === 'instant') return text.length + BESIDE_CHARS;
  return formatted.text.length + (formatted.kind === 'beside' ? text.length + 2 : 0);
}

/** The columns of the list: those that the rows have, arranged as the user chose. */
export function useGridColumns(run: RunState, list: RowList, columns: ColumnSet, hasPrefixes: boolean) {
  const { names, shown, rowAt, firstInSight } = list;
  const zone = useZone();
  const clock = clockOf(zone.timeZone);
  const day = dayOf(run, zone.timeZone);
  const hasOffsets = meetsChange(run, clock);
  const all = useMemo<readonly GridColumn[]>(
    () => rowColumns(shown, columns, { zoneName: zone.name, day, hasOffsets, hasPrefixes }),
    [shown, columns, zone.name, day, hasOffsets, hasPrefixes],
  );
  const { schemeId } = run.plan.request;
  /** The exact text of a cell, or its beginning (see `ShownCell.units`); '' if the row has not arrived. */
  const textOf = (position: number, columnId: string): string => {
    const row = rowAt(position);
    return row === undefined ? '' : cellText(row, columnId, names, clock);
  };
  const chosen = useColumnChoice({
    run,
    all,
    columns,
    longestInSight: (columnId, format) => {
      let longest = 0;
      const from = firstInSight();
      for (let at = from; at < from + FITTED_ROWS; at++) {
        const cell = rowAt(at)?.cells[names.indexOf(propertyOf(columnId) ?? '')];
        const chars = shownChars(textOf(at, columnId), columnId, cell, format, schemeId);
        longest = Math.max(longest, cell?.units ?? chars);
      }
      return longest;
    },
  });
  return { chosen, clock, day, textOf };
}

/** The value of a cell; undefined if it has none. A property that occurs twice in the row has several. */
function cellOf(row: RowView, columnId: string, names: readonly string[]) {
  const string = (text: string) => ({ type: 'Edm.String', text });
  const instant = (text: string | undefined) =>
    text === undefined ? undefined : { type: 'Edm.DateTime', text };
  switch (columnId) {
    case 'time':
      return instant(row.time && isoFromParts(row.time.seconds, row.time.fraction));
    case 'prefix':
      return string(row.group);
    case 'timestamp':
      return instant(row.timestamp);
    case 'partitionKey':
      return string(row.partitionKey);
    case 'rowKey':
      return string(row.rowKey);
    default:
      return row.cells[names.indexOf(propertyOf(columnId) ?? '')];
  }
}

/**
 * Copying and filtering use the whole text of a cell, while the visible row may have only its beginning.
 * @param say reports what could not be done
 */
export function cutCells(
  { rowAt, names, addFilter }: Pick<RowList, 'rowAt' | 'names' | 'addFilter'>,
  wholeCell: RowBlocks['wholeCell'],
  say: (words: string) => void,
) {
  const wholeOf = (position: number, columnId: string) => {
    const row = rowAt(position);
    const name = propertyOf(columnId);
    if (row === undefined || name === undefined) return undefined;
    const units = row.cells[names.indexOf(name)]?.units;
    return units === undefined ? undefined : { units, read: () => wholeCell(row, name) };
  };
  return {
    /** Set if only the beginning of the cell's text was loaded. */
    cutText: (position: number, columnId: string): CutText | undefined => {
      const cut = wholeOf(position, columnId);
      return cut && { units: cut.units, whole: async () => (await cut.read()).text };
    },
    filterCell: (position: number, columnId: string, excludes: boolean): void => {
      const row = rowAt(position);
      if (row === undefined) return;
      const isTwice = row.twice?.includes(names.indexOf(propertyOf(columnId) ?? '')) === true;
      const cell = isTwice ? 'twice' : cellOf(row, columnId, names);
      const filterBy = (whole: FilteredCell): void => addFilter(cellFilter(refOf(columnId), whole, excludes));
      const cut = cell === 'twice' ? undefined : wholeOf(position, columnId);
      if (cut === undefined) filterBy(cell);
      else cut.read().then(filterBy, () => say('Not filtered: the whole text could not be read. Try again.'));
    },
  };
}
