import type {
  SnippetCredential,
  SnippetLanguage,
  SnippetPlan,
  PartitionRows,
} from '../../../core/snippets/snippet.ts';
import { isCredentialIn } from '../../../state/base/secrets.ts';
import type { RunSubject, RunState } from '../../../state/run/runState.ts';
import { rowCountWords } from '../../../core/words.ts';
import { DELETE_SCRIPTS } from '../../../core/snippets/delete/deleteScripts.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import type { MenuEntry } from '../../../ui/controls/Menu.tsx';
import { formatCount } from '../../../ui/format.ts';

export interface CopyOutcome {
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
  { title, text }: SnippetLanguage,
  write: (text: string) => Promise<void>,
  narrowed: (plan: SnippetPlan) => SnippetPlan | Promise<SnippetPlan> = (plan) => plan,
): Promise<CopyOutcome> {
  if (holdsCredential(run)) {
    return {
      isCopied: false,
      words: 'Not copied: a field of the query holds a SAS, a token or a key. Remove it there.',
    };
  }
  const plan = await Promise.resolve(snippetPlan(run, credential))
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

export function languageEntries(
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
