import type { PlanFault } from '../../../core/plan/queryPlan.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';

type FaultField = PlanFault['field'];

/** The names of the fields, as they stand over them. */
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

/**
 * The fault that the form shows at one field; undefined: none there. An empty field is not blamed for what was not typed
 * yet, but an end of the window is: both ends may be left open.
 */
export function fieldFault(
  fault: PlanFault | undefined,
  field: FaultField,
  form: QueryForm,
): PlanFault | undefined {
  if (fault?.field !== field) return undefined;
  return field === 'from' || field === 'to' || form[field] !== '' ? fault : undefined;
}

/** What stands in the way of a plan, for the line under the form: in full only where no field shows it. */
export function planFaultWords(fault: PlanFault, form: QueryForm): string {
  if (fieldFault(fault, fault.field, form) !== undefined) {
    return `No plan yet: see ${FIELD_LABELS[fault.field]}.`;
  }
  return fault.nextStep === undefined ? fault.message : `${fault.message} ${fault.nextStep}`;
}
