import { ticksFromUnixMs, ticksToIso } from '../../../core/time/ticks.ts';
import { accountName, type Session } from '../../../state/connection/session.ts';
import { closedWindow } from '../../../state/results/compareResults.ts';
import type { ResultsStore } from '../../../state/results/resultsStore.ts';
import { planFromForm } from '../../../state/run/planFromForm.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import type { RunState } from '../../../state/run/runState.ts';
import type { CompareAsked } from './compareAsked.ts';

/** The same query for the window of the same length that ends where that of the run begins; undefined: there is none. */
export function formBefore(run: Pick<RunState, 'plan' | 'form'>): QueryForm | undefined {
  const window = closedWindow(run);
  if (window === undefined) return undefined;
  const from = window.from - (window.to - window.from);
  if (from < 0n) return undefined;
  return { ...run.form, from: ticksToIso(from), to: ticksToIso(window.from), windowGiven: true };
}

const fault = (words: string): CompareAsked => ({ kind: 'fault', words });

/** Reads the window before beside the result in sight, and asks for the comparison of both once it is read. */
export function readWindowBefore(
  results: ResultsStore,
  session: Session | undefined,
  nowMs: number,
): CompareAsked | undefined {
  const { id, services, file } = results.get().inSight;
  const run = services.run.get();
  if (run.phase !== 'ended') return fault('Wait until the result is read.');
  if (run.completeness.derived !== undefined || file !== undefined)
    return fault(
      'This page did not run the query of this result, so it cannot run it for the window before.',
    );
  const form = formBefore(run);
  if (form === undefined) return fault('The result has no time range with a start and an end.');
  if (session === undefined) return fault('Connect to the account of the result first.');
  if (form.endpoint !== '' && form.endpoint !== accountName(session))
    return fault('The result is from another account. Connect to that one first.');
  const plan = planFromForm(form, ticksFromUnixMs(nowMs));
  if (!plan.ok) return fault(plan.error.message);
  results.startBeside(plan.value, session, form);
  const { inSight } = results.get();
  // If it was refused, the page says why.
  return inSight.id === id ? undefined : { kind: 'waiting', first: inSight.id, second: id };
}
