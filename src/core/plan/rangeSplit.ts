import type { EntityKey } from '../keys/base/entityKey.ts';
import type { TableKeyRange } from '../keys/base/scheme.ts';
import { allOf } from '../odata/builders.ts';
import { formatFilter, parseFilter } from '../odata/filter.ts';
import { countComparisons, MAX_COMPARISONS } from '../odata/limits.ts';
import { cutSpan, shareBelow } from './keyPosition.ts';
import {
  exactKeyOf,
  exactSpan,
  intersectSpans,
  isAllKeys,
  isEmptySpan,
  spanFilter,
  spanOf,
} from './spans.ts';

/** In one partition the row keys are cut, else the partition keys: only so does a piece stay one stretch of the table. */
function isOnePartition(range: TableKeyRange): boolean {
  return exactKeyOf(range.partition) !== undefined;
}

function withSpans(
  range: TableKeyRange,
  partition: TableKeyRange['partition'],
  row: TableKeyRange['row'],
): TableKeyRange {
  const { row: _own, ...rest } = range;
  return { ...rest, partition, ...(row === undefined || isAllKeys(row) ? {} : { row }) };
}

/** The two sides of a place in the order of keys, each as ranges in that order. */
interface SplitRange {
  /** Keys of the range before the place. */
  readonly before: readonly TableKeyRange[];
  /** The key at the place, and what follows it. */
  readonly after: readonly TableKeyRange[];
}

function nonEmpty(
  range: TableKeyRange,
  pieces: readonly (readonly [TableKeyRange['partition'], TableKeyRange['partition']])[],
): readonly TableKeyRange[] {
  return pieces.flatMap(([part, rows]) => {
    const partition = intersectSpans(range.partition, part);
    const row = intersectSpans(range.row ?? {}, rows);
    return isEmptySpan(partition) || isEmptySpan(row) ? [] : [withSpans(range, partition, row)];
  });
}

/**
 * Splits a range at a place in the order of keys, which need not be a key of it. Both sides together hold the same keys,
 * each once.
 */
export function splitRange(range: TableKeyRange, { partitionKey, rowKey }: EntityKey): SplitRange {
  const behind = `${partitionKey}\u0000`;
  const { from: rowFrom = '', to: rowTo } = range.row ?? {};
  // Where the place lies beside all row keys of the range, its partition need not be taken apart.
  if (rowKey <= rowFrom || (rowTo !== undefined && rowKey >= rowTo)) {
    const edge = rowKey <= rowFrom ? partitionKey : behind;
    return {
      before: nonEmpty(range, [[spanOf(undefined, edge), {}]]),
      after: nonEmpty(range, [[spanOf(edge, undefined), {}]]),
    };
  }
  const own = exactSpan(partitionKey);
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

/** What of a range lies behind a key of it, in the order of keys: the rest of that partition, and what follows it. */
export function rangesAfter(
  range: TableKeyRange,
  { partitionKey, rowKey }: EntityKey,
): readonly TableKeyRange[] {
  return splitRange(range, { partitionKey, rowKey: `${rowKey}\u0000` }).after;
}

/** Cuts a range into up to so many, in the order of keys, that together hold the same rows. One alone: it cannot be. */
export function cutRange(range: TableKeyRange, pieces: number): readonly TableKeyRange[] {
  return isOnePartition(range)
    ? cutSpan(range.row ?? {}, pieces).map((row) => withSpans(range, range.partition, row))
    : cutSpan(range.partition, pieces).map((partition) => withSpans(range, partition, range.row));
}

/** How much of a range lies before a key of it, 0..1; undefined where the keys do not tell. */
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
 * The filter of a piece: its keys, and the property filter of the whole. Undefined where the service might refuse it: it
 * makes more comparisons than are documented.
 */
export function rangeQuery(range: TableKeyRange, condition: string | undefined): RangeQuery | undefined {
  const property = condition === undefined ? undefined : parseFilter(condition);
  if (property !== undefined && !property.ok) return undefined;
  const node = allOf([
    spanFilter('PartitionKey', range.partition),
    spanFilter('RowKey', range.row ?? {}),
    property?.value,
  ]);
  if (node === undefined) return { range };
  return countComparisons(node) > MAX_COMPARISONS ? undefined : { range, filter: formatFilter(node) };
}
