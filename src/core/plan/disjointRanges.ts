import type { KeySpan, TableKeyRange } from '../keys/base/scheme.ts';
import { isEmptySpan, withSpans } from './spans.ts';
import { intersectSpans, spanOf } from '../keys/base/keySpan.ts';

function lowerEdge({ from }: KeySpan): string {
  return from ?? '';
}

function shareKeys(a: TableKeyRange, b: TableKeyRange): boolean {
  return (
    !isEmptySpan(intersectSpans(a.partition, b.partition)) &&
    !isEmptySpan(intersectSpans(a.row ?? {}, b.row ?? {}))
  );
}

/** In lower case, because table names are case-insensitive. */
function tableOf(range: TableKeyRange, tableName: string): string {
  return (range.tableName ?? tableName).toLowerCase();
}

function hasOverlap(ranges: readonly TableKeyRange[], tableName: string): boolean {
  const tables = new Map<string, TableKeyRange[]>();
  for (const range of ranges) {
    const table = tableOf(range, tableName);
    const own = tables.get(table);
    if (own === undefined) tables.set(table, [range]);
    else own.push(range);
  }
  for (const own of tables.values()) {
    const sorted = own.toSorted((a, b) => (lowerEdge(a.partition) < lowerEdge(b.partition) ? -1 : 1));
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
  const row = range.row ?? {};
  const shared = intersectSpans(range.partition, other.partition);
  const pieces: (readonly [KeySpan, KeySpan])[] = [
    [intersectSpans(range.partition, spanOf(undefined, lowerEdge(shared))), row],
    [shared, intersectSpans(row, spanOf(undefined, other.row?.from ?? ''))],
    ...(other.row?.to === undefined
      ? []
      : [[shared, intersectSpans(row, spanOf(other.row.to, undefined))] as const]),
    ...(shared.to === undefined
      ? []
      : [[intersectSpans(range.partition, spanOf(shared.to, undefined)), row] as const]),
  ];
  return pieces
    .filter(([partition, rows]) => !isEmptySpan(partition) && !isEmptySpan(rows))
    .map(([partition, rows]) => withSpans(range, partition, rows));
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
