import { type ReactNode, useMemo, useState } from 'react';
import { judgePlan, type PlanVerdict } from '../../../core/design/query/planVerdict.ts';
import type { PlanFault, QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { Result } from '../../../core/result.ts';
import { costsPreflight } from '../../../state/connection/session.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { formatPlural } from '../../../ui/format.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices, useSession, useStore } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { useZone } from '../../shared/shownTime.ts';
import { planFaultWords } from '../form/chipWords.ts';
import { PlanDialog } from './PlanDialog.tsx';
import css from './plan.module.css';
import { timestampNote, keyTimesOf } from '../../../core/design/query/timestampRewrite.ts';
import { planLineText, reasonText } from '../../../core/design/query/verdictWords.ts';
import { parseFilter, formatFilter } from '../../../core/odata/filter.ts';
import { clockText } from '../../shared/windowWords.ts';
import { readQuery } from '../../../core/design/query/readQuery.ts';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import type { FilterNode } from '../../../core/odata/filterNode.ts';
import { MAX_TICKS, MIN_TICKS, ticksToIso } from '../../../core/time/ticks.ts';
import { ofTable, type QueryForm } from '../../../state/run/queryForm.ts';

/** What would be sent and what it costs, in one line. A dialog lists every query with its filter. */
export function PlanLine(props: {
  readonly plan: Result<QueryPlan, PlanFault>;
  /** The result below is of this query. */
  readonly isRan: boolean;
}): ReactNode {
  const { plan, isRan } = props;
  const [open, setOpen] = useState(false);
  const { query } = useServices();
  const form = useStore(query);
  const { timeZone } = useZone();
  const session = useSession();
  const isPreflown = session !== undefined && costsPreflight(session);
  const verdict = useMemo(() => (plan.ok ? judgePlan(plan.value) : undefined), [plan]);
  const fix = useMemo(() => queryFix(form, plan), [form, plan]);
  const fixButton = fix !== undefined && (
    <span className="fixed" title={fix.words}>
      <Button look="link" size="small" onPress={() => query.change(fix.change)}>
        {fix.label}
      </Button>
    </span>
  );
  useGroupActions('Query', [
    ['query.plan', 'Show the planned queries', plan.ok ? () => setOpen(true) : undefined],
  ]);
  if (!plan.ok) {
    return (
      <div className={css.plan}>
        <span className="clip thin">{wordsOf(planFaultWords(plan.error, form))}</span>
        {fixButton}
      </div>
    );
  }
  const more = planNotes(plan.value, isRan ? undefined : verdict).join(' ');
  return (
    <div className={css.plan}>
      <span className="clip thin" title={more}>
        {!isRan && verdict !== undefined && (
          <span data-rating={verdict.worst.rating} className={css.class}>
            {planWords(plan.value, verdict, { timeZone, costsPreflight: isPreflown })}
          </span>
        )}
        {more !== '' && (
          <span className="third">
            {!isRan && '. '}
            {wordsOf(more)}
          </span>
        )}
      </span>
      {fixButton}
      <Button look="link" size="small" onPress={() => setOpen(true)} ariaLabel="Show planned queries">
        {/* Once the query was run, the bar below shows the figures, and the button above the time. */}
        {isRan ? formatPlural(plan.value.queries.length, 'query', 'queries') : 'Show'}
      </Button>
      <PlanDialog plan={plan.value} isOpen={open} onOpenChange={setOpen} />
    </div>
  );
}

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

/** A change of the form that one click can make. */
export interface QueryFix {
  readonly label: string;
  readonly words: string;
  readonly change: Partial<QueryForm>;
}

/** Takes the filter and the table from a pasted address. A filter in other notations needs no change, because it is understood as it is. */
function asFilter({ filter, table }: QueryForm): QueryFix | undefined {
  const read = readQuery(filter);
  if (!read.ok || read.value.form !== 'url') return undefined;
  const { node, table: named } = read.value;
  const text = node === undefined ? '' : formatFilter(node);
  // Table names are not case-sensitive.
  if (named !== undefined && named.toLowerCase() !== table.toLowerCase()) {
    return {
      label: node === undefined ? `Read table ${named}` : `Write as $filter of table ${named}`,
      words: node === undefined ? 'The address has no filter: all rows.' : text,
      change: { ...ofTable(named), filter: text },
    };
  }
  if (node === undefined) return undefined;
  return { label: 'Write as $filter', words: text, change: { filter: text } };
}

/** Sets the time range to that of a Timestamp condition, with a margin for late rows. */
function byKey(node: FilterNode, { scheme }: QueryForm, { request }: QueryPlan): QueryFix | undefined {
  const times = keyTimesOf(node);
  const timed = schemeById(scheme)?.timeSource;
  if (times === undefined || timed === undefined || timed === 'none') return undefined;
  const { window } = request;
  const { from, to } = times;
  // The window already includes these keys, and other words say what its margin misses.
  const isCovered =
    window !== undefined && window.from <= (from ?? MIN_TICKS) && window.to >= (to ?? MAX_TICKS);
  if (isCovered) return undefined;
  return {
    label: 'Read by key',
    words: 'Sets the time range to the keys of this Timestamp condition and 15 min around it.',
    change: {
      from: from === undefined ? '' : ticksToIso(from),
      to: to === undefined ? '' : ticksToIso(to),
      windowGiven: true,
    },
  };
}

/** The change that one click can make to a typed query; undefined if there is none. */
export function queryFix(form: QueryForm, plan: Result<QueryPlan, PlanFault>): QueryFix | undefined {
  if (form.filter.trim() === '') return undefined;
  const node = parseFilter(form.filter);
  if (!node.ok) return asFilter(form);
  return plan.ok ? byKey(node.value, form, plan.value) : undefined;
}
