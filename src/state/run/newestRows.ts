import type { KeyScheme } from '../../core/keys/base/keyScheme.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import { instantsOf } from '../../core/keys/base/rounding.ts';
import {
  type FirstRow,
  type NewestQuestion,
  searchNewest,
  spreadOver,
} from '../../core/plan/newestSearch.ts';
import { wholeLabel } from '../../core/plan/queryLabels.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import { clampTicks, type Ticks, TICKS_PER_DAY, ticksFromParts, ticksToIso } from '../../core/time/ticks.ts';
import { planFromForm } from './planFromForm.ts';
import type { FirstKey } from './questions.ts';
import type { QueryForm } from './queryForm.ts';
import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import type { RowTime } from '../../core/keys/base/scheme.ts';

/** When the newest row was written: at or after `from`, and before `before`. This is its exact instant if they are one tick apart. */
export interface NewestRows {
  /** Undefined if no key had a time. */
  readonly from: Ticks | undefined;
  /** The searched ranges have no rows at or after this time. */
  readonly before: Ticks;
  /** How many of the ranges were searched. */
  readonly looked: number;
  readonly ranges: number;
}

/** How many ranges are searched: as many as there are lanes. */
const MOST_RANGES = 6;

/**
 * Finds where the newest row is, by a few requests of one row each; the property filter is left out, since it could
 * make each of them a scan. `precision`: how exact, in ticks. An error result says why that cannot be determined.
 * Throws TableError.
 */
export async function findNewestRows(
  form: QueryForm,
  { nowTicks, precision }: { readonly nowTicks: Ticks; readonly precision: bigint },
  firstKey: FirstKey,
): Promise<Result<NewestRows, string>> {
  const limit = clampTicks(nowTicks + TICKS_PER_DAY);
  const plan = (from: bigint) => planSince(form, clampTicks(from), limit, nowTicks);
  const whole = plan(0n);
  const scheme = schemeById(form.scheme);
  if (scheme === undefined) return fail('Choose a key scheme first.');
  if (!whole.ok) return fail(whole.error.message);
  const why = whyUnknown(scheme, whole.value);
  if (why !== undefined) return fail(why);
  const ranges = rangesOf(whole.value);
  const looked = spreadOver(ranges.length, MOST_RANGES).flatMap((at) => ranges[at] ?? []);
  const ask = async ({ range, from }: NewestQuestion): Promise<Result<FirstRow, string>> => {
    const planned = from === 0n ? whole : plan(from);
    if (!planned.ok) return fail(planned.error.message);
    // A range may be planned in parts, with other keys between them.
    const parts = planned.value.queries.filter(({ label }) => wholeLabel(label) === looked[range]);
    if (parts.length === 0) return fail(`No keys are planned for ${looked[range]}.`);
    for (const part of parts) {
      const key = await firstKey(part.filter);
      if (key !== undefined) return ok(keyTime(scheme, key) ?? 'unread');
    }
    return ok('none');
  };
  const found =
    scheme.order === 'descending'
      ? await firstOfEach(ask, looked.length)
      : await lastOfEach(ask, { ranges: looked.length, now: nowTicks, limit, precision });
  if (!found.ok) return found;
  if (found.value === undefined) return fail('No row was found in the keys that were checked.');
  const { seen, before } = found.value;
  // A key states the interval of its row, not the instant.
  const own = seen === undefined ? undefined : instantsOf(scheme, seen, whole.value.request.roundingTicks);
  return ok({
    from: own && clampTicks(own.from),
    before: clampTicks(own !== undefined && own.to > before ? own.to : before),
    looked: looked.length,
    ranges: ranges.length,
  });
}

/** The names of the planned ranges, without duplicates: a prefix, or all keys. */
function rangesOf({ queries }: QueryPlan): readonly string[] {
  return [...new Set(queries.map(({ label }) => wholeLabel(label)))];
}

type Ask = (question: NewestQuestion) => Promise<Result<FirstRow, string>>;
type Found = Result<{ readonly seen: bigint | undefined; readonly before: bigint } | undefined, string>;

async function lastOfEach(ask: Ask, options: Parameters<typeof searchNewest>[0]): Promise<Found> {
  const search = searchNewest(options);
  let step = search.next();
  while (step.done !== true) {
    const answer = await ask(step.value);
    if (!answer.ok) return answer;
    step = search.next(answer.value);
  }
  return ok(step.value);
}

/** For keys that sort newest first, where the first row of a range is its newest. */
async function firstOfEach(ask: Ask, ranges: number): Promise<Found> {
  const rows = await Promise.all(Array.from({ length: ranges }, (_, range) => ask({ range, from: 0n })));
  let seen: bigint | undefined;
  for (const row of rows) {
    if (!row.ok) return row;
    if (row.value === 'unread') return fail('The first key holds no time, so the newest rows are unknown.');
    if (row.value !== 'none' && (seen === undefined || row.value > seen)) seen = row.value;
  }
  return ok(seen === undefined ? undefined : { seen, before: seen + 1n });
}

/** Why a few requests cannot tell; undefined if they can. */
function whyUnknown(scheme: KeyScheme, { queries, queryClass }: QueryPlan): string | undefined {
  if (scheme.timeSource === 'none')
    return 'Keys of this scheme hold no time, so they do not tell which rows are newest.';
  if (scheme.order === 'none')
    return 'Keys of this scheme are not in order of time, so they do not tell which rows are newest.';
  if (new Set(queries.map(({ tableName }) => tableName)).size > 1)
    return "The time is in the names of this writer's tables: choose the newest table.";
  if (queryClass === 'point') return 'Both keys are typed: there is one row at most.';
  const isNarrow = queries.every(({ queryClass: own }) => own === 'row range');
  if (scheme.timeSource === 'row' && !isNarrow)
    return 'The time is in the RowKey: type a PartitionKey to find its newest rows.';
  return queryClass === 'table scan' ? 'Every partition would have to be read.' : undefined;
}

function planSince(form: QueryForm, from: Ticks, limit: Ticks, nowTicks: Ticks) {
  return planFromForm(
    { ...form, from: ticksToIso(from), to: ticksToIso(limit), filter: '', select: '' },
    nowTicks,
  );
}

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
function keyTime(scheme: KeyScheme, { partitionKey, rowKey }: EntityKey): Ticks | undefined {
  const into: RowTime = { seconds: 0, fraction: 0 };
  return scheme.rowTime(partitionKey, rowKey, into) ? ticksFromParts(into.seconds, into.fraction) : undefined;
}
