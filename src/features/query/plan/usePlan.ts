import { useMemo } from 'react';
import { withoutAbsentTables } from '../../../core/plan/absentTables.ts';
import type { PlanFault, QueryPlan } from '../../../core/plan/queryPlan.ts';
import { ok, type Result } from '../../../core/result.ts';
import { ticksFromUnixMs } from '../../../core/time/ticks.ts';
import { planFromForm } from '../../../state/run/planFromForm.ts';
import { useNow } from '../../shared/useNow.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';

/** `now` in the shown plan moves this often; a run plans anew at its own instant. */
const PLAN_CLOCK_MS = 10_000;

/** The plan of the form as it stands, or what stands in its way. */
export function usePlan(): Result<QueryPlan, PlanFault> {
  const { connection, query } = useServices();
  const state = useStore(connection);
  const tables = state.kind === 'connected' ? state.session.tables : undefined;
  const form = useStore(query);
  const nowMs = useNow(PLAN_CLOCK_MS);
  const isRelative = /now/i.test(`${form.from} ${form.to}`);
  const plannedAtMs = isRelative ? nowMs : 0;
  return useMemo(() => {
    const plan = planFromForm(form, ticksFromUnixMs(plannedAtMs));
    return plan.ok && tables !== undefined ? ok(withoutAbsentTables(plan.value, tables)) : plan;
  }, [form, plannedAtMs, tables]);
}
