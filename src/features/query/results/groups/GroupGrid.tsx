import { type ReactNode, useMemo } from 'react';
import { columnRefName } from '../../../../core/entities/columns/columnRef.ts';
import type { GroupTable } from '../../../../core/entities/chart/groupTable.ts';
import type { GroupsRequest } from '../../../../core/rows/chartRows.ts';
import type { RowFilter, SelectedBy } from '../../../../core/rows/rowQuery.ts';
import { DataGrid } from '../../../../ui/grid/DataGrid.tsx';
import { useZone } from '../../../shared/useZone.ts';
import type { SeverityReaders } from '../rows/cellSeverity.ts';
import { useSortedGrid } from '../requests/sortedRows.ts';
import { type GroupColumn, groupColumns, type GroupRow } from './groupColumns.tsx';
import { groupFilters, leftOut } from './groupTable.ts';
import css from './groups.module.css';

export interface GroupGridProps {
  readonly table: GroupTable;
  readonly asked: GroupsRequest & SelectedBy;
  /** What the values of a column mean, if they say how bad a row is. */
  readonly severities: SeverityReaders;
  /** Other groups are being counted. */
  readonly isStale: boolean;
  /** Groups without selected rows are shown, too. */
  readonly isAll: boolean;
  /** The day that all times are of; undefined: they are of several. */
  readonly day: string | undefined;
  /** Every row of the window was read, so what is new can be told. */
  readonly isWhole: boolean;
  /** Rows that meet these are wanted; `compares`: and what tells them from the rest. */
  readonly onSelect: (filters: readonly RowFilter[], compares?: boolean) => void;
}

/** A line for each group. */
export function GroupGrid(props: GroupGridProps): ReactNode {
  const { table, asked, severities, isAll, isWhole, day } = props;
  const { by } = asked;
  const { timeZone } = useZone();
  const rows = useMemo(
    () =>
      table.groups.flatMap((group, at): readonly GroupRow[] =>
        isAll || group.selected > 0 ? [{ group, at }] : [],
      ),
    [table, isAll],
  );
  const columns = useMemo(
    () => groupColumns(table, asked, severities, { day, isWhole, timeZone }),
    [table, asked, severities, isWhole, day, timeZone],
  );
  const { rowAt, columnOf, text, grid } = useSortedGrid<GroupRow, GroupColumn>(rows, columns);
  const compare = (line: number): void => props.onSelect(groupFilters(rowAt(line)?.group, by), true);
  return (
    <DataGrid
      label="Groups"
      isStale={props.isStale}
      {...grid}
      renderCell={(line, id) => {
        const row = rowAt(line);
        const column = columnOf(id);
        if (row === undefined || column === undefined) return '';
        const drawn = column.draw?.(row, table) ?? column.text(row);
        if (column !== columns[0]) return drawn;
        return (
          <span className={css.named}>
            <span>{drawn}</span>
            {/* The key D does the same. */}
            <button type="button" tabIndex={-1} onClick={() => compare(line)}>
              What differs?
            </button>
          </span>
        );
      }}
      onOpenRow={(line) => props.onSelect(groupFilters(rowAt(line)?.group, by))}
      onCompareRow={compare}
      onFilterCell={(line, id, excludes) => {
        const row = rowAt(line)?.group;
        const at = by.findIndex((ref) => columnRefName(ref) === id);
        const filters = groupFilters(row, by);
        props.onSelect(excludes ? leftOut(row, by) : at < 0 ? filters : filters.slice(at, at + 1));
      }}
      rowLabel={(line) => (by.length === 0 ? '' : by.map((ref) => text(line, columnRefName(ref))).join(', '))}
      emptyState="No row is selected."
    />
  );
}
