import type { EntityStore } from '../entities/store/entityStore.ts';
import { isInRange } from '../keys/base/keySpan.ts';
import type { UnreadRange } from '../plan/unreadRanges.ts';

/**
 * The rows of an earlier state of a run: without those that each query brought since then from keys that it had not read.
 * @param unread of that state
 * @param labels of the queries, by index
 * @yields after each row
 */
export function* rowsBefore(
  store: EntityStore,
  rows: Uint32Array,
  labels: ReadonlyMap<number, string>,
  unread: readonly UnreadRange[],
): Generator<undefined, Uint32Array, undefined> {
  const byQuery = new Map<string | undefined, UnreadRange[]>();
  for (const range of unread) {
    // These hold rows that were read then.
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
