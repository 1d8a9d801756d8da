import type { EntityStore } from '../entities/store/entityStore.ts';
import { isInRange } from '../keys/base/keySpan.ts';
import type { UnreadRange } from '../plan/unreadRanges.ts';
import type { Steps } from '../steps.ts';

/**
 * The rows that an earlier state of a run had: all but those that a query has since brought from keys that were unread then.
 * @param labels of the queries, by index
 * @param unread the unread ranges of that state
 * @yields after each row
 */
export function* rowsBefore(
  store: EntityStore,
  rows: Uint32Array,
  labels: ReadonlyMap<number, string>,
  unread: readonly UnreadRange[],
): Steps<Uint32Array> {
  const byQuery = new Map<string | undefined, UnreadRange[]>();
  for (const range of unread) {
    // These ranges hold rows that had been read by then.
    if (range.why === 'anomalies' || range.why === 'lagging') continue;
    const known = byQuery.get(range.query);
    if (known === undefined) byQuery.set(range.query, [range]);
    else known.push(range);
  }
  if (byQuery.size === 0) return rows;
  const kept = new Uint32Array(rows.length);
  let count = 0;
  for (const row of rows) {
    const ranges = byQuery.get(labels.get(store.queryIndexes[row] as number)) ?? [];
    const { partitionKey, rowKey } = store.key(row);
    const isLater = ranges.some((range) => isInRange(partitionKey, rowKey, { ...range, exact: true }));
    if (!isLater) kept[count++] = row;
    yield undefined;
  }
  return kept.slice(0, count);
}
