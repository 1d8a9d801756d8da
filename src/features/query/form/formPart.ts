import type { PlanFault } from '../../../core/plan/queryPlan.ts';

/** A part of the form that opens. */
export interface PartProps {
  /** Every fault of the form. */
  readonly faults: readonly PlanFault[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}
