import { faultText } from '../../../core/result.ts';
import type { PlanFault } from '../../../core/plan/queryPlan.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';

type FaultField = PlanFault['field'];

/** The parts of the form that open from a chip. */
export type FormPart = 'time' | 'keys' | 'rounding' | 'pk' | 'rk' | 'columns';

/** The name of each field as the form shows it, and the part that holds it; none if the field is always visible. */
const FIELDS: Readonly<Record<FaultField, readonly [label: string, part?: FormPart]>> = {
  table: ['Table'],
  filter: ['Filter'],
  scheme: ['Key scheme', 'keys'],
  prefixes: ['Prefixes', 'keys'],
  from: ['From', 'time'],
  to: ['To', 'time'],
  pk: ['PartitionKey', 'pk'],
  rk: ['RowKey', 'rk'],
  select: ['Columns', 'columns'],
};

/**
 * The fault that the form shows at a field; undefined if there is none. An empty field shows no fault, because nothing was typed in it yet.
 * An empty end of the window does, because leaving it empty is a choice.
 */
export function fieldFault(
  faults: readonly PlanFault[],
  field: FaultField,
  form: QueryForm,
): PlanFault | undefined {
  const fault = faults.find((each) => each.field === field);
  if (fault === undefined) return undefined;
  return field === 'from' || field === 'to' || form[field] !== '' ? fault : undefined;
}

/** The part of the form that holds the field of a fault. */
export function faultPart(fault: PlanFault): FormPart | undefined {
  return FIELDS[fault.field][1];
}

/** What the chip of a part says about a fault inside it: "From: "x" is not a time". Undefined if there is none. */
export function partFault(faults: readonly PlanFault[], part: FormPart, form: QueryForm): string | undefined {
  const inside = faults.filter(
    (fault) => faultPart(fault) === part && fieldFault(faults, fault.field, form) !== undefined,
  );
  return inside.map(({ field, message }) => `${FIELDS[field][0]}: ${message}`).join(' ') || undefined;
}

/** Why there is no plan, for the line under the form. The fault is given in full only if no field shows it. */
export function planFaultWords(fault: PlanFault, form: QueryForm): string {
  if (fieldFault([fault], fault.field, form) !== undefined) {
    return `Correct "${FIELDS[fault.field][0]}" to run this query.`;
  }
  return faultText(fault);
}
