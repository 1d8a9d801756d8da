import { type ReactNode, useState } from 'react';
import type { PlanFault, QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { Result } from '../../../core/result.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { useZone } from '../../shared/useZone.ts';
import { planFaultWords } from '../form/fieldFaults.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { planNotes, planWords, ranWords } from './planWords.ts';
import css from './plan.module.css';

/** What would be sent, in one line; every query with its filter on demand. */
export function PlanLine({
  plan,
  isRan,
}: {
  readonly plan: Result<QueryPlan, PlanFault>;
  /** The result below is of this query. */
  readonly isRan: boolean;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const form = useStore(useServices().query);
  const { timeZone } = useZone();
  if (!plan.ok) {
    return (
      <p className={css.plan}>
        <span className={css.words}>{wordsOf(planFaultWords(plan.error, form))}</span>
      </p>
    );
  }
  const more = planNotes(plan.value).join(' ');
  return (
    <div className={css.plan}>
      <span className={css.words} title={plan.value.notes.join('\n')}>
        {isRan ? ranWords(plan.value) : planWords(plan.value, timeZone)}
        {more !== '' && <span className={css.more}>. {wordsOf(more)}</span>}
      </span>
      <Button look="link" size="small" onPress={() => setOpen(true)} ariaLabel="Show planned queries">
        Show
      </Button>
      <PlanDialog plan={plan.value} isOpen={open} onOpenChange={setOpen} />
    </div>
  );
}
