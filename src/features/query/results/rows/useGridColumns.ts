import { useMemo } from 'react';
import type { ColumnProfile } from '../../../../core/rows/columnProfile.ts';
import { formatInstant, formatParts } from '../../../../core/time/formatInstant.ts';
import { type ZoneClock, zoneClock } from '../../../../core/time/zoneClock.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import type { GridColumn } from '../../../../ui/grid/gridTypes.ts';
import { useZone } from '../../../shared/useZone.ts';
import type { RowView } from './RowCell.tsx';
import { propertyOf, rowColumns } from './rowColumns.ts';
import { type ChosenColumns, useColumnChoice } from './useColumnChoice.ts';
import type { RowList } from './useRowList.ts';

export interface GridColumns {
  readonly chosen: ChosenColumns;
  readonly clock: ZoneClock | undefined;
  /** The day that the header names. */
  readonly day: string | undefined;
  /** The exact text of a cell, as it is copied; '' if the row has not arrived. */
  readonly textOf: (position: number, columnId: string) => string;
}

export function cellText(
  row: RowView,
  columnId: string,
  names: readonly string[],
  clock: ZoneClock | undefined,
): string {
  switch (columnId) {
    case 'time':
      return row.time === undefined ? '' : formatParts(row.time.seconds, row.time.fraction, clock).text;
    case 'prefix':
      return row.group;
    case 'partitionKey':
      return row.partitionKey;
    case 'rowKey':
      return row.rowKey;
    case 'timestamp':
      return row.timestamp ?? '';
    default:
      return row.cells[names.indexOf(propertyOf(columnId) ?? '')]?.text ?? '';
  }
}

/** The day that the run's window is in; undefined if it spans more than one. */
function dayOf(run: RunState, timeZone: string | undefined): string | undefined {
  const window = run.plan.request.window;
  if (window === undefined) return undefined;
  const { date } = formatInstant(window.from, timeZone);
  return date === formatInstant(window.to - 1n, timeZone).date ? date : undefined;
}

/** Rows that "Fit widths" measures: about those in sight. */
const FITTED_ROWS = 60;

/** The columns of the list: what the rows have, arranged as the person chose. */
export function useGridColumns(
  run: RunState,
  list: RowList,
  profiles: readonly ColumnProfile[],
  hasPrefixes: boolean,
): GridColumns {
  const { names, shown, rowAt, firstInSight } = list;
  const zone = useZone();
  const clock = useMemo(
    () => (zone.timeZone === undefined ? undefined : zoneClock(zone.timeZone)),
    [zone.timeZone],
  );
  const day = dayOf(run, zone.timeZone);
  const all = useMemo<readonly GridColumn[]>(
    () => rowColumns(shown, profiles, { zoneName: zone.name, day, hasPrefixes }),
    [shown, profiles, zone.name, day, hasPrefixes],
  );
  const textOf = (position: number, columnId: string): string => {
    const row = rowAt(position);
    return row === undefined ? '' : cellText(row, columnId, names, clock);
  };
  const chosen = useColumnChoice({
    table: run.form.table,
    all,
    profiles,
    folded: shown.folded,
    longestInSight: (columnId) => {
      let longest = 0;
      for (let at = 0; at < FITTED_ROWS; at++)
        longest = Math.max(longest, textOf(firstInSight + at, columnId).length);
      return longest;
    },
  });
  return { chosen, clock, day, textOf };
}
