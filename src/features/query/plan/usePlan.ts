import { useMemo } from 'react';
import { withoutAbsentTables } from '../../../core/plan/absentTables.ts';
import type { PlanFault, QueryPlan } from '../../../core/plan/queryPlan.ts';
import { ok, type Result } from '../../../core/result.ts';
import { ticksFromUnixMs } from '../../../core/time/ticks.ts';
import { formFaults } from '../../../state/run/formFaults.ts';
import { planFromForm } from '../../../state/run/planFromForm.ts';
import { isRelative } from '../../shared/windowWords.ts';
import { useNow } from '../../shared/useNow.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';

/** `now` in the shown plan moves this often; a run plans anew at its own instant. */
const PLAN_CLOCK_MS = 10_000;

export interface FormPlan {
  /** The plan of the current form, or its first fault. */
  readonly plan: Result<QueryPlan, PlanFault>;
  /** All faults. */
  readonly faults: readonly PlanFault[];
}

const NO_FAULTS: readonly PlanFault[] = [];

export function usePlan(): FormPlan {
  const { connection, query } = useServices();
  const state = useStore(connection);
  const tables = state.kind === 'connected' ? state.session.tables : undefined;
  const form = useStore(query);
  const moves = isRelative(form);
  const nowMs = useNow(PLAN_CLOCK_MS, moves);
  const plannedAtMs = moves ? nowMs : 0;
  return useMemo(() => {
    const nowTicks = ticksFromUnixMs(plannedAtMs);
    const plan = planFromForm(form, nowTicks);
    if (!plan.ok) return { plan, faults: formFaults(form, nowTicks) };
    return {
      plan: tables === undefined ? plan : ok(withoutAbsentTables(plan.value, tables)),
      faults: NO_FAULTS,
    };
  }, [form, plannedAtMs, tables]);
}
