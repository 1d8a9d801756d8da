import { faultText } from '../../../core/result.ts';
import type { PlanFault } from '../../../core/plan/queryPlan.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';

type FaultField = PlanFault['field'];

/** The parts of the form that open. */
export type FormPart = 'time' | 'keys' | 'rounding' | 'pk' | 'rk' | 'columns';

/** The names of the fields, as people see them. */
const FIELD_LABELS: Readonly<Record<FaultField, string>> = {
  table: 'Table',
  scheme: 'Key scheme',
  from: 'From',
  to: 'To',
  filter: 'Filter',
  pk: 'PartitionKey',
  rk: 'RowKey',
  select: 'Columns',
  prefixes: 'Prefixes',
};

/** The part that a field is in; undefined: it is always in sight. */
const PARTS: Readonly<Record<FaultField, FormPart | undefined>> = {
  table: undefined,
  filter: undefined,
  scheme: 'keys',
  prefixes: 'keys',
  from: 'time',
  to: 'time',
  pk: 'pk',
  rk: 'rk',
  select: 'columns',
};

/**
 * The fault that the form shows at one field; undefined: none there. An empty field is not blamed for what was not typed
 * yet, but an end of the window is: both ends may be left open.
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

/** The part of the form that a fault is in. */
export function faultPart(fault: PlanFault): FormPart | undefined {
  return PARTS[fault.field];
}

/** What the button of a part says about the fault inside: "From: "x" is not a time". Undefined: none there. */
export function partFault(faults: readonly PlanFault[], part: FormPart, form: QueryForm): string | undefined {
  const inside = faults.filter(
    (fault) => faultPart(fault) === part && fieldFault(faults, fault.field, form) !== undefined,
  );
  return inside.length === 0
    ? undefined
    : inside.map(({ field, message }) => `${FIELD_LABELS[field]}: ${message}`).join(' ');
}

/** Why there is no plan, for the line under the form: in full only if no field shows it. */
export function planFaultWords(fault: PlanFault, form: QueryForm): string {
  if (fieldFault([fault], fault.field, form) !== undefined) {
    return `Correct "${FIELD_LABELS[fault.field]}" to run this query.`;
  }
  return faultText(fault);
}
