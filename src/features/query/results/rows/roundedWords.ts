import { instantsOf } from '../../../../core/keys/base/rounding.ts';
import { schemeById } from '../../../../core/keys/schemeRegistry.ts';
import type { PlanRequest } from '../../../../core/plan/queryPlan.ts';
import { durationText } from '../../../../core/time/durationText.ts';
import { TICKS_PER_SECOND, UNIX_EPOCH_TICKS } from '../../../../core/time/ticks.ts';

/** Follows "Time from the key": how far the time of a row may be from the time in its key. '' if the key is exact to within a second. */
export function roundedWords({ schemeId, window, roundingTicks }: PlanRequest): string {
  const scheme = schemeById(schemeId);
  if (scheme === undefined) return '';
  const at = window?.from ?? UNIX_EPOCH_TICKS;
  const { from, to } = instantsOf(scheme, at, roundingTicks);
  if (to - at < TICKS_PER_SECOND) return '';
  const earlier = from < at ? ` or ${durationText(at - from)} earlier` : '';
  return `, rounded: a row is up to ${durationText(to - at)} later${earlier}`;
}
