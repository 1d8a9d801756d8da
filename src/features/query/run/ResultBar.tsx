import { type ReactNode, useState } from 'react';
import type { RunState } from '../../../state/run/runState.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { PrefixStrip } from '../../../ui/feedback/PrefixStrip.tsx';
import { StatusLine, type StatusLineProps } from '../../../ui/feedback/StatusLine.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { PlanDialog } from '../plan/PlanDialog.tsx';
import { ExportMenu, ExportNotice } from './ExportMenu.tsx';
import { proofSentences, proofText, type Said, subjectWords } from './proofWords.ts';
import css from './run.module.css';
import { inlineCosts, stripCells } from './runCosts.ts';
import { ShareButton } from './ShareButton.tsx';
import { UnreadButton } from './UnreadDialog.tsx';
import { useExporter } from './useExporter.ts';

/** An action that helps with a result: "Continue". */
export interface Step {
  readonly title: string;
  readonly run: () => void;
}

interface Proven {
  readonly run: RunState;
  readonly said: Said;
  /** What can be done about what is missing. */
  readonly next?: readonly Step[] | undefined;
}

/**
 * The status of a result and its export. The claim is a button that opens what speaks for it, what speaks against it, and what to do.
 * `wasRead`: by queries, here or where it was captured, so there are costs, a state of each query, and a link. `actions` are shown before
 * the others.
 */
export function ResultBar(
  props: Proven &
    Pick<StatusLineProps, 'isPast' | 'selected' | 'steps'> & {
      readonly wasRead: boolean;
      readonly actions?: ReactNode;
    },
): ReactNode {
  const { run, said, next, wasRead, actions, steps, ...line } = props;
  const exporter = useExporter(run, said);
  const [isOpen, setOpen] = useState(false);
  const [showPlan, setShowPlan] = useState(false);
  useGroupActions('Results', [['results.proof', 'Show the proof of completeness', () => setOpen(true), 'p']]);
  return (
    <section className={css.bar} aria-label="Result">
      <StatusLine
        {...line}
        facts={wasRead ? inlineCosts(run) : undefined}
        steps={
          wasRead ? (
            <>
              {steps}
              <UnreadButton run={run} />
            </>
          ) : (
            steps
          )
        }
        state={run.completeness.state}
        claim={said.claim}
        sentences={said.sentences}
        card={{
          label: 'Proof',
          isOpen,
          onOpenChange: setOpen,
          children: (
            <ProofCard
              run={run}
              said={said}
              next={next}
              onClose={() => setOpen(false)}
              onPlan={() => setShowPlan(true)}
            />
          ),
        }}
        actions={
          <>
            {actions}
            {wasRead && <ShareButton key={run.runId} run={run} />}
            <ExportMenu run={run} exporter={exporter} />
          </>
        }
      />
      <ExportNotice exporter={exporter} />
      {wasRead && <PrefixStrip cells={stripCells(run)} isPast={line.isPast} />}
      <PlanDialog plan={run.plan} isOpen={showPlan} onOpenChange={setShowPlan} />
    </section>
  );
}

function ProofCard(props: Proven & { readonly onClose: () => void; readonly onPlan: () => void }): ReactNode {
  const { run, said, next = [] } = props;
  const before = useServices()
    .actions.list()
    .flatMap(({ id, title, run: act }) => (id === 'results.before' && act ? [{ title, run: act }] : []));
  const isFromService = run.requests.length > 0;
  const steps = [
    ...next,
    ...(isFromService ? [{ title: 'Queries of this run', run: props.onPlan }] : []),
    ...before,
  ];
  const subject = subjectWords(run);
  return (
    <div className={css.proof}>
      {subject !== undefined && <p className="breaks second">{wordsOf(subject)}</p>}
      <ul className={css.reasons}>
        {proofSentences(run, said).map((text, at) => (
          <li key={at}>{wordsOf(text)}</li>
        ))}
      </ul>
      <div className="flex wrap gap8">
        <CopyButton label="Copy as text" face="Copy as text" size="small" text={() => proofText(run, said)} />
        {steps.map((step) => (
          <Button
            key={step.title}
            size="small"
            onPress={() => {
              props.onClose();
              step.run();
            }}
          >
            {step.title}
          </Button>
        ))}
      </div>
    </div>
  );
}
