import { rowCountWords } from '../../../core/words.ts';
import { DELETE_SCRIPTS } from '../../../core/snippets/delete/deleteScripts.ts';
import type { PartitionRows, SnippetLanguage, SnippetPlan } from '../../../core/snippets/snippet.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import type { RunState } from '../../../state/run/runState.ts';
import type { MenuEntry } from '../../../ui/controls/Menu.tsx';
import { formatCount } from '../../../ui/format.ts';

/** A script lists at most this many keys, about a megabyte of text. */
const MOST_SELECTED = 10_000;

/** Which rows a delete script would delete, or why there is none. */
export interface DeleteChoice {
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
