import type { SortableColumn } from './sortedRows.ts';

/** A column of words; rows without one are last. */
export function wordColumn<Row>(
  id: string,
  title: string,
  width: number,
  text: (row: Row) => string,
): SortableColumn<Row> {
  return { id, title, width, sortable: true, text, value: (row) => text(row) || undefined };
}

/** A column of numbers; an unknown one is empty. */
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
