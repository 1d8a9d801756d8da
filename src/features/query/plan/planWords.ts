import { timestampNote } from '../../../core/design/query/timestampRewrite.ts';
import type { PlanVerdict } from '../../../core/design/query/planVerdict.ts';
import { planLineText, reasonText } from '../../../core/design/query/verdictWords.ts';
import { parseFilter } from '../../../core/odata/filter.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { clockText } from '../../shared/clockText.ts';

/**
 * "100 partition range queries, 23:45:00 \u2264 time < 01:45:00, \u2265 100 partitions, \u2265 201 requests": what would be
 * sent. `costsPreflight`: the browser asks the service before each of them.
 */
export function planWords(
  { reads }: Pick<QueryPlan, 'reads'>,
  verdict: PlanVerdict,
  { timeZone, costsPreflight }: { readonly timeZone: string | undefined; readonly costsPreflight: boolean },
): string {
  const time = reads && `${clockText(reads.from, timeZone)} \u2264 time < ${clockText(reads.to, timeZone)}`;
  return `${planLineText(verdict, time)}${costsPreflight ? ', each with a preflight' : ''}`;
}

/** The reason already says this about every scan; the rest of the note is the next step. */
const SCAN = 'This reads every partition: table scan. ';

/** What the keys of the window miss of a Timestamp condition; undefined if there is no such condition. */
export function lateNote({ request }: Pick<QueryPlan, 'request'>): string | undefined {
  const { filter, window } = request;
  if (filter === undefined || window === undefined) return undefined;
  const node = parseFilter(filter);
  return node.ok ? timestampNote(node.value, window) : undefined;
}

/** Why it costs much, and what the line does not say by itself: that more is read than the window. */
export function planNotes(
  { notes }: Pick<QueryPlan, 'notes'>,
  verdict: PlanVerdict | undefined,
): readonly string[] {
  return [
    ...(verdict === undefined || verdict.worst.rating === 'good' ? [] : [reasonText(verdict.worst)]),
    ...notes
      .filter((note) => !note.startsWith('Reads '))
      .map((note) => (note.startsWith(SCAN) ? note.slice(SCAN.length) : note)),
  ];
}
