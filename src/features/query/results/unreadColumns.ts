import type { TickSpan } from '../../../core/keys/base/scheme.ts';
import type { KeyspaceMatrix } from '../../../core/keyspace/matrix.ts';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { unreadTime } from '../../../core/plan/completenessReport.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { ColumnSpan, RowStates } from '../../../ui/heatmap/rowState.ts';
import type { ShownState } from './words/queryStates.ts';

/**
 * The time that was not read, of one planned query or, without a label, of all of them; in order, none overlaps. Undefined
 * where that is not known: while a run goes on, and where the keys of what is left do not tell their time.
 */
export function unreadSpans(
  plan: QueryPlan,
  completeness: Completeness | undefined,
  label?: string,
): readonly TickSpan[] | undefined {
  if (completeness?.state === 'complete') return [];
  if (completeness === undefined || !('unread' in completeness)) return undefined;
  if (completeness.unread.length === 0) return undefined;
  // Rows beside the planned keys were found, not read: no key tells which times are missing.
  if (label === undefined && completeness.unread.some(({ why }) => why === 'outside-plan')) return undefined;
  const planned = new Set(label === undefined ? plan.queries.map((query) => query.label) : [label]);
  const spans: TickSpan[] = [];
  for (const range of completeness.unread) {
    if (!planned.has(range.query)) continue;
    const time = unreadTime(range, plan);
    if (time === undefined) return undefined;
    spans.push(time);
  }
  // All that is left lies beside the planned keys: some time may lack rows, and nobody knows which.
  return label === undefined && spans.length === 0 ? undefined : joined(spans);
}

function joined(spans: readonly TickSpan[]): readonly TickSpan[] {
  const found: TickSpan[] = [];
  for (const span of spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = found.at(-1);
    if (last === undefined || span.from > last.to) found.push(span);
    else found[found.length - 1] = { from: last.from, to: span.to > last.to ? span.to : last.to };
  }
  return found;
}

type MapColumns = Pick<KeyspaceMatrix, 'from' | 'bucketTicks' | 'columnCount'>;

/** The columns of a map that a span of time touches. */
function columnsOf({ from, to }: TickSpan, map: MapColumns): ColumnSpan {
  const clamp = (column: bigint): number =>
    Number(column < 0n ? 0n : column > BigInt(map.columnCount) ? BigInt(map.columnCount) : column);
  const [first, end] = [from - map.from, to - map.from + map.bucketTicks - 1n];
  return { from: clamp(first / map.bucketTicks), to: clamp(end / map.bucketTicks) };
}

/**
 * What is known of the rows of a map. `states`: of the planned queries, which the rows are where `isByQuery`; else one
 * query fills all of them.
 */
export function mapRowStates(
  map: MapColumns & Pick<KeyspaceMatrix, 'rowCount'>,
  run: { readonly plan: QueryPlan; readonly completeness: Completeness | undefined },
  states: readonly ShownState[],
  isByQuery: boolean,
): RowStates {
  const { plan, completeness } = run;
  const columns = (label: string): readonly ColumnSpan[] | undefined =>
    unreadSpans(plan, completeness, label)?.map((span) => columnsOf(span, map));
  if (isByQuery) {
    return {
      rowStates: states,
      unreadColumns: plan.queries.map(({ label }, at) =>
        states[at] === 'done' ? undefined : columns(label),
      ),
    };
  }
  const [state = 'done'] = states;
  const [query] = plan.queries;
  if (state === 'done' || query === undefined) return {};
  const own = columns(query.label);
  return {
    rowStates: Array.from({ length: map.rowCount }, () => state),
    unreadColumns: Array.from({ length: map.rowCount }, () => own),
  };
}
