import { schemeById } from '../../../../core/keys/schemeRegistry.ts';
import { UNPREFIXED } from '../../../../core/keys/forms/prefixedKey.ts';
import type { TickSpan } from '../../../../core/keys/base/scheme.ts';
import type { PlannedQuery, QueryPlan } from '../../../../core/plan/queryPlan.ts';
import { clippedTo, timeOfRange } from '../../../../core/plan/unreadTime.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { tryIsoToTicks } from '../../../../core/time/ticks.ts';
import { isTimeRange } from '../../../../state/run/rowListState.ts';

/**
 * The planned queries, by `PlannedQuery.index`, that may have read rows of a selection, judging by its prefixes and times. A query whose
 * keys do not tell is included. `ignored`: the filters that are not about prefix or time.
 */
export function selectedQueries(
  plan: QueryPlan,
  filters: readonly RowFilter[],
): { readonly queries: ReadonlySet<number>; readonly ignored: readonly RowFilter[] } {
  const ignored: RowFilter[] = [];
  let queries = plan.queries;
  for (const filter of filters) {
    const prefixes = prefixesOf(filter);
    if (prefixes !== undefined) queries = queries.filter((query) => hasPrefix(query, plan, prefixes));
    else if (isTimeRange(filter)) queries = queries.filter((query) => meets(timeOf(query, plan), filter));
    else ignored.push(filter);
  }
  return { queries: new Set(queries.map(({ index }) => index)), ignored };
}

function prefixesOf(filter: RowFilter): readonly string[] | undefined {
  if (filter.fact !== 'prefix') return undefined;
  if (filter.kind === 'is') return [filter.text];
  return filter.kind === 'one-of' ? filter.texts : undefined;
}

function hasPrefix({ prefix }: PlannedQuery, { request }: QueryPlan, prefixes: readonly string[]): boolean {
  if (prefix !== undefined) return prefixes.includes(String(prefix));
  return !request.unprefixed || prefixes.includes(UNPREFIXED);
}

/** The time that the keys of a query cover, within the plan's window; undefined if the keys do not tell. */
function timeOf({ range }: PlannedQuery, { request }: QueryPlan): TickSpan | undefined {
  const scheme = schemeById(request.schemeId);
  const time = scheme && timeOfRange(scheme, range, request.roundingTicks);
  return time && clippedTo(time, request.window);
}

/** Whether two half-open times overlap. A bound that is unreadable, for example while it is typed, excludes nothing. */
function meets(
  time: TickSpan | undefined,
  { from, to }: { readonly from: string; readonly to: string },
): boolean {
  if (time === undefined) return true;
  const [low, high] = [tryIsoToTicks(from), tryIsoToTicks(to)];
  return (!low.ok || time.to > low.value) && (!high.ok || time.from < high.value);
}
