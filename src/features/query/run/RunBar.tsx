import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { useServices, useSession, useStore } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { useLoaded } from '../../shared/late.ts';
import { ChooseTable } from '../form/useQueryActions.tsx';
import { useLookForNewest, useNewestStep } from '../newest/NewestNote.tsx';
import { isRelative } from '../../shared/windowWords.ts';
import { isFollowed } from '../../../state/run/followState.ts';
import { FollowLine } from './FollowLine.tsx';
import { activityWords } from './PauseDialog.tsx';
import { saidBy } from './proofWords.ts';
import { ResultBar, type Step } from './ResultBar.tsx';
import css from './run.module.css';
import { useContinue } from '../results/states/NoRows.tsx';
import { missingTables } from '../../../state/run/runFacts.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { formOfRun, isSameQuery, type QueryForm } from '../../../state/run/queryForm.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import type { EventVolume } from '../../../core/keys/base/scheme.ts';

const loadCopyMenu = () => import('../copy/CopyQueryMenu.tsx').then((module) => module.CopyQueryMenu);

/** Shows whether the result is complete, what to do if it is not, and how far each query was read. */
export function RunBar(props: {
  readonly run: RunState;
  readonly selected: ReactNode;
  /** Runs the query that is in the form when it is called. */
  readonly onRun: () => void;
}): ReactNode {
  const { run } = props;
  const session = useSession();
  const form = useStore(useServices().query);
  const { completeness } = run;
  const isChanged = !isSameQuery(form, run.form);
  // The form cannot tell, because it may name no account.
  const isOtherAccount = session !== undefined && run.endpoint !== session.connection.endpoint.url;
  const past = isChanged || isOtherAccount;
  const activity = activityWords(run);
  const { claim, sentences } = saidBy(completeness);
  const said = { claim, sentences: activity === undefined ? sentences : [activity, ...sentences] };
  const copyMenu = useLoaded(loadCopyMenu, true);
  const next = useSteps(run, past, props.onRun);
  return (
    <ResultBar
      run={run}
      said={said}
      next={next}
      isPast={past}
      wasRead
      selected={props.selected}
      steps={
        <>
          <RunNotes {...{ run, isChanged, isOtherAccount }} />
          {run.follow !== undefined && <FollowLine run={run} follow={run.follow} />}
          {next.map((step) => (
            <Button key={step.title} size="small" onPress={step.run}>
              {step.title}
            </Button>
          ))}
          {run.phase === 'ended' && missingTables(run).size > 0 && !past && <ChooseTable />}
          {completeness.state === 'complete' && run.rows === 0 && !past && (
            <Newest key={run.runId} run={run} />
          )}
        </>
      }
      actions={copyMenu.state === 'loaded' && <copyMenu.value run={run} />}
    />
  );
}

function Newest({ run }: { readonly run: RunState }): ReactNode {
  useLookForNewest();
  const { fact, button } = useNewestStep(run);
  return (
    <>
      {fact !== undefined && <span>{fact}</span>}
      {button}
    </>
  );
}

/** What can be done about what is missing; the palette lists it, too. */
function useSteps(run: RunState, past: boolean, onRun: () => void): readonly Step[] {
  const { query } = useServices();
  const goOn = useContinue(run);
  const isOwn = run.phase === 'ended' && !past;
  const steps = [
    ...(isOwn ? nextSteps(run) : []).map(({ label, change }) => ({
      title: label,
      run: () => {
        query.change(change);
        onRun();
      },
    })),
    ...(isOwn && isRelative(run.form) && !isFollowed(run)
      ? [{ title: 'Read again to now', run: onRun }]
      : []),
    ...(typeof goOn === 'function' ? [{ title: 'Continue', run: goOn }] : []),
  ];
  useGroupActions(
    'Query',
    steps.map(({ title, run: step }) => [`run.step.${title}`, title, step]),
  );
  return steps;
}

/** A result stays when the form changes or another account is connected. It then says which query it is of. */
function RunNotes(props: {
  readonly run: RunState;
  readonly isChanged: boolean;
  readonly isOtherAccount: boolean;
}): ReactNode {
  const { run, isChanged, isOtherAccount } = props;
  const { query } = useServices();
  const form = useStore(query);
  const { form: ran } = run;
  const account = ran.endpoint === '' ? run.endpoint : ran.endpoint;
  const cannotResume = useContinue(run) === 'elsewhere';
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

const VOLUMES: readonly EventVolume[] = [10, 100];
/** The prefix of a key: 19 digits before the time. */
const PREFIX = /^(\d{19})___/;

/** Changes to the query that also read the rows which coverage checks found outside the plan. */
export function nextSteps(
  run: Pick<RunState, 'form' | 'guards' | 'plan'>,
): readonly { label: string; change: Partial<QueryForm> }[] {
  const { form, guards, plan } = run;
  // Only schemes with prefixes have other places for rows (more prefixes, or none) that these changes would read.
  if (!plan.queries.some(({ prefix }) => prefix !== undefined)) return [];
  const found = guards.flatMap(({ state, key }) => (state === 'hit' && key !== undefined ? [key] : []));
  const prefixes = found.flatMap(({ partitionKey }) => {
    const [, digits] = PREFIX.exec(partitionKey) ?? [];
    return digits === undefined ? [] : [Number(digits)];
  });
  const highest = Math.max(-1, ...prefixes);
  const volume = VOLUMES.find((each) => each > form.volume && highest < each);
  const isPlain = found.length > prefixes.length && !form.unprefixed;
  return [
    ...(highest >= form.volume && volume !== undefined
      ? [{ label: `Run with ${volume} prefixes`, change: { volume, prefixes: '' } }]
      : []),
    ...(isPlain ? [{ label: 'Run with keys without a prefix', change: { unprefixed: true } }] : []),
  ];
}
