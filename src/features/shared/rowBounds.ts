import { instantsOf } from '../../core/keys/base/rounding.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { RowView } from '../../core/rows/rowTypes.ts';
import { clampTicks, type Ticks, ticksFromParts } from '../../core/time/ticks.ts';

/**
 * When a row was written, [from, before): exact if a property tells the time, otherwise the interval that its key states. Undefined if
 * neither is known.
 */
export function boundsOfRow(
  { request }: Pick<QueryPlan, 'request'>,
  { time }: Pick<RowView, 'time'>,
): { readonly from: Ticks; readonly before: Ticks } | undefined {
  const scheme = schemeById(request.schemeId);
  if (time === undefined || scheme === undefined) return undefined;
  const ticks = ticksFromParts(time.seconds, time.fraction);
  const { from, to } =
    time.basis === 'key' ? instantsOf(scheme, ticks, request.roundingTicks) : { from: ticks, to: ticks + 1n };
  return { from: clampTicks(from), before: clampTicks(to) };
}
