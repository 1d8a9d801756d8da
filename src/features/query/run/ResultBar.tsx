import { type ReactNode, useState } from 'react';
import { formRead, type RunState } from '../../../state/run/runState.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton, useBriefly } from '../../../ui/controls/CopyButton.tsx';
import { PrefixStrip, type PrefixCell } from '../../../ui/feedback/PrefixStrip.tsx';
import { StatusLine, type StatusLineProps, type StatusFact } from '../../../ui/feedback/StatusLine.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { PlanDialog, UnreadButton } from '../plan/PlanDialog.tsx';
import { ExportMenu, ExportNotice } from './ExportMenu.tsx';
import { proofSentences, proofText, type Said, subjectWords } from './proofWords.ts';
import css from './run.module.css';
import { useExporter } from './useExporter.ts';
import { queryStates } from '../../../core/plan/queryStates.ts';
import { formatCount, formatMs, formatPlural } from '../../../ui/format.ts';
import { Check, Link } from 'lucide-react';
import { NO_CHOICE } from '../../../core/rows/columnChoice.ts';
import { leftOut, tooLong, writeHash } from '../../../state/address/hashAddress.ts';
import { textsOfView } from '../../../state/results/sharedView.ts';
import { TIMELINE, timelineText } from '../../../state/results/timeline.ts';
import { formToParams, QUERY_VIEW } from '../../../state/run/queryForm.ts';
import { announce } from '../../../ui/announce.ts';
import { fieldName } from '../../shared/NotInLink.tsx';
import { useChoice } from '../results/rows/useColumnChoice.ts';

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

/** Facts shown next to the completeness: the duration, anything unusual, and what takes time without bringing rows. */
export function inlineCosts(run: RunState): readonly StatusFact[] {
  // These include the retries of coverage checks and last checks, as the list of requests does.
  const retries = run.requests.filter(({ attempt }) => attempt > 0).length;
  const { outOfOrder, repeated, outside, offFilter = 0, offWindow = 0 } = run.anomalies;
  const unusual = [
    [retries === 1 ? 'retry' : 'retries', retries],
    ['rows out of order', outOfOrder],
    ['rows sent twice', repeated],
    ['rows not requested', outside - offFilter - offWindow],
    ['rows outside the filter', offFilter],
    ['rows outside the window', offWindow],
  ] as const;
  return [
    { label: 'in all', value: formatMs(run.elapsedMs), hideLabel: true },
    ...(run.phase === 'running' ? emptyPagesFact(run) : []),
    ...unusual.flatMap(([label, count]) =>
      count > 0 ? [{ label, value: formatCount(count), isWarning: true }] : [],
    ),
  ];
}

/**
 * The number of empty pages, if a query had more than one. A filter that matches few rows, or a service that never ends its answer, looks
 * like this while nothing arrives. One empty page is normal, because an empty prefix answers so.
 */
function emptyPagesFact({ progress }: RunState): readonly StatusFact[] {
  if (!progress.some(({ emptyPages }) => emptyPages > 1)) return [];
  const empty = progress.reduce((total, { emptyPages }) => total + emptyPages, 0);
  return [{ label: 'empty pages', value: formatCount(empty) }];
}

type Progress = RunState['progress'][number];

/** One cell for each planned query: how far it was read, and what it brought. */
function stripCells(run: RunState): readonly PrefixCell[] {
  const states = queryStates(run);
  return run.plan.queries.map((query) => {
    const reached = run.progress[query.index];
    const state = states[query.index];
    if (reached === undefined || state === undefined) return { label: query.label, state: 'waiting' };
    const isEmpty = state === 'done' && reached.rows === 0;
    return { label: query.label, state, isEmpty, detail: detailOf(reached) };
  });
}

function detailOf(query: Progress): string {
  const facts = [
    formatPlural(query.rows, 'row'),
    formatPlural(query.pages, 'page'),
    ...(query.emptyPages > 0 ? [`${formatCount(query.emptyPages)} empty`] : []),
    ...(query.elapsedMs === undefined ? [] : [formatMs(query.elapsedMs)]),
    ...(query.fault === undefined ? [] : [query.fault.message]),
  ];
  return facts.join(', ');
}

/**
 * Copies a link to a result as it is shown: its query with the time range that was read, its selection, order and columns, and what is
 * open.
 */
function ShareButton({ run }: { readonly run: RunState }): ReactNode {
  const { query, rowList, results } = useServices();
  const choice = useChoice(run);
  /** What had to be left out of the link; empty if nothing was. */
  const [outcome, setOutcome] = useBriefly<string>((lacks) => lacks === '');
  const isCopied = outcome === '';
  const share = (): void => {
    const shown = query.get();
    const listed = rowList.of(run.runId);
    const params = formToParams({
      ...formRead(run, shown),
      chart: shown.chart,
      groups: shown.groups,
      view: [
        ...textsOfView({ ...listed, columns: choice === NO_CHOICE ? undefined : choice }),
        [TIMELINE, timelineText(results.get(), 'shown')],
      ],
    });
    const long = tooLong(params);
    const secret = leftOut(params).filter((name) => !long.includes(name));
    const words = [
      leftOutWords(secret, 'looks like a secret'),
      leftOutWords(long, 'too long'),
      listed.filters.some(({ kind }) => kind === 'compared') ? 'the comparison: it needs both results' : '',
    ].filter((each) => each !== '');
    const lacks = words.length === 0 ? '' : `Copied without ${words.join('; ')}`;
    const link = `${location.origin}${location.pathname}${writeHash(QUERY_VIEW, params)}`;
    const told = (next: string): void => {
      setOutcome(next);
      announce(next === '' ? 'Copied' : next);
    };
    navigator.clipboard.writeText(link).then(
      () => told(lacks),
      () => told('The browser refused the clipboard'),
    );
  };
  useGroupActions('Results', [['results.share', 'Share: copy a link to this view', share, 'l']]);
  return (
    <>
      {outcome !== undefined && outcome !== '' && (
        <span className="warn" role="alert">
          {outcome}
        </span>
      )}
      <Button look="subtle" icon={isCopied ? <Check /> : <Link />} onPress={share}>
        {isCopied ? 'Copied' : 'Share'}
      </Button>
    </>
  );
}

function leftOutWords(names: readonly string[], why: string): string {
  return names.length === 0 ? '' : `${names.map(fieldName).join(', ')}: ${why}`;
}
