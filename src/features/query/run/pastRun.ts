import { isSameQuery, type QueryForm } from '../../../state/run/queryForm.ts';
import type { Session } from '../../../state/connection/session.ts';
import type { RunSubject } from '../../../state/run/runState.ts';

/** Parts of a run that tell what it is a result of. */
type AskedRun = Pick<RunSubject, 'form' | 'endpoint'>;

/** Whether a result is of another account than the connected one. The form does not tell: it may name none. */
export function isOfOtherAccount(run: AskedRun, session: Session | undefined): boolean {
  return session !== undefined && run.endpoint !== session.connection.endpoint.url;
}

/** Whether a result answers another question than the form above it asks: one that changed, or that was refused. */
export function isPast(run: AskedRun, form: QueryForm, session: Session | undefined): boolean {
  return !isSameQuery(form, run.form) || isOfOtherAccount(run, session);
}
