import { countedNotes } from '../../../core/plan/completenessText.ts';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { type ReactNode, useState } from 'react';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FactList } from '../../../ui/feedback/StatusLine.tsx';
import { InstantText } from '../../../ui/keys/InstantText.tsx';
import { FlyoutButton } from '../../../ui/overlays/FlyoutButton.tsx';
import { VisibleText, wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../../shared/services.tsx';
import { PlanDialog } from '../plan/PlanDialog.tsx';
import css from './run.module.css';
import { runCosts } from './runCosts.ts';
import type { RunState } from '../../../state/run/runState.ts';

/** The query of a result, all notes about it, and what it cost. */
export function RunDetails({ run }: { readonly run: RunState }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [showPlan, setShowPlan] = useState(false);
  return (
    <>
      <FlyoutButton label="Details" look="plain" face="Details" isOpen={isOpen} onOpenChange={setOpen}>
        <div className={css.details}>
          <RunSubject run={run} />
          <ul className={css.reasons}>
            {reasonTexts(run.completeness).map((text) => (
              <li key={text}>{wordsOf(text)}</li>
            ))}
          </ul>
          <FactList facts={runCosts(run)} />
          <Button
            size="small"
            onPress={() => {
              setOpen(false);
              setShowPlan(true);
            }}
          >
            Queries of this run
          </Button>
          <CompareBefore onPress={() => setOpen(false)} />
        </div>
      </FlyoutButton>
      <PlanDialog plan={run.plan} isOpen={showPlan} onOpenChange={setShowPlan} />
    </>
  );
}

/** The action of the palette that reads the window before, if there is one. */
function CompareBefore({ onPress }: { readonly onPress: () => void }): ReactNode {
  const action = useServices()
    .actions.list()
    .find(({ id }) => id === 'results.before');
  const run = action?.run;
  if (run === undefined) return undefined;
  return (
    <Button
      size="small"
      onPress={() => {
        onPress();
        run();
      }}
    >
      {action?.title}
    </Button>
  );
}

function RunSubject({ run }: { readonly run: RunState }): ReactNode {
  const filter = run.form.filter.trim();
  return (
    <p className={css.subject}>
      <span className={css.name}>
        <VisibleText text={run.plan.request.tableName} />
      </span>
      , {schemeById(run.plan.request.schemeId)?.title}
      <PlanWindow plan={run.plan} />
      {filter !== '' && (
        <>
          {', where '}
          <span className={css.name}>
            <VisibleText text={filter} />
          </span>
        </>
      )}
    </p>
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

/** Every sentence about a result, reasons before notes. */
function reasonTexts(completeness: Completeness): readonly string[] {
  const reasons = 'reasons' in completeness ? completeness.reasons.map(({ text }) => text) : [];
  return [...reasons, ...countedNotes(completeness)];
}
