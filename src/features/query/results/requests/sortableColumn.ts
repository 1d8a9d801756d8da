import type { SortableColumn } from './sortedRows.ts';

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
