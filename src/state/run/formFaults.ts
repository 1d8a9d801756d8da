import type { PlanFault } from '../../core/plan/queryPlan.ts';
import type { Ticks } from '../../core/time/ticks.ts';
import { noneScheme } from '../../core/keys/schemes/none.ts';
import { planFromForm } from './planFromForm.ts';
import type { QueryForm } from './queryForm.ts';

/** Texts with which a field has no fault, whatever the other fields hold. */
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

/** Every fault of a form, one for each field at most: a plan names only the first that it meets. */
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
