import { countText } from '../../words.ts';
import { MAX_COMPARISONS } from '../../odata/limits.ts';
import type { KeyQueries } from '../../plan/keyQueries.ts';
import { MOST_REGIONS } from '../../plan/keyRegions.ts';
import type { Verdict } from './verdict.ts';

const PLURALS: Readonly<Record<KeyQueries['queryClass'], readonly [string, string]>> = {
  point: ['point query', 'point queries'],
  'row range': ['row range query', 'row range queries'],
  'partition range': ['partition range query', 'partition range queries'],
  'table scan': ['table scan', 'table scans'],
};

/** The title of a rewrite: "3 point queries in parallel return the same rows." */
export function keyQueriesTitle({ filters, queryClass }: KeyQueries): string {
  const [one, many] = PLURALS[queryClass];
  return filters.length === 1
    ? `1 ${one} returns the same rows.`
    : `${countText(filters.length)} ${many} in parallel return the same rows.`;
}

/** Why the rewrite is better, and its caveats. */
export function keyQueriesNote(
  { mayOverlap, isOverLimit, queryClass }: KeyQueries,
  verdict: Pick<Verdict, 'isOverComparisons' | 'isTooLong' | 'isUnfollowed'>,
): string | undefined {
  const notes: string[] = [];
  if (queryClass === 'table scan') notes.push('Each reads the whole table.');
  if (verdict.isUnfollowed) {
    notes.push(
      `The filter names more than ${countText(MOST_REGIONS)} keys or key ranges, too many to read one by one. Split the list over several filters of up to ${countText(MOST_REGIONS)}: each then becomes queries by key.`,
    );
  }
  if (verdict.isTooLong) notes.push('The one filter is too long for a URL.');
  if (verdict.isOverComparisons) notes.push(`The one filter has more than ${MAX_COMPARISONS} comparisons.`);
  if (mayOverlap)
    notes.push(
      'Two answers may hold the same row: Query counts it once; elsewhere, drop repeats by PartitionKey and RowKey. A row that changes while they are read may be in neither.',
    );
  if (isOverLimit) notes.push('Some are still over a limit: they have no "or" to split at.');
  return notes.length === 0 ? undefined : notes.join(' ');
}
