import { type GroupRows, ONE_PAGE_ROWS } from './budget.ts';
import { type EndLimits, findEnd, type FoundEnd, type NearEnd, type Search } from './findEnd.ts';
import type { GroupState } from './groupState.ts';
import type { TimeAxis } from './timeAxis.ts';

/** Rows requested to find the first one with a time. */
const NEAR_END_PAGE = 50;
/** An end is first looked for about this many rows, plus 1 s, before that of another group. */
const NEAR_ROWS = 64n;
const LEAST_MARGIN = 10_000_000n;

/** Tells other groups where to look for their ends, once one is known. */
export function nearOf({ position, stride, rowsPerStride }: FoundEnd, { rows }: GroupRows): NearEnd {
  const margin = rowsPerStride === 0 ? 0n : (stride * NEAR_ROWS) / BigInt(rowsPerStride);
  return { position, margin: margin > LEAST_MARGIN ? margin : LEAST_MARGIN, isSmall: rows <= ONE_PAGE_ROWS };
}

/**
 * Finds the far end of a group. If its first key has no time, it first finds the near end.
 * @yields the next request
 */
export function* groupEnd(
  state: GroupState,
  axis: TimeAxis,
  { seen, ...limits }: EndLimits,
): Search<FoundEnd | undefined> {
  if (axis.positionOf(state.firstKey) !== undefined)
    return yield* findEnd(axis, state.firstKey, { ...limits, seen });
  const { rows } = yield { ...axis.spanFrom(axis.from), purpose: 'find end', top: NEAR_END_PAGE };
  const first = rows.find((row) => axis.positionOf(row) !== undefined);
  if (first === undefined) return undefined;
  state.firstKey = first;
  const end = yield* findEnd(axis, first, { ...limits, most: limits.most - 1 });
  return { ...end, requests: end.requests + 1 };
}
