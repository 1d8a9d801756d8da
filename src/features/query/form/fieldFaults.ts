import { faultText } from '../../../core/result.ts';
import type { PlanFault } from '../../../core/plan/queryPlan.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';

type FaultField = PlanFault['field'];

/** The parts of the form that open from a chip. */
export type FormPart = 'time' | 'keys' | 'rounding' | 'pk' | 'rk' | 'columns';

/** The names of the fields as the form shows them. */
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

/** The part that holds a field; undefined if the field is always visible. */
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
  return PARTS[fault.field];
}

/** What the chip of a part says about a fault inside it: "From: "x" is not a time". Undefined if there is none. */
export function partFault(faults: readonly PlanFault[], part: FormPart, form: QueryForm): string | undefined {
  const inside = faults.filter(
    (fault) => faultPart(fault) === part && fieldFault(faults, fault.field, form) !== undefined,
  );
  return inside.length === 0
    ? undefined
    : inside.map(({ field, message }) => `${FIELD_LABELS[field]}: ${message}`).join(' ');
}

/** Why there is no plan, for the line under the form. The fault is given in full only if no field shows it. */
export function planFaultWords(fault: PlanFault, form: QueryForm): string {
  if (fieldFault([fault], fault.field, form) !== undefined) {
    return `Correct "${FIELD_LABELS[fault.field]}" to run this query.`;
  }
  return faultText(fault);
}
