import { type ReactNode, useState } from 'react';
import type { PlanFault, QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { Result } from '../../../core/result.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { planFaultWords } from '../form/fieldFaults.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { planWords } from './planWords.ts';
import css from './plan.module.css';

/** What would be sent, in one line; every query with its filter on demand. */
export function PlanLine({ plan }: { readonly plan: Result<QueryPlan, PlanFault> }): ReactNode {
  const [open, setOpen] = useState(false);
  const form = useStore(useServices().query);
  if (!plan.ok) {
    return (
      <p className={css.plan}>
        <span className={css.words}>{wordsOf(planFaultWords(plan.error, form))}</span>
      </p>
    );
  }
  const words = planWords(plan.value);
  return (
    <div className={css.plan}>
      <span className={css.words} title={plan.value.notes.join('\n')}>
        {wordsOf(words)}
      </span>
      <Button look="link" size="small" onPress={() => setOpen(true)} ariaLabel="Show planned queries">
        Show
      </Button>
      <PlanDialog plan={plan.value} isOpen={open} onOpenChange={setOpen} />
    </div>
  );
}
