import { timestampNote } from '../../../core/design/query/timestampRewrite.ts';
import type { PlanVerdict } from '../../../core/design/query/planVerdict.ts';
import { planLineText, reasonText } from '../../../core/design/query/verdictWords.ts';
import { parseFilter } from '../../../core/odata/filter.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { clockText } from '../../shared/clockText.ts';

/**
 * What would be sent: "100 partition range queries, 23:45:00 \u2264 time < 01:45:00, \u2265 100 partitions, \u2265 201 requests".
 * `costsPreflight`: the browser sends a preflight before each request.
 */
export function planWords(
  { reads }: Pick<QueryPlan, 'reads'>,
  verdict: PlanVerdict,
  { timeZone, costsPreflight }: { readonly timeZone: string | undefined; readonly costsPreflight: boolean },
): string {
  const time = reads && `${clockText(reads.from, timeZone)} \u2264 time < ${clockText(reads.to, timeZone)}`;
  return `${planLineText(verdict, time)}${costsPreflight ? ', each with a preflight' : ''}`;
}

/** The reason says this about every scan already. The rest of the note is the next step. */
const SCAN = 'This reads every partition: table scan. ';

/** Which rows of a Timestamp condition the keys of the window miss; undefined if there is no such condition. */
export function lateNote({ request }: Pick<QueryPlan, 'request'>): string | undefined {
  const { filter, window } = request;
  if (filter === undefined || window === undefined) return undefined;
  const node = parseFilter(filter);
  return node.ok ? timestampNote(node.value, window) : undefined;
}

/** Why the plan is expensive, and what else the line does not say by itself, such as that more is read than the window. */
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
