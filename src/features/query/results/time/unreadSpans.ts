import { useMemo } from 'react';
import { ceilDiv } from '../../../../core/bigints.ts';
import { spanOf, type TimeBuckets } from '../../../../core/entities/order/timeBuckets.ts';
import { floorTo } from '../../../../core/keys/base/digits.ts';
import type { TickSpan } from '../../../../core/keys/base/scheme.ts';
import type { Completeness } from '../../../../core/plan/completeness.ts';
import { isProven } from '../../../../core/plan/derived.ts';
import { unreadTime } from '../../../../core/plan/completenessReport.ts';
import type { QueryPlan } from '../../../../core/plan/queryPlan.ts';
import type { RunState } from '../../../../state/run/runState.ts';

/** The time spans that were not read, in order and without overlap. 'unknown': rows may be missing at any time. */
export type UnreadTime = readonly TickSpan[] | 'unknown';

/** `axis`: where the result is drawn. */
export function useUnread({ plan, completeness }: RunState, axis?: TimeBuckets): UnreadTime {
  const unread = useMemo(() => unreadSpans(plan, completeness), [plan, completeness]);
  return axis === undefined ? unread : unreadOnAxis(unread, plan, axis);
}

/**
 * On an axis that results share, the time beyond the window of one is unread too: there, no bar does not mean that no rows exist. In whole
 * buckets, because the axis of a single result begins and ends with the buckets that hold its window.
 */
export function unreadOnAxis(
  unread: UnreadTime,
  { request, reads = request.window }: Pick<QueryPlan, 'reads' | 'request'>,
  axis: TimeBuckets,
): UnreadTime {
  if (unread === 'unknown' || reads === undefined) return unread;
  const { from, to } = spanOf(axis);
  const { bucketTicks } = axis;
  const before = { from, to: floorTo(reads.from, bucketTicks) };
  const after = { from: ceilDiv(reads.to, bucketTicks) * bucketTicks, to };
  return joined([before, ...unread, after].filter((span) => span.from < span.to));
}

/** The time that was not read. It is unknown while a run reads, or if the unread keys do not tell their time. */
export function unreadSpans(plan: QueryPlan, completeness: Completeness): UnreadTime {
  if (isProven(completeness)) return [];
  if (!('unread' in completeness) || completeness.unread.length === 0) return 'unknown';
  // Coverage checks found rows outside the planned keys, but did not read them: no key says which times are missing.
  if (completeness.unread.some(({ why }) => why === 'outside-plan')) return 'unknown';
  const planned = new Set(plan.queries.map(({ label }) => label));
  const spans: TickSpan[] = [];
  for (const range of completeness.unread) {
    if (!planned.has(range.query)) continue;
    const time = unreadTime(range, plan);
    if (time === undefined) return 'unknown';
    spans.push(time);
  }
  // All unread keys are outside the plan: some time may lack rows, but it is unknown which.
  return spans.length === 0 ? 'unknown' : joined(spans);
}

/** Why a count for a time may be too low; undefined if all of that time was read. */
export function lackWords({ from, to }: TickSpan, unread: UnreadTime): string | undefined {
  if (unread === 'unknown') return 'rows may be missing';
  return unread.some((span) => span.from < to && span.to > from) ? 'not all of it was read' : undefined;
}

function joined(spans: readonly TickSpan[]): readonly TickSpan[] {
  const found: TickSpan[] = [];
  for (const span of spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = found.at(-1);
    if (last === undefined || span.from > last.to) found.push(span);
    else found[found.length - 1] = { from: last.from, to: span.to > last.to ? span.to : last.to };
  }
  return found;
}
