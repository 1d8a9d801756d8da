import { type GridCursor, HEADER_ROW } from './gridKeys.ts';
import type { DataGridProps } from './gridTypes.ts';

/** What Ctrl+C copies: the exact text of a cell, which is fetched first if only its beginning is there, or the title of a header. */
export function copiedText(
  { columns, cutText, getCellText }: Pick<DataGridProps, 'columns' | 'cutText' | 'getCellText'>,
  { row, column: at }: GridCursor,
): string | Promise<string> | undefined {
  const column = columns[at];
  if (column === undefined) return undefined;
  if (row === HEADER_ROW) return column.title;
  return cutText?.(row, column.id)?.whole() ?? getCellText(row, column.id);
}
