import { ticksFromUnixMs, ticksToIso, axisSpan } from '../../../core/time/ticks.ts';
import { accountName, type Session } from '../../../state/connection/session.ts';
import { planFromForm } from '../../../state/run/planFromForm.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { useServices } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { usePart, useStore } from '../../shared/useStore.ts';
import { splitTabs } from './splitSides.ts';

/** The same query for the window of the same length that ends where the run's window begins; undefined if there is none. */
function formBefore(run: Pick<RunState, 'plan' | 'form'>): QueryForm | undefined {
  const window = axisSpan(run.plan.request.window);
  if (window === undefined) return undefined;
  const from = window.from - (window.to - window.from);
  if (from < 0n) return undefined;
  return { ...run.form, from: ticksToIso(from), to: ticksToIso(window.from), windowGiven: true };
}

/** Offers to read the previous window in another tab, and to show both together. */
export function useWindowBefore(session: Session | undefined): void {
  const { results, run: runs, nowMs } = useServices();
  const run = usePart(runs, (now) => (now.phase === 'ended' ? now : undefined));
  const { id, file } = useStore(results).inSight;
  const isOwn = run !== undefined && run.completeness.derived === undefined && file === undefined;
  const form = isOwn ? formBefore(run) : undefined;
  const canRead = session !== undefined && (form?.endpoint === '' || form?.endpoint === accountName(session));
  const read =
    form === undefined || !canRead
      ? undefined
      : (): void => {
          const plan = planFromForm(form, ticksFromUnixMs(nowMs()));
          if (!plan.ok) return;
          results.startBeside(plan.value, session, form);
          const before = results.get().inSight.id;
          // If the query was refused, the page already says why.
          if (before !== id) splitTabs(results, [before, id]);
        };
  useGroupActions('Results', [['results.before', 'Compare with the window before', read]]);
}
