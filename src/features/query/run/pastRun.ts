import { isSameQuery, type QueryForm } from '../../../state/run/queryForm.ts';
import { accountName, type Session } from '../../../state/connection/session.ts';
import type { RunState } from '../../../state/run/runState.ts';

/** Whether a result is of another account than the connected one. */
export function isOfOtherAccount(run: Pick<RunState, 'form'>, session: Session | undefined): boolean {
  return session !== undefined && run.form.endpoint !== accountName(session);
}

/** Whether a result answers another question than the form above it asks: one that changed, or that was refused. */
export function isPast(run: Pick<RunState, 'form'>, form: QueryForm, session: Session | undefined): boolean {
  return !isSameQuery(form, run.form) || isOfOtherAccount(run, session);
}
