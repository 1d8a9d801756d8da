import type { EntityKey } from '../keys/base/entityKey.ts';
import type { KeySpan, TableKeyRange } from '../keys/base/scheme.ts';
import { formatFilter, parseFilter } from '../odata/filter.ts';
import { countComparisons, MAX_COMPARISONS } from '../odata/limits.ts';
import { cutSpan, shareBelow } from './keyPosition.ts';
import type { PlannedQuery, QueryPlan } from './queryPlan.ts';
import { exactKeyOf, holdsNone, keysNode, keysWithin, withSpans } from './spans.ts';
import { exactKey, spanOf } from '../keys/base/keySpan.ts';

/**
 * Whether a range is within one partition. Then it is cut by row key, else by partition key, so that each piece is one contiguous range.
 */
function isOnePartition(range: TableKeyRange): boolean {
  return exactKeyOf(range.partition) !== undefined;
}

/** What lies on either side of a point in key order. */
interface SplitRange {
  /** The keys before the point. */
  readonly before: readonly TableKeyRange[];
  /** The key at the point, and all keys after it. */
  readonly after: readonly TableKeyRange[];
}

function nonEmpty(
  range: TableKeyRange,
  pieces: readonly (readonly [partition: KeySpan, row: KeySpan])[],
): readonly TableKeyRange[] {
  return pieces
    .map(([partition, row]) => keysWithin(range, { partition, row }))
    .filter((piece) => !holdsNone(piece));
}

/** Splits a range at a point in key order, which need not be a key of the range. Both sides together contain the same keys, each once. */
export function splitRange(range: TableKeyRange, { partitionKey, rowKey }: EntityKey): SplitRange {
  const behind = `${partitionKey}\u0000`;
  const { from: rowFrom = '', to: rowTo } = range.row ?? {};
  // If the point is outside the row keys of the range, the partition of the point need not be split.
  if (rowKey <= rowFrom || (rowTo !== undefined && rowKey >= rowTo)) {
    const edge = rowKey <= rowFrom ? partitionKey : behind;
    return {
      before: nonEmpty(range, [[spanOf(undefined, edge), {}]]),
      after: nonEmpty(range, [[spanOf(edge, undefined), {}]]),
    };
  }
  const own = exactKey(partitionKey);
  return {
    before: nonEmpty(range, [
      [spanOf(undefined, partitionKey), {}],
      [own, spanOf(undefined, rowKey)],
    ]),
    after: nonEmpty(range, [
      [own, spanOf(rowKey, undefined)],
      [spanOf(behind, undefined), {}],
    ]),
  };
}

/** The keys of a range after a given key: the rest of its partition, then the later partitions. */
export function rangesAfter(
  range: TableKeyRange,
  { partitionKey, rowKey }: EntityKey,
): readonly TableKeyRange[] {
  return splitRange(range, { partitionKey, rowKey: `${rowKey}\u0000` }).after;
}

/**
 * Cuts a range into at most `pieces` in key order, which together contain the same keys. If only one piece is returned, the range cannot be
 * cut.
 */
export function cutRange(range: TableKeyRange, pieces: number): readonly TableKeyRange[] {
  return isOnePartition(range)
    ? cutSpan(range.row ?? {}, pieces).map((row) => withSpans(range, range.partition, row))
    : cutSpan(range.partition, pieces).map((partition) => withSpans(range, partition, range.row ?? {}));
}

/** The share of a range that is before a key, from 0 to 1; undefined if the keys do not show it. */
export function shareBefore(range: TableKeyRange, key: EntityKey): number | undefined {
  return isOnePartition(range)
    ? shareBelow(range.row ?? {}, key.rowKey)
    : shareBelow(range.partition, key.partitionKey);
}

/** A piece of a planned query, as it is sent. */
export interface RangeQuery {
  readonly range: TableKeyRange;
  readonly filter?: string;
}

/**
 * The filter of a piece: its keys and the property filter. Undefined if it needs more comparisons than the documented limit, since the
 * service might refuse it.
 */
export function rangeQuery(range: TableKeyRange, condition: string | undefined): RangeQuery | undefined {
  const property = condition === undefined ? undefined : parseFilter(condition);
  if (property !== undefined && !property.ok) return undefined;
  const node = keysNode(range, property?.value);
  if (node === undefined) return { range };
  return countComparisons(node) > MAX_COMPARISONS ? undefined : { range, filter: formatFilter(node) };
}

/** Cuts the queries of a short plan by their keys into up to `most` queries, as a run does for idle lanes. */
export function cutPlan(plan: QueryPlan, most: number): QueryPlan {
  const { queries } = plan;
  const cut = (query: PlannedQuery): readonly PlannedQuery[] => {
    const ranges = cutRange(query.range, Math.floor(most / queries.length));
    const parts = ranges.flatMap((range) => rangeQuery(range, query.condition) ?? []);
    return parts.length === ranges.length && parts.length > 1
      ? parts.map((part) => ({ ...query, ...part }))
      : [query];
  };
  return { ...plan, queries: queries.flatMap(cut) };
}
