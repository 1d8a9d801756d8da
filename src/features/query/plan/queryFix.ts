import { keyTimesOf } from '../../../core/design/query/timestampRewrite.ts';
import { readQuery } from '../../../core/design/query/readQuery.ts';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import { formatFilter, parseFilter } from '../../../core/odata/filter.ts';
import type { FilterNode } from '../../../core/odata/filterNode.ts';
import type { PlanFault, QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { Result } from '../../../core/result.ts';
import { MAX_TICKS, MIN_TICKS, ticksToIso } from '../../../core/time/ticks.ts';
import { ofTable, type QueryForm } from '../../../state/run/queryForm.ts';

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
