import { useMemo, useState } from 'react';
import type { GridColumn, GridSort } from '../../../../ui/grid/gridTypes.ts';

/** What rows are sorted by; undefined: the row has no value and is last in both directions. */
export type SortValue = number | string | undefined;

/** Positions in the order of their values; equal ones as they came. */
export function sortedPositions(
  values: readonly SortValue[],
  direction: GridSort['direction'],
): readonly number[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const compare = (a: SortValue, b: SortValue): number => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    if (a === b) return 0;
    return a < b ? -sign : sign;
  };
  return values.map((_value, position) => position).sort((a, b) => compare(values[a], values[b]) || a - b);
}

/** A column of a grid that is sorted by its values and shows their texts. */
export interface SortableColumn<Row> extends GridColumn {
  readonly text: (row: Row) => string;
  readonly value: (row: Row) => SortValue;
}

/**
 * The rows of a grid, as they arrived until a header is pressed. A second press reverses the order, a third
 * removes it.
 */
export function useSortedGrid<Row, Column extends SortableColumn<Row>>(
  rows: readonly Row[],
  columns: readonly Column[],
) {
  const [sort, setSort] = useState<GridSort>();
  const order = useMemo(
    () =>
      sort === undefined
        ? undefined
        : sortedPositions(
            rows.map((row) => columns.find(({ id }) => id === sort.columnId)?.value(row)),
            sort.direction,
          ),
    [rows, columns, sort],
  );
  const next = (columnId: string): GridSort | undefined => {
    // People look for the slowest and the largest first.
    if (sort?.columnId !== columnId) return { columnId, direction: 'descending' };
    return sort.direction === 'descending' ? { columnId, direction: 'ascending' } : undefined;
  };
  /** The position of what a line of the grid shows. */
  const positionAt = (line: number): number => order?.[line] ?? line;
  const rowAt = (line: number): Row | undefined => rows[positionAt(line)];
  const columnOf = (columnId: string): Column | undefined => columns.find(({ id }) => id === columnId);
  const text = (line: number, columnId: string): string => {
    const row = rowAt(line);
    return row === undefined ? '' : (columnOf(columnId)?.text(row) ?? '');
  };
  return {
    positionAt,
    rowAt,
    columnOf,
    text,
    lineOf: (position: number | undefined): number | undefined =>
      order === undefined || position === undefined ? position : order.indexOf(position),
    /** What the grid needs to draw them. */
    grid: {
      rowCount: rows.length,
      columns,
      renderCell: text,
      getCellText: text,
      sort: sort && [sort],
      onSort: (columnId: string) => setSort(next(columnId)),
    },
  };
}
