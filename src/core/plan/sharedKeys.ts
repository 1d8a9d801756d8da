import type { TableKeyRange } from '../keys/base/scheme.ts';
import { countText } from '../words.ts';

/** A query of a plan, before or after it has its text. */
interface KeyReader {
  readonly range: TableKeyRange;
  readonly tableName?: string;
  /** `PlannedQuery.sharesRows` */
  readonly sharesRows?: boolean | undefined;
}

/**
 * What no split of a filter can promise. Queries of the same keys under different conditions pass a row at different times: one that
 * changes from what the later query asks for to what the earlier one asked for matched at every moment, and is in neither answer. Queries
 * of different keys cannot lose a row so, because keys do not change. Undefined: no keys are read twice.
 */
export function sharedKeysNote(queries: readonly KeyReader[]): string | undefined {
  const readers = new Map<string, number>();
  for (const { range, tableName = range.tableName, sharesRows } of queries) {
    if (sharesRows !== true) continue;
    const { partition, row = {} } = range;
    const keys = JSON.stringify([tableName, partition.from, partition.to, row.from, row.to]);
    readers.set(keys, (readers.get(keys) ?? 0) + 1);
  }
  const most = Math.max(0, ...readers.values());
  return most < 2
    ? undefined
    : `A row that changes while it is read may be missed: the filter is read in ${countText(most)} queries over the same keys.`;
}
