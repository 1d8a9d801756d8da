import { type ReactNode, useState } from 'react';
import type { RunState } from '../../../state/run/runState.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { StatusLine, type StatusLineProps } from '../../../ui/feedback/StatusLine.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { PlanDialog } from '../plan/PlanDialog.tsx';
import { ExportMenu, ExportNotice } from './ExportMenu.tsx';
import { proofSentences, proofText, type Said, subjectWords } from './proofWords.ts';
import css from './run.module.css';
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
 * `actions` are shown before Export, and `children` below the line.
 */
export function ResultBar(
  props: Proven &
    Omit<StatusLineProps, 'state' | 'claim' | 'sentences' | 'card' | 'actions'> & {
      readonly actions?: ReactNode;
      readonly children?: ReactNode;
    },
): ReactNode {
  const { run, said, next, actions, children, ...line } = props;
  const exporter = useExporter(run, said);
  const [isOpen, setOpen] = useState(false);
  const [showPlan, setShowPlan] = useState(false);
  useGroupActions('Results', [['results.proof', 'Show the proof of completeness', () => setOpen(true), 'p']]);
  return (
    <section className={css.bar} aria-label="Result">
      <StatusLine
        {...line}
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
            <ExportMenu run={run} exporter={exporter} />
          </>
        }
      />
      <ExportNotice exporter={exporter} />
      {children}
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
