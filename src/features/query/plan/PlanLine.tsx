import { type ReactNode, useMemo, useState } from 'react';
import { judgePlan } from '../../../core/design/query/planVerdict.ts';
import type { PlanFault, QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { Result } from '../../../core/result.ts';
import { costsPreflight } from '../../../state/connection/session.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { formatPlural } from '../../../ui/format.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices, useSession } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { useStore } from '../../shared/useStore.ts';
import { useZone } from '../../shared/useZone.ts';
import { planFaultWords } from '../form/fieldFaults.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { planNotes, planWords } from './planWords.ts';
import css from './plan.module.css';
import { queryFix } from './queryFix.ts';

/** What would be sent and what it costs, in one line. A dialog lists every query with its filter. */
export function PlanLine({
  plan,
  isRan,
}: {
  readonly plan: Result<QueryPlan, PlanFault>;
  /** The result below is of this query. */
  readonly isRan: boolean;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const { query } = useServices();
  const form = useStore(query);
  const { timeZone } = useZone();
  const session = useSession();
  const isPreflown = session !== undefined && costsPreflight(session);
  const verdict = useMemo(() => (plan.ok ? judgePlan(plan.value) : undefined), [plan]);
  const fix = useMemo(() => queryFix(form, plan), [form, plan]);
  const fixButton = fix !== undefined && (
    <span className="fixed" title={fix.words}>
      <Button look="link" size="small" onPress={() => query.change(fix.change)}>
        {fix.label}
      </Button>
    </span>
  );
  useGroupActions('Query', [
    ['query.plan', 'Show the planned queries', plan.ok ? () => setOpen(true) : undefined],
  ]);
  if (!plan.ok) {
    return (
      <div className={css.plan}>
        <span className="clip thin">{wordsOf(planFaultWords(plan.error, form))}</span>
        {fixButton}
      </div>
    );
  }
  const more = planNotes(plan.value, isRan ? undefined : verdict).join(' ');
  return (
    <div className={css.plan}>
      <span className="clip thin" title={more}>
        {!isRan && verdict !== undefined && (
          <span data-rating={verdict.worst.rating} className={css.class}>
            {planWords(plan.value, verdict, { timeZone, costsPreflight: isPreflown })}
          </span>
        )}
        {more !== '' && (
          <span className="third">
            {!isRan && '. '}
            {wordsOf(more)}
          </span>
        )}
      </span>
      {fixButton}
      <Button look="link" size="small" onPress={() => setOpen(true)} ariaLabel="Show planned queries">
        {/* Once the query was run, the bar below shows the figures, and the button above the time. */}
        {isRan ? formatPlural(plan.value.queries.length, 'query', 'queries') : 'Show'}
      </Button>
      <PlanDialog plan={plan.value} isOpen={open} onOpenChange={setOpen} />
    </div>
  );
}
