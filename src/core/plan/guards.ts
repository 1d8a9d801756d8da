import { grouped } from '../grouped.ts';
import type { KeySpan, TableKeyRange } from '../keys/base/scheme.ts';
import { formatFilter } from '../odata/filter.ts';
import type { GuardQuery } from './queryPlan.ts';
import { compareStarts, exactKeyOf, isEmptySpan, keysNode } from './spans.ts';
import { exactKey, intersectSpans, spanOf } from '../keys/base/keySpan.ts';

/** What decides where to look for rows that the scheme does not expect. */
export interface GuardInput {
  /** The scheme's homes (`KeyScheme.homes`). Without them there are no coverage checks. */
  readonly homes: readonly TableKeyRange[] | undefined;
  /** The planned ranges. They may lie outside the homes, for example for a window of years in which no writer ran. */
  readonly planned?: readonly TableKeyRange[];
  /** The tables that the plan reads. A home without a table name belongs to each of them. */
  readonly tableNames: readonly string[];
  /** The keys that the PartitionKey field allows. */
  readonly partition: KeySpan;
  /** The keys that the RowKey field allows. */
  readonly row: KeySpan;
  /** The chosen prefixes; undefined if all are read. */
  readonly prefixes?: readonly number[] | undefined;
}

interface Home {
  readonly span: KeySpan;
  readonly prefix: number | undefined;
}

/** A range of keys between homes, in which the scheme expects no rows. */
interface Gap {
  readonly span: KeySpan;
  readonly position: GuardQuery['position'];
  /** The homes on either side of the gap. */
  readonly before?: Home;
  readonly after?: Home;
}

function endsLater(b: KeySpan, a: KeySpan): boolean {
  return a.to !== undefined && (b.to === undefined || b.to > a.to);
}

/** The gaps around the homes: below the first, between any two that do not touch, and above the last. */
function gapsOf(homes: readonly Home[]): readonly Gap[] {
  const sorted = homes.toSorted((a, b) => compareStarts(a.span, b.span));
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
 * Whether to check a gap if only some prefixes were chosen. A gap between two prefixes that were not chosen is skipped; those below, above
 * and beside the chosen ones are kept.
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
  const node = keysNode(range);
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

/** The homes that are a single partition, by its key. Only there can row keys be checked without reading the whole table. */
function homesByPartition(
  homes: readonly TableKeyRange[],
  partition: KeySpan,
): ReadonlyMap<string, readonly Home[]> {
  const keyed = homes.flatMap(({ partition: own, row = {}, prefix }) => {
    const key = exactKeyOf(intersectSpans(own, partition));
    return key === undefined ? [] : [{ key, home: { span: row, prefix } }];
  });
  return grouped(
    keyed,
    ({ key }) => key,
    ({ home }) => home,
  );
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
 * The coverage checks of a plan: one-row queries for every key range that is neither a home nor planned, within the typed keys. Queries and
 * coverage checks together cover each key once.
 *
 * Each gap gets a check of its own, so 100 prefixes cost 99 checks between them. Homes cannot be widened until they touch, because other
 * keys sort into these gaps, such as 20 digits, or 19 digits that are not followed by `___`. Joining gaps with `or` would make the service
 * scan the homes between them.
 *
 * A check has no property filter and, across partitions, no RowKey: either would turn it into a scan that answers with empty pages. So a
 * hit errs on the side of caution: the row that was found need not match the query.
 */
export function guardQueries(input: GuardInput): readonly GuardQuery[] {
  const { homes } = input;
  if (homes === undefined) {
    return [];
  }
  return input.tableNames
    .flatMap((tableName) => {
      // A query may read keys outside the homes, and those need no check.
      const ofTable = [...homes, ...(input.planned ?? [])].filter(
        (home) => home.tableName === undefined || home.tableName === tableName,
      );
      return [...partitionGuards(tableName, ofTable, input), ...rowGuards(tableName, ofTable, input)];
    })
    .map((guard, index) => ({ ...guard, index }));
}
