import { useMemo, useState } from 'react';
import type { GridColumn, GridSort } from '../../../../ui/grid/gridTypes.ts';

/** The value that a row is sorted by. Undefined: the row has none, and is last in both directions. */
export type SortValue = number | string | undefined;

/** The positions of values in sorted order. Equal values keep their order. */
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

/** A column sorted by text; rows without a text are last. */
export function wordColumn<Row>(
  id: string,
  title: string,
  width: number,
  text: (row: Row) => string,
): SortableColumn<Row> {
  return { id, title, width, sortable: true, text, value: (row) => text(row) || undefined };
}

/** A column sorted by numbers; an unknown number is shown as empty. */
export function numberColumn<Row>(
  id: string,
  title: string,
  width: number,
  value: (row: Row) => number | undefined,
  format: (value: number) => string,
): SortableColumn<Row> {
  return {
    id,
    title,
    width,
    align: 'end',
    sortable: true,
    value,
    text: (row) => {
      const known = value(row);
      return known === undefined ? '' : format(known);
    },
  };
}

/**
 * The rows of a grid, in their original order until a header is pressed. The second press reverses the order, and the third restores the
 * original one.
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
    // The first press sorts in descending order, because people look for the slowest and the largest.
    if (sort?.columnId !== columnId) return { columnId, direction: 'descending' };
    return sort.direction === 'descending' ? { columnId, direction: 'ascending' } : undefined;
  };
  /** The original position of the row in a line of the grid. */
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
