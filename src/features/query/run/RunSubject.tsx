import { type ReactNode, useState } from 'react';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { isSameQuery } from '../../../state/run/queryForm.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { InstantText } from '../../../ui/keys/InstantText.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { isOfOtherAccount } from './pastRun.ts';
import { PlanDialog } from '../plan/PlanDialog.tsx';
import css from '../query.module.css';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import type { Session } from '../../../state/connection/session.ts';
import type { RunState } from '../../../state/run/runState.ts';

/** What the result below is of: it stays when the form above goes on to something else, and then says so. */
export function RunSubject(props: {
  readonly run: RunState;
  readonly session: Session | undefined;
  /** Rows are left to be read: that takes the account they are in. */
  readonly needsAccount: boolean;
}): ReactNode {
  const { run, session } = props;
  const { query, run: runs } = useServices();
  const form = useStore(query);
  const [showPlan, setShowPlan] = useState(false);
  const ran = run.form;
  const isChanged = !isSameQuery(form, ran);
  const isOtherAccount = isOfOtherAccount(run, session);
  return (
    <div className={css.subject}>
      <span>
        of{' '}
        <span className={css.subjectName}>
          <VisibleText text={run.plan.request.tableName} />
        </span>
        , {schemeById(run.plan.request.schemeId)?.title}
        <PlanWindow plan={run.plan} />
        {ran.filter.trim() !== '' && (
          <>
            {' where '}
            <span className={css.subjectName}>
              <VisibleText text={ran.filter.trim()} />
            </span>
          </>
        )}
      </span>
      <Button look="link" size="small" onPress={() => setShowPlan(true)}>
        Its queries
      </Button>
      {(isChanged || isOtherAccount) && (
        <span className={css.changed}>
          {isOtherAccount
            ? `From ${ran.endpoint}, not from the connected account.`
            : 'The form has changed since.'}
          {isChanged && (
            <Button
              look="link"
              size="small"
              onPress={() => query.change({ ...ran, tab: form.tab, windowGiven: true })}
            >
              Show its form
            </Button>
          )}
        </span>
      )}
      {props.needsAccount && session !== undefined && !runs.canResume(session) && run.phase === 'ended' && (
        <span className={css.changed}>To read the rest, connect with the same rights to {ran.endpoint}.</span>
      )}
      <PlanDialog plan={run.plan} isOpen={showPlan} onOpenChange={setShowPlan} />
    </div>
  );
}

function PlanWindow({ plan }: { readonly plan: QueryPlan }): ReactNode {
  const { window } = plan.request;
  if (window === undefined) return ', all time';
  return (
    <>
      {', '}
      <InstantText instant={window.from} /> to <InstantText instant={window.to} />
    </>
  );
}
