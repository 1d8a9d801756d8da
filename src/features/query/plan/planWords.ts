import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import { clockText } from '../../shared/clockText.ts';

/** "100 partition range queries, 23:45:00 \u2264 time < 01:45:00": what would be sent, in one line. */
export function planWords({ queries, queryClass, reads }: QueryPlan, timeZone: string | undefined): string {
  const counted = `${formatCount(queries.length)} ${queryClass} ${queries.length === 1 ? 'query' : 'queries'}`;
  if (reads === undefined) return counted;
  return `${counted}, ${clockText(reads.from, timeZone)} \u2264 time < ${clockText(reads.to, timeZone)}`;
}

/** The same once it was run: the time is in the button above, the kind in the list of queries. */
export function ranWords({ queries }: QueryPlan): string {
  return formatPlural(queries.length, 'query', 'queries');
}

/** What the line does not say by itself: that more is read than the window, that a table is scanned. */
export function planNotes({ notes }: Pick<QueryPlan, 'notes'>): readonly string[] {
  return notes.filter((note) => !note.startsWith('Reads '));
}
