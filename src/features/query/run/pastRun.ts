import { isSameQuery, type QueryForm } from '../../../state/run/queryForm.ts';
import type { Session } from '../../../state/connection/session.ts';
import type { RunSubject } from '../../../state/run/runState.ts';

/** The parts of a run that say which account and query it is the result of. */
type AskedRun = Pick<RunSubject, 'form' | 'endpoint'>;

/** Whether a result is of another account than the connected one. The form cannot tell, because it may name no account. */
export function isOfOtherAccount(run: AskedRun, session: Session | undefined): boolean {
  return session !== undefined && run.endpoint !== session.connection.endpoint.url;
}

/** Whether a result belongs to another query than the form above it, or to another account than the connected one. */
export function isPast(run: AskedRun, form: QueryForm, session: Session | undefined): boolean {
  return !isSameQuery(form, run.form) || isOfOtherAccount(run, session);
}
