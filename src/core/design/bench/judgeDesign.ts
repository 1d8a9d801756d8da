import { classOfHolds, type QueryClass } from '../../odata/classify.ts';
import { type KeyTemplate, timePartOf } from '../../keys/grammar/keyTemplate.ts';
import {
  countedReach,
  keyReach,
  type KeyReach,
  type ReachContext,
  sharedRows,
  stepSeconds,
  valuesOf,
  windowShare,
} from './keyReach.ts';
import type { AccessPattern, EntityProperty, Workload } from './workload.ts';
import { ROWS_PER_PAGE } from '../query/verdict.ts';

/** The keys of a table, as templates. */
export interface KeyDesign {
  readonly partition: KeyTemplate;
  readonly row: KeyTemplate;
  /** Twin rows: each entity is written a second time under this RowKey, in the same entity group transaction. */
  readonly twin?: KeyTemplate;
}

/** The RowKeys under which a design writes each entity. */
export function rowTemplates({ row, twin }: KeyDesign): readonly KeyTemplate[] {
  return twin === undefined ? [row] : [row, twin];
}

/** All templates of a design. */
export function templatesOf(design: KeyDesign): readonly KeyTemplate[] {
  return [design.partition, ...rowTemplates(design)];
}

/** What one access pattern costs with one design. */
export interface PatternCost {
  readonly queryClass: QueryClass;
  /** How many queries run in parallel. */
  readonly queries: number;
  /** The number of requests if every page is full. There are more if the service ends pages early. */
  readonly requestsLeast: number;
  /** The number of requests if every partition boundary ends a page, too. */
  readonly requestsMost: number;
  readonly partitions: number;
  readonly rowsRead: number;
  readonly rowsReturned: number;
  /** Milliseconds from start to end, if every request takes as long as the workload says. */
  readonly msLeast: number;
  readonly msMost: number;
  /** What prevents a better class: the first part of the key whose text the pattern does not determine. */
  readonly stoppedAt?: string | undefined;
  /** True if the RowKey of the twin row serves it better than the first one. */
  readonly isByTwin?: boolean;
}

/** The upper limit of the rows that are kept, so that figures stay finite for any input. */
const MOST_ROWS = 1e15;

export function contextOf({ properties, keptDays }: Workload): ReachContext {
  return { properties: new Map(properties.map((each) => [each.name, each])), keptSeconds: keptDays * 86_400 };
}

/** The number of entities in the table once the oldest reach the end of their retention. With twin rows, there are twice as many rows. */
export function keptRows({ writesPerSecond, keptDays }: Workload): number {
  return Math.min(MOST_ROWS, Math.round(writesPerSecond * keptDays * 86_400));
}

/** How many PartitionKeys the table has. The time that is kept may begin and end within one of their intervals. */
function partitionCount({ partition }: KeyDesign, workload: Workload): number {
  const rows = keptRows(workload);
  const context = contextOf(workload);
  return Math.max(1, Math.min(rows, differentKeys(partition, context, 1)));
}

/** How many different keys a template can make in the time that is kept plus `moreIntervals`. */
export function differentKeys({ parts }: KeyTemplate, context: ReachContext, moreIntervals = 0): number {
  const counted = new Set<string>();
  let keys = 1;
  let times = 1;
  for (const part of parts) {
    if (part.kind === 'guid') return Number.POSITIVE_INFINITY;
    if (part.kind === 'writer') keys *= part.buckets;
    else if (part.kind === 'time')
      times = Math.max(times, Math.ceil(context.keptSeconds / stepSeconds(part)) + moreIntervals);
    else if (part.kind === 'property' && !counted.has(part.name)) {
      keys *= valuesOf(part.name, context);
      counted.add(part.name);
    } else if (part.kind === 'hash') {
      const isAlso = parts.some((each) => each.kind === 'property' && each.name === part.name);
      if (!isAlso) keys *= Math.min(part.buckets, valuesOf(part.name, context));
    }
  }
  return keys * times;
}

/** How many rows match a pattern, whatever the keys are. */
function matchingRows(pattern: AccessPattern, workload: Workload): number {
  const context = contextOf(workload);
  let rows = keptRows(workload) * windowShare(pattern, context, 0);
  for (const name of new Set(pattern.equal)) rows /= valuesOf(name, context);
  return Math.ceil(pattern.latest === undefined ? rows : Math.min(rows, pattern.latest));
}

/** The first property of a pattern that is not described for this entity; undefined if there is none. */
export function unknownProperty(
  pattern: AccessPattern,
  properties: readonly EntityProperty[],
): string | undefined {
  const names = new Set(properties.map(({ name }) => name));
  return [...pattern.equal, ...pattern.other].find(
    (name) => !names.has(name) && name !== 'PartitionKey' && name !== 'RowKey',
  );
}

/** Whether the newest rows come first: only if the key counts down at the first part that the pattern does not determine. */
function stopsAtNewest(reach: KeyReach, template: KeyTemplate): boolean {
  const time = timePartOf(template);
  const isInverted = time?.codec.isDescending === true;
  return isInverted && (reach.hold === 'range' || template.parts[0]?.kind === 'time');
}

/** How many rows a pattern reads. If it wants the newest and the keys put them first, it reads only as many as it wants. */
function rowsReadOf(
  pattern: AccessPattern,
  queryClass: QueryClass,
  queries: number,
  inOrder: number | undefined,
  all: number,
): number {
  if (queryClass === 'point') return Math.min(queries, Math.max(all, 1));
  const isLatest = pattern.latest !== undefined && queryClass !== 'table scan' && pattern.other.length === 0;
  return isLatest && inOrder !== undefined ? Math.min(inOrder, queries * (pattern.latest ?? 0)) : all;
}

/** How many requests a browser has open at a time, as in the Query view. */
const LANES = 6;

/** Queries run in parallel, but the pages of each query are read one after another. */
function msOf(requests: number, queries: number, { requestMs }: Workload): number {
  return Math.ceil(requests / Math.min(LANES, Math.max(1, queries))) * requestMs;
}

/** What a pattern costs with these keys, by arithmetic from the workload. With twin rows, the RowKey that serves it better counts. */
export function patternCost(design: KeyDesign, pattern: AccessPattern, workload: Workload): PatternCost {
  const { partition, row, twin } = design;
  const cost = rowCost({ partition, row }, pattern, workload, twin === undefined ? 1 : 2);
  if (twin === undefined) return cost;
  const byTwin = rowCost({ partition, row: twin }, pattern, workload, 2);
  return byRank(costRank(byTwin), costRank(cost)) < 0 ? { ...byTwin, isByTwin: true } : cost;
}

/** The figures by which two ways to read are ranked, the most important first: whether it scans, then requests, then rows. */
function costRank({ queryClass, requestsMost, rowsRead }: PatternCost): readonly number[] {
  return [queryClass === 'table scan' ? 1 : 0, requestsMost, rowsRead];
}

/** Compares ranks: the first figure that differs decides. */
export function byRank(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((figure, index) => figure !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/**
 * The cost of reading by one RowKey. `copies`: how many rows each entity has. A query that does not determine the RowKey reads them all.
 */
function rowCost(design: KeyDesign, pattern: AccessPattern, workload: Workload, copies: number): PatternCost {
  const context = contextOf(workload);
  const inPartition = keyReach(design.row, pattern, context);
  const partition = countedReach(keyReach(design.partition, pattern, context), inPartition);
  const queryClass = classOfHolds(partition.hold, inPartition.hold);
  const isNarrowed = partition.hold === 'exact' && inPartition.hold !== 'open';
  const reaches = partition.hold === 'open' ? [] : isNarrowed ? [partition, inPartition] : [partition];
  const perEntity = isNarrowed ? 1 : copies;
  const rows = keptRows(workload) * perEntity;
  const all = Math.ceil(rows * sharedRows(reaches, pattern, context));
  const queries = partition.hold === 'open' ? 1 : partition.queries * (isNarrowed ? inPartition.queries : 1);
  // If the RowKey is not determined, rows with both kinds of RowKey are read, so the newest need not come first.
  const isRowInOrder = (isNarrowed || copies === 1) && stopsAtNewest(inPartition, design.row);
  const isInOrder = isRowInOrder || stopsAtNewest(partition, design.partition);
  const rowsRead = rowsReadOf(pattern, queryClass, queries * perEntity, isInOrder ? all : undefined, all);
  // The service returns both rows of an entity, unless the RowKey selects one of them.
  const rowsReturned = Math.min(matchingRows(pattern, workload) * perEntity, rowsRead);
  // A partition exists only if it has a row, so no more partitions than rows are counted.
  const touched = Math.max(
    1,
    Math.min(rowsRead, partitionsTouched(partition, design, workload, rowsRead / Math.max(1, rows))),
  );
  const requestsLeast = Math.max(queries, Math.ceil(rowsReturned / ROWS_PER_PAGE));
  const pages = Math.ceil(rowsRead / ROWS_PER_PAGE);
  const requestsMost = queryClass === 'point' ? queries : Math.max(requestsLeast, queries + touched + pages);
  const stoppedAt = partition.hold === 'exact' ? inPartition.stoppedAt : partition.stoppedAt;
  return {
    queryClass,
    queries,
    requestsLeast,
    requestsMost,
    msLeast: msOf(requestsLeast, queries, workload),
    msMost: msOf(requestsMost, queries, workload),
    partitions: touched,
    rowsRead,
    rowsReturned,
    stoppedAt,
  };
}

/**
 * How many partitions are read. `share`: how much of the table is read, 0 to 1. With twin rows, only rows of the kind that is read count.
 */
function partitionsTouched(reach: KeyReach, design: KeyDesign, workload: Workload, share: number): number {
  const all = partitionCount(design, workload);
  if (reach.hold === 'open') return all;
  if (reach.hold === 'exact' || reach.stepSeconds !== undefined) {
    return Math.max(
      1,
      Math.min(all, reach.hold === 'exact' ? reach.keys : reach.keys * tailKeys(design, workload)),
    );
  }
  return Math.max(1, Math.min(all, Math.ceil(all * share)));
}

/** How many different texts can follow the time in a PartitionKey, as in `{yyyyMM}_{TenantId}`. */
function tailKeys({ partition }: KeyDesign, workload: Workload): number {
  const at = partition.parts.findIndex((part) => part.kind === 'time');
  const tail = { text: partition.text, parts: partition.parts.slice(at + 1) };
  return Math.min(keptRows(workload), differentKeys(tail, contextOf(workload)));
}
