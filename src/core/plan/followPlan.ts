import { isSameSpan } from '../keys/base/keySpan.ts';
import { schemeById } from '../keys/schemeRegistry.ts';
import type { KeySpan, TableKeyRange } from '../keys/base/scheme.ts';
import { formatFilter, parseFilter } from '../odata/filter.ts';
import type { Interval } from '../time/ticks.ts';
import type { Result } from '../result.ts';
import { partLabel, wholeLabel } from './queryLabels.ts';
import { planQueries } from './planQueries.ts';
import type { GuardQuery, PlanFault, PlannedQuery, QueryPlan } from './queryPlan.ts';
import type { ReadProgress } from './readState.ts';
import { joinedSpan, keysNode } from './spans.ts';

/** The plan of a result, and how far its queries were read. */
interface ReadPlan {
  readonly plan: QueryPlan;
  readonly progress: readonly { readonly state: ReadProgress }[];
}

/** A sentence on why the new rows of a result cannot be read on their own; undefined if they can. */
export function whyNotFollowed({ plan, progress }: ReadPlan): string | undefined {
  const { request, queryClass } = plan;
  if (progress.some(({ state }) => state !== 'done')) return 'Some of it is not read yet. Continue first.';
  if (request.window === undefined || schemeById(request.schemeId)?.timeSource === 'none')
    return 'The keys hold no time that tells which rows are new.';
  if (queryClass === 'point') return 'Both keys are typed, so there is one row at most.';
  return queryClass === 'table scan' ? 'Each round would read the whole table.' : undefined;
}

/** The plan of a round: the same request for another window. It always reads the Timestamp, by which a changed row is recognised. */
export function roundPlan({ request }: QueryPlan, window: Interval): Result<QueryPlan, PlanFault> {
  const { select } = request;
  return planQueries({
    ...request,
    window,
    select: select && [...select.filter((name) => name !== 'Timestamp'), 'Timestamp'],
  });
}

/** A plan that covers what both a plan and a round of it read. */
export interface JoinedPlan {
  readonly plan: QueryPlan;
  /**
   * For each query of the round, the index of the query in the joined plan that contains its keys. The original queries keep their indexes.
   */
  readonly queries: readonly number[];
  /** For each coverage check of the round, its index in the joined plan. */
  readonly guards: readonly number[];
}

/**
 * Adds a round to a plan. If a range of the round overlaps or touches one of the plan, that range is extended. Other ranges, such as those
 * of a new day's table, are added.
 */
export function joinRound(plan: QueryPlan, round: QueryPlan): JoinedPlan {
  const queries = [...plan.queries];
  const ofQueries = round.queries.map((query): number => {
    for (const known of queries) {
      const range = isAlike(known, query) ? joinedRange(known.range, query.range) : undefined;
      if (range === undefined) continue;
      queries[known.index] = { ...known, range, filter: filterOf(known, range) };
      return known.index;
    }
    const label = wholeLabel(query.label);
    const parts = queries.filter((known) => wholeLabel(known.label) === label).length + 1;
    const index = queries.length;
    return queries.push({ ...query, index, label: partLabel(label, parts, parts) }) - 1;
  });
  const guards = [...plan.guards];
  const ofGuards = round.guards.map((guard): number => {
    const known = guards.findIndex((each) => isSameCheck(each, guard));
    return known >= 0 ? known : guards.push({ ...guard, index: guards.length }) - 1;
  });
  const { window } = plan.request;
  const to = round.request.window?.to;
  return {
    plan: {
      ...plan,
      queries,
      guards,
      request:
        window === undefined || to === undefined
          ? plan.request
          : { ...plan.request, window: { ...window, to } },
      ...(plan.reads !== undefined &&
        round.reads !== undefined && { reads: { ...plan.reads, to: round.reads.to } }),
    },
    queries: ofQueries,
    guards: ofGuards,
  };
}

function isAlike(a: PlannedQuery, b: PlannedQuery): boolean {
  return a.tableName === b.tableName && a.prefix === b.prefix && a.condition === b.condition;
}

function isSameCheck(a: GuardQuery, b: GuardQuery): boolean {
  return a.tableName === b.tableName && a.filter === b.filter;
}

/** One range for the keys of both; undefined if it would also contain other keys. */
function joinedRange(a: TableKeyRange, b: TableKeyRange): TableKeyRange | undefined {
  const [rowA, rowB] = [a.row ?? {}, b.row ?? {}];
  const exact = a.exact && b.exact;
  if (isSameSpan(rowA, rowB) && isTouching(a.partition, b.partition))
    return { ...a, exact, partition: joinedSpan(a.partition, b.partition) };
  if (isSameSpan(a.partition, b.partition) && isTouching(rowA, rowB))
    return { ...a, exact, row: joinedSpan(rowA, rowB) };
  return undefined;
}

function isTouching(a: KeySpan, b: KeySpan): boolean {
  const reaches = ({ from = '' }: KeySpan, { to }: KeySpan): boolean => to === undefined || from <= to;
  return reaches(a, b) && reaches(b, a);
}

function filterOf({ condition }: PlannedQuery, range: TableKeyRange): string | undefined {
  const parsed = condition === undefined ? undefined : parseFilter(condition);
  const node = keysNode(range, parsed?.ok === true ? parsed.value : undefined);
  return node && formatFilter(node);
}
