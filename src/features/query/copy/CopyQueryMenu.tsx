import { Check, CodeXml } from 'lucide-react';
import type { ReactNode } from 'react';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { SnippetCredential, SnippetPlan } from '../../../core/snippets/snippet.ts';
import { DELETE_SCRIPTS } from '../../../core/snippets/delete/deleteScripts.ts';
import { JOBS } from '../../../core/snippets/jobs/jobs.ts';
import { SNIPPETS } from '../../../core/snippets/snippets.ts';
import type { ConnectionState } from '../../../state/connection/connectionState.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { announce } from '../../../ui/announce.ts';
import { Menu, type MenuEntry } from '../../../ui/controls/Menu.tsx';
import { useBriefly } from '../../../ui/controls/useCopy.ts';
import { useServices, useActions } from '../../shared/services.tsx';
import { selectedPartitions } from '../../../state/run/selectedPartitions.ts';
import { useSelectedCount } from '../../shared/selection/SelectedRows.tsx';
import {
  type CopyOutcome,
  copyQuery,
  deleteChoice,
  deleteEntries,
  languageEntries,
  ofPartitions,
} from './copyQuery.ts';

const LANGUAGES = [...SNIPPETS, ...JOBS, ...DELETE_SCRIPTS];
const JOB_ENTRIES = languageEntries(JOBS);
const ENTRIES: readonly MenuEntry[] = [
  ...languageEntries(SNIPPETS, { section: 'Copy query as' }),
  ...languageEntries(JOBS, { section: 'Copy as job: every row, however many' }),
];

function credentialNow(state: ConnectionState): SnippetCredential {
  return state.kind === 'connected' && state.session.connection.facts.kind === 'token' ? 'token' : 'sas';
}

/** The outcome of the last copy; a success is shown briefly. */
function useCopy(): readonly [CopyOutcome | undefined, (copying: Promise<CopyOutcome>) => void] {
  const { activity } = useServices();
  const [outcome, setOutcome] = useBriefly<CopyOutcome>(({ isCopied }) => isCopied);
  const start = (copying: Promise<CopyOutcome>): void =>
    void activity.track(
      copying.then((result) => {
        setOutcome(result);
        announce(result.words);
      }),
    );
  return [outcome, start];
}

const toClipboard = (text: string): Promise<void> => navigator.clipboard.writeText(text);

/**
 * Copies the queries of a run as text for other tools, or as a job for another computer. No text holds the credential: it is read from the
 * environment.
 */
export function CopyQueryMenu({ run }: { readonly run: RunState }): ReactNode {
  const { connection, rows } = useServices();
  const [outcome, copy] = useCopy();
  const { filters, selected } = useSelectedCount(run);
  const choice = deleteChoice(run, filters, selected);
  const entries = [...ENTRIES, ...deleteEntries(choice)];
  const start = (id: string): void => {
    const language = LANGUAGES.find((each) => each.id === id);
    if (language === undefined) return;
    const isOfSelected = choice.kind === 'selected' && DELETE_SCRIPTS.includes(language);
    const narrowed = isOfSelected
      ? async (plan: SnippetPlan) => ofPartitions(plan, await selectedPartitions(rows, filters))
      : undefined;
    copy(copyQuery(run, credentialNow(connection.get()), language, toClipboard, narrowed));
  };
  useActions(
    entries.map(({ id, label, isDisabled = false }) => ({
      id: `results.copy.${id}`,
      group: 'Results',
      title: `Copy query as ${label}`,
      run: isDisabled ? undefined : () => start(id),
    })),
  );
  return (
    <>
      <Refused outcome={outcome} />
      <Menu
        label="Copy query as"
        face={outcome?.isCopied === true ? <Check aria-hidden="true" /> : <CodeXml aria-hidden="true" />}
        look="subtle"
        entries={entries}
        onAction={start}
      />
    </>
  );
}

function Refused({ outcome }: { readonly outcome: CopyOutcome | undefined }): ReactNode {
  return (
    outcome?.isCopied === false && (
      <span className="warn" role="alert">
        {outcome.words}
      </span>
    )
  );
}

/** Copies a plan that was not run as a job for another computer. */
export function CopyJobMenu(subject: {
  readonly plan: QueryPlan;
  /** The account's endpoint, without a SAS. */
  readonly endpoint: string;
}): ReactNode {
  const { connection } = useServices();
  const [outcome, copy] = useCopy();
  return (
    <>
      <Menu
        label="Copy as job"
        face={outcome?.isCopied === true ? 'Copied' : undefined}
        placement="bottom start"
        entries={JOB_ENTRIES}
        onAction={(id) => {
          const job = JOBS.find((each) => each.id === id);
          if (job !== undefined) copy(copyQuery(subject, credentialNow(connection.get()), job, toClipboard));
        }}
      />
      <Refused outcome={outcome} />
    </>
  );
}
