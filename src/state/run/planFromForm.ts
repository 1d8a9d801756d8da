import { typedFilter } from '../../core/design/query/readQuery.ts';
import { defined } from '../../core/defined.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import { planQueries } from '../../core/plan/planQueries.ts';
import { parsePrefixList } from '../../core/plan/prefixList.ts';
import type { KeyMatch, PlanFault, PlanRequest, QueryPlan } from '../../core/plan/queryPlan.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import { type Interval, MAX_TICKS, MIN_TICKS, type Ticks, TICKS_PER_SECOND } from '../../core/time/ticks.ts';
import { parseTimeInput } from '../../core/time/timeInput.ts';
import { readTypedTime } from '../../core/time/typedTime.ts';
import type { MatchKind, QueryForm } from './queryForm.ts';
import { noneScheme } from '../../core/keys/schemes/none.ts';

/** Whole seconds, up to eleven days. */
const ROUNDING = /^[1-9]\d{0,5}$/;

/** Turns the typed form into a plan, with `nowTicks` as "now", or says which field prevents it and why. */
export function planFromForm(form: QueryForm, nowTicks: Ticks): Result<QueryPlan, PlanFault> {
  const request = requestFromForm(form, nowTicks);
  return request.ok ? planQueries(request.value) : request;
}

function requestFromForm(form: QueryForm, nowTicks: Ticks): Result<PlanRequest, PlanFault> {
  if (form.table.trim() === '')
    return fail({ field: 'table', message: 'No table chosen.', nextStep: 'Choose a table.' });
  const scheme = schemeById(form.scheme);
  if (scheme === undefined) {
    return form.scheme === ''
      ? fail({
          field: 'scheme',
          message: 'No key scheme chosen.',
          nextStep: 'Choose how this table is keyed.',
        })
      : fail({
          field: 'scheme',
          message: `No key scheme is named "${form.scheme}".`,
          nextStep: 'Choose one from the list.',
        });
  }
  const window = scheme.timeSource === 'none' ? ok(undefined) : windowFromForm(form, nowTicks);
  if (!window.ok) return window;
  const prefixes = scheme.prefixed ? prefixesFromForm(form) : ok(undefined);
  if (!prefixes.ok) return prefixes;
  const filter = form.filter.trim() === '' ? ok(undefined) : typedFilter(form.filter);
  if (!filter.ok) return fail({ field: 'filter', ...filter.error });
  return ok({
    tableName: form.table.trim(),
    schemeId: scheme.id,
    volume: scheme.prefixed ? form.volume : 1,
    unprefixed: scheme.prefixed && form.unprefixed,
    ...defined({
      window: window.value,
      prefixes: prefixes.value,
      partitionKey: keyMatch(form.pk, form.pkMatch),
      rowKey: keyMatch(form.rk, form.rkMatch),
      filter: filter.value,
      select: selectedNames(form.select),
      roundingTicks: ROUNDING.test(form.rounding) ? BigInt(form.rounding) * TICKS_PER_SECOND : undefined,
    }),
  });
}

function selectedNames(text: string): readonly string[] | undefined {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0 ? undefined : names;
}

/** Both ends empty: all time. One end empty: open on that side. */
function windowFromForm(form: QueryForm, nowTicks: Ticks): Result<Interval | undefined, PlanFault> {
  if (form.from.trim() === '' && form.to.trim() === '') return ok(undefined);
  const from = bound(form.from, 'from', nowTicks, MIN_TICKS);
  if (!from.ok) return from;
  const to = bound(form.to, 'to', nowTicks, MAX_TICKS);
  if (!to.ok) return to;
  if (from.value >= to.value) {
    return fail({
      field: 'to',
      message: 'The window ends before it begins: To is not after From.',
      nextStep: 'Type a later time, or swap the two.',
    });
  }
  return ok({ from: from.value, to: to.value });
}

function bound(text: string, field: 'from' | 'to', nowTicks: Ticks, open: Ticks): Result<Ticks, PlanFault> {
  if (text.trim() === '') return ok(open);
  const typed = readTypedTime(text, nowTicks, undefined);
  if (!typed.ok) return fail({ field, ...typed.error });
  // A time such as "12:00" stands for another instant tomorrow or in another zone. The field replaces it by one that does not change.
  const kept = parseTimeInput(text, nowTicks);
  return kept.ok
    ? ok(kept.value.ticks)
    : fail({
        field,
        message: `"${text.trim()}" was typed, but not applied.`,
        nextStep: 'Press Enter in the field.',
      });
}

function prefixesFromForm(form: QueryForm): Result<readonly number[] | undefined, PlanFault> {
  if (form.prefixes.trim() === '') return ok(undefined);
  const parsed = parsePrefixList(form.prefixes, form.volume);
  return parsed.ok ? ok(parsed.value) : fail({ field: 'prefixes', ...parsed.error });
}

/** Empty text with "is" means any key; the empty key is typed as two quotes, ''. */
function keyMatch(text: string, kind: MatchKind): KeyMatch | undefined {
  if (text === '') return undefined;
  return { kind, text: text === "''" && kind === 'is' ? '' : text };
}

/** Values with which a field has no fault, whatever the other fields contain. */
const SOUND: Readonly<Record<PlanFault['field'], Partial<QueryForm>>> = {
  table: { table: 'Table' },
  scheme: { scheme: noneScheme.id },
  from: { from: '' },
  to: { to: '' },
  filter: { filter: '' },
  pk: { pk: '' },
  rk: { rk: '' },
  select: { select: '' },
  prefixes: { prefixes: '' },
};

/** All faults of a form, at most one per field. Planning alone would report only the first. */
export function formFaults(form: QueryForm, nowTicks: Ticks): readonly PlanFault[] {
  const faults: PlanFault[] = [];
  let rest = form;
  for (const _ of Object.keys(SOUND)) {
    const plan = planFromForm(rest, nowTicks);
    if (plan.ok) break;
    faults.push(plan.error);
    rest = { ...rest, ...SOUND[plan.error.field] };
  }
  return faults;
}
