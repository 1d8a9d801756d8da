import type { EntityKey } from '../../keys/base/entityKey.ts';
import { valueText } from '../page/pageNames.ts';
import type { StoreParts } from './storeParts.ts';
import { timestampOf } from './timestampCell.ts';

/** Reads the key of a stored row. Streams keep this key, so its texts must not hold the page in memory. */
export function storedKeys({ rows, cells }: Pick<StoreParts, 'rows' | 'cells'>): (row: number) => EntityKey {
  return (row) => ({
    partitionKey: textOf(cells, rows.partitionKeys.at(row)),
    rowKey: textOf(cells, cells.reference(row, 0)),
  });
}

export function textOf(cells: StoreParts['cells'], reference: number): string {
  const value = cells.read(reference);
  return valueText(value.bytes, value.form, value.from, value.to);
}

/** A row of a page that may have been read before. */
interface Copy {
  readonly table: string;
  readonly key: EntityKey;
  /** As the service prints it; undefined: not sent. */
  readonly timestamp: string | undefined;
}

/** Whether a copy counts and so becomes the next row of the store, and the row that had its key so far. */
export function takeCopy(
  parts: StoreParts,
  { table, key, timestamp }: Copy,
): { readonly stored: number | undefined; readonly isNewer: boolean } {
  const { versions, rows } = parts;
  const stored = versions.rowOf(table, key);
  if (stored === undefined) versions.add(table, key, rows.count);
  const isNewer = stored === undefined || isLater(timestamp, timestampText(parts, stored));
  if (stored !== undefined && isNewer) {
    versions.replace(table, key, stored, rows.count);
    uncount(parts, stored);
  }
  return { stored, isNewer };
}

/** Each write of an entity gives it another Timestamp. A row that was stored without one is replaced by one that has it. */
function isLater(next: string | undefined, stored: string | undefined): boolean {
  if (next === undefined) return false;
  return stored === undefined || next.replace(/Z$/, '') > stored.replace(/Z$/, '');
}

/** The Timestamp of a row, as the service prints it; undefined: it was not read. */
export function timestampText({ rows, cells }: StoreParts, row: number): string | undefined {
  const timestamp = timestampOf(rows, row);
  return typeof timestamp === 'number' ? textOf(cells, timestamp) : timestamp;
}

/** Takes the values of a row that no longer counts out of the counts. */
function uncount({ rows, shapes, cells }: StoreParts, row: number): void {
  const columns = shapes.columnsOf(rows.shapes.codes[row] as number);
  for (const [at, column] of columns.entries())
    shapes.countValue(column, cells.valueAt(row, 1 + at).type, -1);
}
