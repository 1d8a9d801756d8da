import { type ReactNode, useEffect } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { useServices, useSession, useStore } from '../../shared/services.tsx';
import { NotInLink, fieldName } from '../../shared/NotInLink.tsx';
import { OtherVersion } from '../../shared/OtherVersion.tsx';
import { isRelative } from '../../shared/windowWords.ts';
import { accountName } from '../../../state/connection/session.ts';
import { TIMELINE } from '../../../state/results/timeline.ts';
import { viewOfTexts } from '../../../state/results/sharedView.ts';
import { useListState } from '../../shared/selection/SelectedRows.tsx';
import { isSameQuery } from '../../../state/run/queryForm.ts';
import type { NoRun, RunState } from '../../../state/run/runState.ts';
import { namedResults, type StartRefusal } from '../../../state/results/resultTabs.ts';

/** What a user must know before a run: the address is of another version or account or held a secret, or a clock is wrong. */
export function FormNotices(): ReactNode {
  const { query, run, clockNote } = useServices();
  const unread = useSharedView(useStore(run));
  const form = useStore(query);
  const session = useSession();
  const connected = session && accountName(session);
  const ofClock = isRelative(form) ? clockNote() : undefined;
  return (
    <>
      <OtherVersion />
      {connected !== undefined && form.endpoint !== '' && form.endpoint !== connected && (
        <Notice
          tone="warning"
          title={`This query is for ${form.endpoint}, but you are connected to ${connected}.`}
          nextStep="Disconnect and connect to the other account, or query this one."
          actions={
            <Button size="small" onPress={() => query.change({ endpoint: connected })}>
              Query the connected account
            </Button>
          }
        />
      )}
      <NotInLink form={form} />
      {unread !== '' && (
        <Notice tone="warning" title={`Parts of the link could not be read: ${unread}`} isLive />
      )}
      {ofClock !== undefined && <Notice tone="warning" title={ofClock} />}
    </>
  );
}

/**
 * Applies once, to the result of a link's query, what the link says about showing it. Returns the names of the parts that could not be
 * read; '' if there are none.
 */
export function useSharedView(run: NoRun | RunState): string {
  const { query, rowList } = useServices();
  const form = useStore(query);
  useEffect(() => {
    const view = form.view.filter(([name]) => name !== TIMELINE);
    if (view.length === 0 || run.phase === 'idle' || !isSameQuery(run.form, form)) return;
    rowList.restore(run.runId, viewOfTexts(view));
    query.change({ view: form.view.filter(([name]) => name === TIMELINE) });
  }, [query, rowList, form, run]);
  const unread = useListState(run.phase === 'idle' ? 0 : run.runId, (list) => list.unread);
  return [...new Set(unread)].map(fieldName).join(', ');
}

interface Words {
  readonly title: string;
  readonly nextStep: string;
  /** The label of a button that resolves the refusal. */
  readonly label?: string;
}

const WORDS: Readonly<Record<StartRefusal['kind'], (name: string) => Words>> = {
  busy: (name) => ({
    title: `${name} is still being read`,
    nextStep: 'One query runs at a time. Wait for it, or cancel it.',
    label: 'Show it',
  }),
  full: (name) => ({
    title: 'this page holds as many rows as it can',
    nextStep: 'Close a result. Save it first if you still need it.',
    label: `Close the oldest: ${name}`,
  }),
  file: () => ({ title: 'a file is being read', nextStep: 'Run again in a moment.' }),
};

/** Says why Run did nothing: another result is in the way. */
export function RefusalNotice(): ReactNode {
  const { results } = useServices();
  const { all, refusal } = useStore(results);
  if (refusal === undefined) return undefined;
  const { resultId, kind } = refusal;
  const name = namedResults(all).find(({ id }) => id === resultId)?.name ?? 'another result';
  const { title, nextStep, label } = WORDS[kind](name);
  return (
    <Notice
      tone="warning"
      title={`Not started: ${title}.`}
      nextStep={nextStep}
      actions={
        <>
          {label !== undefined && (
            <Button
              size="small"
              onPress={() => {
                if (kind === 'busy') results.show(resultId);
                else results.close(resultId);
                results.dropRefusal();
              }}
            >
              {label}
            </Button>
          )}
          <Button size="small" look="link" onPress={results.dropRefusal}>
            Understood
          </Button>
        </>
      }
      isLive
    />
  );
}
