import type { KeySpan, TableKeyRange } from '../keys/base/scheme.ts';
import { allOf } from '../odata/builders.ts';
import { formatFilter } from '../odata/filter.ts';
import type { GuardQuery } from './queryPlan.ts';
import { exactKeyOf, exactSpan, intersectSpans, isEmptySpan, spanFilter, spanOf } from './spans.ts';

/** What decides where a plan looks for rows that its scheme says cannot be. */
export interface GuardInput {
  /** KeyScheme.homes; undefined where the scheme cannot say: no guards. */
  readonly homes: readonly TableKeyRange[] | undefined;
  /** What the plan reads, which may lie outside of the homes: a window of years in which no writer ran. */
  readonly planned?: readonly TableKeyRange[];
  /** Tables that the plan reads; a home without a table name belongs to each. */
  readonly tableNames: readonly string[];
  /** Keys that the PartitionKey field allows. */
  readonly partition: KeySpan;
  /** Keys that the RowKey field allows. */
  readonly row: KeySpan;
  /** Prefixes that were chosen; undefined: all. */
  readonly prefixes?: readonly number[];
}

interface Home {
  readonly span: KeySpan;
  readonly prefix: number | undefined;
}

/** A stretch of the key order in which no home lies. */
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

/** The complement of the homes: one stretch below, one between each two that do not touch, one above. */
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
 * Where only some prefixes were chosen, the gaps between two that were not are left out: they were not asked about.
 * Below, above and beside the chosen ones stay.
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

/** Homes in one exact partition, by its key: only there can row keys be guarded without reading the whole table. */
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
      return guardOf(tableName, gap, gapLabel(gap, 'RowKey'), { partition: exactSpan(key), row: span });
    }),
  );
}

/**
 * The queries that ask, one row each, whether rows lie where the scheme has no home for them: the complement of its
 * homes and of what is planned, cut to the keys that were typed. Together, these and the guards cover the key space once.
 *
 * One guard for each gap, also between neighbouring prefixes, where 100 prefixes cost 99: keys such as 20 digits, or 19
 * and another text than `___`, lie there, and they are rows outside the plan, so homes cannot be widened until they touch.
 * Several gaps in one query, joined by `or`, would be a scan of the homes between them.
 *
 * A guard carries neither the property filter nor, across partitions, the RowKey: then it would be a scan that
 * answers with empty pages. So a hit is conservative: the row need not be one that was asked for.
 */
export function guardQueries(input: GuardInput): readonly GuardQuery[] {
  const { homes } = input;
  if (homes === undefined) {
    return [];
  }
  return input.tableNames
    .flatMap((tableName) => {
      // A row that a query reads is no row outside of the plan.
      const ofTable = [...homes, ...(input.planned ?? [])].filter(
        (home) => home.tableName === undefined || home.tableName === tableName,
      );
      return [...partitionGuards(tableName, ofTable, input), ...rowGuards(tableName, ofTable, input)];
    })
    .map((guard, index) => ({ ...guard, index }));
}
