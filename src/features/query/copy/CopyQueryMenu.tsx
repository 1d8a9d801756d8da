import { Check, CodeXml } from 'lucide-react';
import type { ReactNode } from 'react';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { cutPlan } from '../../../core/plan/rangeSplit.ts';
import type {
  SnippetCredential,
  SnippetPlan,
  SnippetLanguage,
  PartitionRows,
} from '../../../core/snippets/snippet.ts';
import { DELETE_SCRIPTS } from '../../../core/snippets/delete/deleteScripts.ts';
import { JOBS } from '../../../core/snippets/jobs/jobs.ts';
import { SNIPPETS } from '../../../core/snippets/snippets.ts';
import type { ConnectionState } from '../../../state/connection/connectionState.ts';
import type { RunState, RunSubject } from '../../../state/run/runState.ts';
import { announce } from '../../../ui/announce.ts';
import { Menu, type MenuEntry } from '../../../ui/controls/Menu.tsx';
import { useBriefly } from '../../../ui/controls/CopyButton.tsx';
import { useServices } from '../../shared/services.tsx';
import { useActions } from '../../shared/useActions.ts';
import { selectedPartitions } from '../../../state/run/selectedPartitions.ts';
import { useSelectedCount } from '../../shared/selection/SelectedRows.tsx';
import { isCredentialIn } from '../../../state/base/secrets.ts';
import { rowCountWords } from '../../../core/words.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { formatCount } from '../../../ui/format.ts';

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

interface CopyOutcome {
  readonly isCopied: boolean;
  readonly words: string;
}

/** The plan of a run in the form that snippets need. */
export function snippetPlan(
  { plan, endpoint }: Pick<RunSubject, 'plan' | 'endpoint'>,
  credential: SnippetCredential,
): SnippetPlan {
  return {
    credential,
    endpoint: endpoint.replace(/\/+$/, ''),
    queries: plan.queries.map(({ tableName, filter, select }) => ({ tableName, filter, select })),
    sharesRows: plan.queries.some(({ sharesRows }) => sharesRows === true),
  };
}

/** How many tasks keep a job's lanes busy, as in the Python job. */
const TASKS = 16;

/** The endpoint never holds the SAS, but a credential may have been pasted into a field. */
function holdsCredential({ plan, endpoint }: Pick<RunSubject, 'plan' | 'endpoint'>): boolean {
  const { tableName, partitionKey, rowKey, filter, select } = plan.request;
  return [endpoint, tableName, partitionKey?.text, rowKey?.text, filter, ...(select ?? [])].some(
    (text) => text !== undefined && isCredentialIn(text),
  );
}

/** Copies the queries of a run as text in a language. `narrowed` limits the plan, for example to the selected rows. */
export async function copyQuery(
  run: Pick<RunSubject, 'plan' | 'endpoint'>,
  /** What the text reads from the environment. */
  credential: SnippetCredential,
  language: SnippetLanguage,
  write: (text: string) => Promise<void>,
  narrowed: (plan: SnippetPlan) => SnippetPlan | Promise<SnippetPlan> = (plan) => plan,
): Promise<CopyOutcome> {
  if (holdsCredential(run)) {
    return {
      isCopied: false,
      words: 'Not copied: a field of the query holds a SAS, a token or a key. Remove it there.',
    };
  }
  const { title, text } = language;
  const subject = JOBS.includes(language) ? { ...run, plan: cutPlan(run.plan, TASKS) } : run;
  const plan = await Promise.resolve(snippetPlan(subject, credential))
    .then(narrowed)
    .catch(() => undefined);
  if (plan === undefined) {
    return { isCopied: false, words: 'Not copied: the selected rows could not be read back. Try again.' };
  }
  const snippet = text(plan);
  if (snippet === undefined) {
    return { isCopied: false, words: `Not copied: ${title} has no equivalent of this query.` };
  }
  try {
    await write(snippet);
    return { isCopied: true, words: `Copied as ${title}` };
  } catch {
    return { isCopied: false, words: 'Not copied: the browser refused the clipboard.' };
  }
}

/** A script lists at most this many keys, about a megabyte of text. */
const MOST_SELECTED = 10_000;

/** Which rows a delete script would delete, or why there is none. */
interface DeleteChoice {
  readonly kind: 'query' | 'selected' | 'none';
  /** The heading of the scripts in the menu. */
  readonly title: string;
}

const SECTION = 'Copy as delete script';

/** Which rows a script can delete now. `selected`: the number of selected rows; undefined: not counted yet. */
export function deleteChoice(
  { plan, completeness, rows, phase }: Pick<RunState, 'plan' | 'completeness' | 'rows' | 'phase'>,
  filters: readonly RowFilter[],
  selected: number | undefined,
): DeleteChoice {
  const none = (why: string): DeleteChoice => ({ kind: 'none', title: `${SECTION}: ${why}` });
  if (filters.length === 0) {
    if (phase !== 'ended' || completeness.state !== 'complete')
      return none('only if Complete, or for selected rows');
    if (rows === 0) return none('this query has no rows');
    return {
      kind: 'query',
      title: `${SECTION}: ${rowCountWords(rows)} of this query, and any that it matches later`,
    };
  }
  if (selected === undefined) return none('counting the selected rows');
  if (selected === 0) return none('no rows are selected');
  if (selected > MOST_SELECTED) return none(`at most ${formatCount(MOST_SELECTED)} selected rows`);
  if (new Set(plan.queries.map(({ tableName }) => tableName.toLowerCase())).size > 1)
    return none('select rows of one table');
  return { kind: 'selected', title: `${SECTION}: ${formatCount(selected)} selected` };
}

function languageEntries(
  languages: readonly SnippetLanguage[],
  more?: Pick<MenuEntry, 'section' | 'isDisabled'>,
): readonly MenuEntry[] {
  return languages.map(({ id, title, description }) => ({ id, label: title, description, ...more }));
}

export function deleteEntries({ kind, title: section }: DeleteChoice): readonly MenuEntry[] {
  return languageEntries(DELETE_SCRIPTS, { section, isDisabled: kind === 'none' });
}

/** The plan limited to these rows, for a script that deletes only them. */
export function ofPartitions(plan: SnippetPlan, partitions: readonly PartitionRows[]): SnippetPlan {
  const { tableName = '' } = plan.queries[0] ?? {};
  return { ...plan, queries: [{ tableName, partitions }] };
}
