import { grouped } from '../grouped.ts';
import type { KeySpan, TableKeyRange } from '../keys/base/scheme.ts';
import { compareStarts, holdsNone, keysWithin } from './spans.ts';

function lowerEdge({ from }: KeySpan): string {
  return from ?? '';
}

function shareKeys(a: TableKeyRange, b: TableKeyRange): boolean {
  return !holdsNone(keysWithin(a, b));
}

/** In lower case, because table names are case-insensitive. */
function tableOf(range: TableKeyRange, tableName: string): string {
  return (range.tableName ?? tableName).toLowerCase();
}

function hasOverlap(ranges: readonly TableKeyRange[], tableName: string): boolean {
  for (const own of grouped(ranges, (range) => tableOf(range, tableName)).values()) {
    const sorted = own.toSorted((a, b) => compareStarts(a.partition, b.partition));
    // Earlier ranges that reach into the partitions of the next one; there is rarely more than one.
    let open: TableKeyRange[] = [];
    for (const range of sorted) {
      const from = lowerEdge(range.partition);
      open = open.filter(({ partition: { to } }) => to === undefined || to > from);
      if (open.some((each) => shareKeys(each, range))) return true;
      open.push(range);
    }
  }
  return false;
}

/** The keys of a range that another range does not contain, in partition order. */
function without(range: TableKeyRange, other: TableKeyRange, tableName: string): readonly TableKeyRange[] {
  if (tableOf(range, tableName) !== tableOf(other, tableName) || !shareKeys(range, other)) return [range];
  const { partition, row = {} } = other;
  return [
    { partition: { to: lowerEdge(partition) } },
    { partition, row: { to: lowerEdge(row) } },
    ...(row.to === undefined ? [] : [{ partition, row: { from: row.to } }]),
    ...(partition.to === undefined ? [] : [{ partition: { from: partition.to } }]),
  ]
    .map((keys) => keysWithin(range, keys))
    .filter((keys) => !holdsNone(keys));
}

/**
 * Makes ranges disjoint: a key in several ranges stays in the first of them. Otherwise a row would be read and counted twice. A range
 * without a table belongs to `tableName`, the table of the request. Returns the input if no ranges overlap, as is the case for all known
 * schemes; the check costs one sort.
 */
export function disjointRanges(
  ranges: readonly TableKeyRange[],
  tableName: string,
): readonly TableKeyRange[] {
  if (!hasOverlap(ranges, tableName)) return ranges;
  const kept: TableKeyRange[] = [];
  for (const range of ranges) {
    let rest: readonly TableKeyRange[] = [range];
    for (const other of kept) rest = rest.flatMap((each) => without(each, other, tableName));
    kept.push(...rest);
  }
  return kept;
}
