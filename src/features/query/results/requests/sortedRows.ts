import { useMemo, useState } from 'react';
import type { GridSort } from '../../../../ui/grid/gridTypes.ts';

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

/**
 * The order of a grid's rows: as they arrived, until a header is pressed. A second press reverses it, a third
 * removes it.
 */
export function useSortedRows<Row>(rows: readonly Row[], valueOf: (row: Row, columnId: string) => SortValue) {
  const [sort, setSort] = useState<GridSort>();
  const order = useMemo(
    () =>
      sort === undefined
        ? undefined
        : sortedPositions(
            rows.map((row) => valueOf(row, sort.columnId)),
            sort.direction,
          ),
    [rows, valueOf, sort],
  );
  const next = (columnId: string): GridSort | undefined => {
    // People look for the slowest and the largest first.
    if (sort?.columnId !== columnId) return { columnId, direction: 'descending' };
    return sort.direction === 'descending' ? { columnId, direction: 'ascending' } : undefined;
  };
  return {
    sort,
    /** The position of what a line of the grid shows. */
    positionAt: (line: number): number => order?.[line] ?? line,
    lineOf: (position: number | undefined): number | undefined =>
      order === undefined || position === undefined ? position : order.indexOf(position),
    onSort: (columnId: string) => setSort(next(columnId)),
  };
}
