import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { rowCountText } from '../../../core/plan/completenessText.ts';
import { defined } from '../../../core/defined.ts';
import { UNPREFIXED } from '../../../core/keys/forms/prefixedKey.ts';
import type { ListFacts } from '../../../core/rows/rowTypes.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import { isTimeRange, type RowListState, type RowsId } from '../../../state/run/rowListState.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { clampTicks, isoToTicks, TICKS_PER_SECOND, ticksToIso } from '../../../core/time/ticks.ts';
import { announce } from '../../../ui/announce.ts';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices, useStore } from '../services.tsx';
import { prefixText } from '../../../core/plan/prefixList.ts';
import { useAnswer } from '../useAnswer.ts';
import { FilterChips } from './FilterChips.tsx';
import { isInAllRows, type QueryColumn, withQueryFilter } from './queryFilter.ts';
import css from './filterChips.module.css';

/** The selection as chips, above all views of a result. Every view shows the selected rows, and in grey what they leave out. */
export function SelectedRows(props: {
  readonly run: RunState;
  /** Further actions for the selected rows. */
  readonly children?: ReactNode;
}): ReactNode {
  const { run, children } = props;
  const { rowList } = useServices();
  const filters = useListState(run.runId, ({ filters }) => filters);
  const { answer, isStale, fault } = useCount(run, filters);
  const toQuery = useToQuery();
  return (
    <div className={css.selected}>
      <FilterChips
        filters={filters}
        uncompared={answer?.uncompared}
        onChange={(next) => rowList.change(run.runId, { filters: next })}
        toQuery={toQuery}
      />
      <span className="dims" role="status" aria-busy={isStale}>
        {answer !== undefined && <CountWords {...answer} state={run.completeness.state} />}
      </span>
      {filters.length > 0 && answer === undefined && <span>{wordsOf(fault ?? 'Counting')}</span>}
      {filters.length > 0 && children}
    </div>
  );
}

function CountWords({
  total,
  filteredOut,
  unlooked = 0,
  state,
}: ListFacts & Pick<Completeness, 'state'>): ReactNode {
  return (
    <>
      <strong>{formatCount(total)}</strong>
      {` of ${rowCountText(total + filteredOut + unlooked, state).toLowerCase()}`}
      {unlooked > 0 && `, ${formatPlural(unlooked, 'new row')} not looked at yet`}
    </>
  );
}

/**
 * A part of the selection and view state of a run; a run without one has the defaults. A component that reads one part is not drawn again
 * when another changes, as each step of a drag does.
 */
export function useListState<Part>(runId: RowsId, part: (state: RowListState) => Part): Part {
  const { rowList } = useServices();
  return useSyncExternalStore(rowList.subscribe, () => part(rowList.of(runId)));
}

/** How many rows are selected; undefined until known. `isStale`: the selection has changed since. */
export function useCount(run: RunState, filters: readonly RowFilter[]) {
  const { selectedRows } = useServices();
  const question = useMemo(() => (filters.length > 0 ? { filters } : undefined), [filters]);
  const { asked, answer, fault } = useAnswer(selectedRows, run, question);
  const isOurs = question !== undefined && fault === undefined;
  return {
    answer: isOurs ? answer : undefined,
    isStale: isOurs && asked?.question.filters !== filters,
    fault,
  };
}

/** The filters of a run, and how many rows they select according to `SelectedRows`; undefined until known. */
export function useSelectedCount({ runId, rows }: RunState) {
  const { selectedRows } = useServices();
  const filters = useListState(runId, (list) => list.filters);
  const { question, answer } = useStore(selectedRows);
  const counted = question?.question.filters === filters ? answer?.total : undefined;
  return { filters, selected: filters.length === 0 ? rows : counted };
}

function prefixesOf(filter: RowFilter): Partial<QueryForm> | undefined {
  const texts = filter.kind === 'is' ? [filter.text] : filter.kind === 'one-of' ? filter.texts : [];
  const numbers = texts.filter((text) => /^\d{1,9}$/.test(text));
  const others = texts.filter((text) => !numbers.includes(text));
  if (numbers.length === 0 || others.some((text) => text !== UNPREFIXED)) return undefined;
  return { prefixes: prefixText(numbers.map(Number)), unprefixed: others.length > 0 };
}

/** The time range of the hour that begins at this time. */
function hourWindow(text: string): Partial<QueryForm> {
  const from = isoToTicks(text);
  return { from: text, to: ticksToIso(clampTicks(from + 3600n * TICKS_PER_SECOND)) };
}

/**
 * Returns, for a filter of the selection, a function that adds it to the next query as its time range, its prefixes or a condition;
 * undefined if the service has no such condition.
 */
export function useToQuery(): (filter: RowFilter) => (() => void) | undefined {
  const { query, columns } = useServices();
  const { answer: known } = useStore(columns);
  const typesOf = ({ name = '' }: RowFilter): QueryColumn => {
    const column = known?.of(name);
    return column === undefined
      ? { types: [] }
      : { types: column.types, isInAll: isInAllRows(column, known?.rowCount ?? 0) };
  };
  const { filter: text } = useStore(query);
  const changeFor = (filter: RowFilter): Partial<QueryForm> | undefined => {
    if (isTimeRange(filter)) return defined({ from: filter.from || undefined, to: filter.to || undefined });
    if (filter.fact === 'hour') return filter.kind === 'is' ? hourWindow(filter.text) : undefined;
    if (filter.fact === 'prefix') return prefixesOf(filter);
    if (filter.name === undefined) return undefined;
    const joined = withQueryFilter(text, filter, typesOf(filter));
    return joined === undefined ? undefined : { filter: joined };
  };
  return (filter) => {
    const change = changeFor(filter);
    return (
      change &&
      (() => {
        query.change(change);
        announce('Added to the query. Run it to read only these rows.');
      })
    );
  };
}
