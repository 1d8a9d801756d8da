import type { ReactNode } from 'react';
import { formOfRun, isSameQuery } from '../../../state/run/queryForm.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { isOfOtherAccount } from './pastRun.ts';
import css from './run.module.css';
import type { Session } from '../../../state/connection/session.ts';
import type { RunState } from '../../../state/run/runState.ts';

/** A result stays when the form changes or another account is connected. It then names its own query. */
export function RunNotes(props: {
  readonly run: RunState;
  readonly session: Session | undefined;
  /** Some rows are unread, and reading them takes a connection to their account. */
  readonly needsAccount: boolean;
}): ReactNode {
  const { run, session } = props;
  const { query, run: runs } = useServices();
  const form = useStore(query);
  const { form: ran } = run;
  const account = ran.endpoint === '' ? run.endpoint : ran.endpoint;
  const isChanged = !isSameQuery(form, ran);
  const isOtherAccount = isOfOtherAccount(run, session);
  const cannotResume =
    props.needsAccount && session !== undefined && !runs.canResume(session) && run.phase === 'ended';
  if (!isChanged && !isOtherAccount && !cannotResume) return undefined;
  return (
    <p className={css.notes}>
      {isOtherAccount && (
        <span>
          These results are from <VisibleText text={account} />, not from the connected account.
        </span>
      )}
      {isChanged && (
        <span>
          {form.table === ran.table ? (
            'You edited the query after it was read.'
          ) : (
            <>
              These rows are of <VisibleText text={ran.table} />: the table was changed after they were read.
            </>
          )}{' '}
          <Button look="link" size="small" onPress={() => query.change(formOfRun(ran, form))}>
            Undo
          </Button>
        </span>
      )}
      {cannotResume && (
        <span>
          To read the rest, connect with the same rights to <VisibleText text={account} />.
        </span>
      )}
    </p>
  );
}
