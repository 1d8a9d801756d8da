import type { ReactNode } from 'react';
import { completenessText } from '../../../core/plan/completenessText.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { PrefixStrip } from '../../../ui/feedback/PrefixStrip.tsx';
import { StatusLine } from '../../../ui/feedback/StatusLine.tsx';
import { useServices } from '../../shared/services.tsx';
import { useActions } from '../../shared/useActions.ts';
import { useStore } from '../../shared/useStore.ts';
import { ChooseTable } from '../form/ChooseTable.tsx';
import { useLookForNewest, useNewestStep } from '../newest/NewestStep.tsx';
import { isRelative } from '../../shared/windowWords.ts';
import { activityWords } from './activityWords.ts';
import { CopyQueryMenu } from './CopyQueryMenu.tsx';
import { ExportMenu, ExportNotice } from './ExportMenu.tsx';
import { nextSteps } from './nextSteps.ts';
import { isPast } from './pastRun.ts';
import css from './run.module.css';
import { inlineCosts } from './runCosts.ts';
import { RunDetails } from './RunDetails.tsx';
import { RunNotes } from './RunNotes.tsx';
import { stripCells } from './stripCells.ts';
import { UnreadButton } from './UnreadDialog.tsx';
import { useExporter } from './useExporter.ts';
import { missingTables } from '../../../state/run/missingTables.ts';
import type { Session } from '../../../state/connection/session.ts';
import type { RunState } from '../../../state/run/runState.ts';

/** Whether the result is complete, what to do if not, and how far each query is. */
export function RunBar(props: {
  readonly run: RunState;
  readonly session: Session | undefined;
  readonly selected: ReactNode;
  /** Runs the form as it is at that time. */
  readonly onRun: () => void;
}): ReactNode {
  const { run, session } = props;
  const form = useStore(useServices().query);
  const exporter = useExporter(run);
  const { plan, completeness } = run;
  const past = isPast(run, form, session);
  const resumable = 'resumable' in completeness && completeness.resumable && run.phase === 'ended';
  const activity = activityWords(run);
  const text = completenessText(completeness, activity);
  return (
    <section className={css.bar} aria-label="Result">
      <StatusLine
        state={completeness.state}
        isPast={past}
        text={activity === undefined ? text.replace(/\.$/, '') : text}
        facts={inlineCosts(run)}
        selected={props.selected}
        steps={
          <>
            <RunNotes run={run} session={session} needsAccount={resumable} />
            <Steps run={run} session={session} isResumable={resumable} isPast={past} onRun={props.onRun} />
          </>
        }
        actions={
          <>
            <RunDetails run={run} />
            <CopyQueryMenu run={run} />
            <ExportMenu run={run} exporter={exporter} />
          </>
        }
      />
      <ExportNotice exporter={exporter} />
      <PrefixStrip cells={stripCells(plan, run)} isPast={past} />
    </section>
  );
}

function Newest({ run }: { readonly run: RunState }): ReactNode {
  useLookForNewest(run.runId);
  const { fact, button } = useNewestStep(run);
  return (
    <>
      {fact !== undefined && <span>{fact}</span>}
      {button}
    </>
  );
}

/** What to do about what is missing. */
function Steps(props: {
  readonly run: RunState;
  readonly session: Session | undefined;
  readonly isResumable: boolean;
  readonly isPast: boolean;
  readonly onRun: () => void;
}): ReactNode {
  const { run, session } = props;
  const { query, run: runs } = useServices();
  const { completeness } = run;
  const canContinue = props.isResumable && session !== undefined && runs.canResume(session);
  const steps = [
    ...(run.phase === 'ended' && !props.isPast ? nextSteps(run) : []).map(({ label, change }) => ({
      title: label,
      run: () => {
        query.change(change);
        props.onRun();
      },
    })),
    ...(run.phase === 'ended' && !props.isPast && isRelative(run.form)
      ? [{ title: 'Read again to now', run: props.onRun }]
      : []),
    ...(canContinue ? [{ title: 'Continue', run: () => runs.resume(session) }] : []),
  ];
  useActions(steps.map((step) => ({ id: `run.step.${step.title}`, group: 'Query', ...step })));
  return (
    <>
      {steps.map((step) => (
        <Button key={step.title} size="small" onPress={step.run}>
          {step.title}
        </Button>
      ))}
      {run.phase === 'ended' && missingTables(run).size > 0 && !props.isPast && <ChooseTable />}
      {completeness.state === 'complete' && run.rows === 0 && !props.isPast && <Newest run={run} />}
      <UnreadButton run={run} />
    </>
  );
}
