import type { KeyScheme } from '../../core/keys/base/keyScheme.ts';
import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import { instantsOf } from '../../core/keys/base/rounding.ts';
import type { RowTime } from '../../core/keys/base/scheme.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import { clampTicks, type Ticks, ticksFromParts, ticksToIso } from '../../core/time/ticks.ts';
import { planFromForm } from './planFromForm.ts';
import type { QueryForm } from './queryForm.ts';
import type { FirstKey } from './questions.ts';

/** When the first row of a query was written, according to its key: at or after `from`, before `before`. */
export type FirstRowSince = { readonly from: Ticks; readonly before: Ticks } | 'unread' | 'none';

/**
 * Finds the first row of a query in another window, by one request for each of its planned queries until one has a row.
 * Throws TableError.
 */
export async function firstRowSince(
  form: QueryForm,
  { from, to }: { readonly from: Ticks; readonly to: Ticks },
  firstKey: FirstKey,
): Promise<Result<FirstRowSince, string>> {
  const plan = planFromForm({ ...form, from: ticksToIso(from), to: ticksToIso(to) }, to);
  const scheme = schemeById(form.scheme);
  if (!plan.ok) return fail(plan.error.message);
  for (const { filter } of plan.value.queries) {
    const key = await firstKey(filter);
    const ticks = key && scheme && keyTime(scheme, key);
    if (key === undefined) continue;
    if (scheme === undefined || ticks === undefined) return ok('unread');
    const span = instantsOf(scheme, ticks, plan.value.request.roundingTicks);
    return ok({ from: clampTicks(span.from), before: clampTicks(span.to) });
  }
  return ok('none');
}

/** The time in the keys of a row; undefined if there is none. */
export function keyTime(scheme: KeyScheme, { partitionKey, rowKey }: EntityKey): Ticks | undefined {
  const into: RowTime = { seconds: 0, fraction: 0 };
  return scheme.rowTime(partitionKey, rowKey, into) ? ticksFromParts(into.seconds, into.fraction) : undefined;
}
