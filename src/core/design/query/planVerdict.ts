import { parseFilter } from '../../odata/filter.ts';
import type { PlannedQuery, QueryPlan } from '../../plan/queryPlan.ts';
import { exactKeyOf } from '../../plan/spans.ts';
import { type Bounds, judgeQuery, type Rating, type Verdict } from './verdict.ts';

/** What all queries of a plan cost together. */
export interface PlanVerdict {
  /** The verdict on the most expensive query; the others are similar. */
  readonly worst: Verdict;
  readonly queries: number;
  readonly partitions: Bounds;
  /** The number of requests, coverage checks included. */
  readonly requests: Bounds;
  readonly checks: number;
}

const RATINGS: readonly Rating[] = ['best', 'good', 'costly', 'worst'];

/**
 * How many queries are judged. The queries of a plan differ only in their keys and in part of their conditions, so the first few are enough
 * to find the worst.
 */
const MOST_JUDGED = 20;

function verdictOf({ filter }: PlannedQuery): Verdict | undefined {
  if (filter === undefined) return judgeQuery(undefined);
  const node = parseFilter(filter);
  return node.ok ? judgeQuery(node.value) : undefined;
}

/** The most requests that a plan can need. Undefined if a query is not a point query, because then an answer may end early at any row. */
function requestsMost({ queries, guards }: QueryPlan): number | undefined {
  return queries.every(({ queryClass }) => queryClass === 'point')
    ? queries.length + guards.length
    : undefined;
}

/** The number of partitions. Each counts once, although queries may read different rows of it. */
function partitionsOf({ queries }: QueryPlan, worst: Verdict): Bounds {
  if (queries.length === 1 || worst.partitions.most === 0) return worst.partitions;
  const exact = new Set<string>();
  const ranges = new Set<string>();
  for (const { tableName, range } of queries) {
    const key = exactKeyOf(range.partition);
    if (key === undefined) ranges.add(JSON.stringify([tableName, range.partition]));
    else exact.add(JSON.stringify([tableName, key]));
  }
  const least = exact.size + ranges.size;
  return ranges.size > 0 ? { least } : { least, most: least };
}

/** What a plan costs, judged by its queries alone. Undefined if it has none. */
export function judgePlan(plan: QueryPlan): PlanVerdict | undefined {
  const worst = plan.queries
    .slice(0, MOST_JUDGED)
    .flatMap((query) => verdictOf(query) ?? [])
    .toSorted((a, b) => RATINGS.indexOf(b.rating) - RATINGS.indexOf(a.rating))[0];
  if (worst === undefined) return undefined;
  const most = requestsMost(plan);
  return {
    worst,
    queries: plan.queries.length,
    partitions: partitionsOf(plan, worst),
    requests: {
      least: plan.queries.length + plan.guards.length,
      most,
    },
    checks: plan.guards.length,
  };
}
