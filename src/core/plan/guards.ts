import type { KeySpan, TableKeyRange } from '../keys/base/scheme.ts';
import { allOf } from '../odata/builders.ts';
import { formatFilter } from '../odata/filter.ts';
import type { GuardQuery } from './queryPlan.ts';
import { exactKeyOf, isEmptySpan, spanFilter } from './spans.ts';
import { exactKey, intersectSpans, spanOf } from '../keys/base/keySpan.ts';

/** Decides where to check for rows that the scheme does not expect. */
export interface GuardInput {
  /** KeyScheme.homes; undefined if the scheme cannot say: then there are no coverage checks. */
  readonly homes: readonly TableKeyRange[] | undefined;
  /** The planned ranges. They may be outside the homes: a window of years in which no writer ran. */
  readonly planned?: readonly TableKeyRange[];
  /** Tables that the plan reads; a home without a table name belongs to each. */
  readonly tableNames: readonly string[];
  /** Keys that the PartitionKey field allows. */
  readonly partition: KeySpan;
  /** Keys that the RowKey field allows. */
  readonly row: KeySpan;
  /** The chosen prefixes; undefined: all. */
  readonly prefixes?: readonly number[] | undefined;
}

interface Home {
  readonly span: KeySpan;
  readonly prefix: number | undefined;
}

/** A range of keys that holds no home. */
interface Gap {
  readonly span: KeySpan;
  readonly position: GuardQuery['position'];
  /** The homes on either side. */
  readonly before?: Home;
  readonly after?: Home;
}

function compareHomes(a: Home, b: Home): number {
  const fromA = a.span.from ?? '';
  const fromB = b.span.from ?? '';
  if (fromA === fromB) {
    return 0;
  }
  return fromA < fromB ? -1 : 1;
}

/** Whether `b` ends after `a`. */
function endsLater(b: KeySpan, a: KeySpan): boolean {
  return a.to !== undefined && (b.to === undefined || b.to > a.to);
}

/** The complement of the homes: below the first, between each two that do not touch, above the last. */
function gapsOf(homes: readonly Home[]): readonly Gap[] {
  const sorted = homes.toSorted(compareHomes);
  const gaps: Gap[] = [];
  let last: Home | undefined;
  for (const home of sorted) {
    const span = spanOf(last?.span.to, home.span.from);
    const reached = last !== undefined && last.span.to === undefined;
    if (!reached && home.span.from !== undefined && !isEmptySpan(span)) {
      gaps.push(
        last === undefined
          ? { span, position: 'below', after: home }
          : { span, position: 'between', before: last, after: home },
      );
    }
    if (last === undefined || endsLater(home.span, last.span)) {
      last = home;
    }
  }
  if (last?.span.to !== undefined && !isEmptySpan(spanOf(last.span.to, undefined))) {
    gaps.push({ span: spanOf(last.span.to, undefined), position: 'above', before: last });
  }
  return gaps;
}

function homeName(home: Home | undefined): string {
  return home?.prefix === undefined ? 'the planned keys' : `prefix ${home.prefix}`;
}

function gapLabel(gap: Gap, key: 'PartitionKey' | 'RowKey'): string {
  if (gap.position === 'between') {
    const [before, after] = [homeName(gap.before), homeName(gap.after)];
    return before === after ? `between ${before} (${key})` : `between ${before} and ${after}`;
  }
  return `${gap.position} ${homeName(gap.position === 'below' ? gap.after : gap.before)} (${key})`;
}

/**
 * If only some prefixes were chosen, skips the gaps between two prefixes that were not. Keeps those below, above and
 * beside the chosen ones.
 */
function touchesChoice(gap: Gap, prefixes: readonly number[] | undefined): boolean {
  if (prefixes === undefined || gap.position !== 'between') {
    return true;
  }
  return [gap.before?.prefix, gap.after?.prefix].some(
    (prefix) => prefix === undefined || prefixes.includes(prefix),
  );
}

type UnnumberedGuard = Omit<GuardQuery, 'index'>;

function guardOf(
  tableName: string,
  gap: Gap,
  label: string,
  range: NonNullable<GuardQuery['range']>,
): UnnumberedGuard[] {
  const node = allOf([spanFilter('PartitionKey', range.partition), spanFilter('RowKey', range.row ?? {})]);
  return node === undefined
    ? []
    : [{ position: gap.position, tableName, range, filter: formatFilter(node), label }];
}

function partitionGuards(
  tableName: string,
  homes: readonly TableKeyRange[],
  input: GuardInput,
): UnnumberedGuard[] {
  const gaps = gapsOf(homes.map((home) => ({ span: home.partition, prefix: home.prefix })));
  return gaps
    .filter((gap) => touchesChoice(gap, input.prefixes))
    .flatMap((gap) => {
      const span = intersectSpans(gap.span, input.partition);
      return isEmptySpan(span)
        ? []
        : guardOf(tableName, gap, gapLabel(gap, 'PartitionKey'), { partition: span });
    });
}

/**
 * Homes in one exact partition, by partition key. Only there can row keys be checked without reading the whole table.
 */
function homesByPartition(
  homes: readonly TableKeyRange[],
  partition: KeySpan,
): ReadonlyMap<string, readonly Home[]> {
  const byKey = new Map<string, Home[]>();
  for (const home of homes) {
    const key = exactKeyOf(intersectSpans(home.partition, partition));
    if (key !== undefined) {
      const list = byKey.get(key) ?? [];
      list.push({ span: home.row ?? {}, prefix: home.prefix });
      byKey.set(key, list);
    }
  }
  return byKey;
}

function rowGuards(tableName: string, homes: readonly TableKeyRange[], input: GuardInput): UnnumberedGuard[] {
  return [...homesByPartition(homes, input.partition)].flatMap(([key, rows]) =>
    gapsOf(rows).flatMap((gap) => {
      const span = intersectSpans(gap.span, input.row);
      if (isEmptySpan(span)) {
        return [];
      }
      return guardOf(tableName, gap, gapLabel(gap, 'RowKey'), { partition: exactKey(key), row: span });
    }),
  );
}

/**
 * The coverage checks of a plan: one-row queries for every key range that is neither a home nor planned, within the
 * typed keys. Queries and coverage checks together cover each key once.
 *
 * Each gap gets its own check, so 100 prefixes cost 99 between them. Keys such as 20 digits, or 19 digits not followed
 * by `___`, sort into these gaps, so homes cannot be widened until they touch. Joining gaps with `or` would make the
 * service scan the homes between them.
 *
 * A check carries no property filter and, across partitions, no RowKey: either would turn it into a scan that answers
 * with empty pages. So a hit is cautious: the row found may not match the query.
 */
export function guardQueries(input: GuardInput): readonly GuardQuery[] {
  const { homes } = input;
  if (homes === undefined) {
    return [];
  }
  return input.tableNames
    .flatMap((tableName) => {
      // Keys that a query reads are not outside the plan.
      const ofTable = [...homes, ...(input.planned ?? [])].filter(
        (home) => home.tableName === undefined || home.tableName === tableName,
      );
      return [...partitionGuards(tableName, ofTable, input), ...rowGuards(tableName, ofTable, input)];
    })
    .map((guard, index) => ({ ...guard, index }));
}
