import type { PlanFault } from '../../core/plan/queryPlan.ts';
import type { Ticks } from '../../core/time/ticks.ts';
import { noneScheme } from '../../core/keys/schemes/none.ts';
import { planFromForm } from './planFromForm.ts';
import type { QueryForm } from './queryForm.ts';

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
