import { useMemo } from 'react';
import { axisSpan, type Interval, clampTicks } from '../../../core/time/ticks.ts';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import type { RowGrouping } from '../../../core/keyspace/map/grouping.ts';
import type { KeyspaceMatrix } from '../../../core/keyspace/map/matrix.ts';
import { type CellGrid, type CellRange, COUNTED } from '../../../core/keyspace/map/cellGrid.ts';
import type { RunMatrixRequest } from '../../../core/rows/rowTypes.ts';
import type { Versioned } from '../../../state/base/latest.ts';
import { completenessReport } from '../../../core/plan/completenessReport.ts';
import { isProven } from '../../../core/plan/derived.ts';
import { completenessText } from '../../../core/plan/completenessText.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { spanOf } from '../../../core/entities/order/timeBuckets.ts';
import { groupingText } from '../../../state/keyspace/keyspaceRows.ts';
import type { MapSection } from '../../../state/keyspace/keyspaceStore.ts';
import type { ResultServices } from '../../../state/results/resultServices.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { anyOf, PREFIX } from '../../../state/run/rowListState.ts';
import { formatPlural } from '../../../ui/format.ts';
import { useServices } from '../services.tsx';
import { useAnswer } from '../useAnswer.ts';
import { type MapData, ROW_KINDS } from './mapData.ts';
import { prefixText } from '../../../core/plan/prefixList.ts';
import { finestWords } from './keyspaceWords.ts';
import { queryStates } from '../../../core/plan/queryStates.ts';
import { gridOfRun, groupOfLabel, isByQuery, rowLabel, rowOfPlace } from './runCells.ts';
import { roundingOf, rowsAreOf, useRunFacts, useSaysComplete } from './useRunFacts.ts';
import { useCountedWindow } from './zoomView.ts';
import { unreadSoFar } from '../../../state/run/runFacts.ts';
import type { RunState } from '../../../state/run/runState.ts';

/** The most columns of a map: few enough that a quiet prefix still shows its rate. A zoom is counted again in finer columns. */
export const COLUMNS = 300;
/** Asks for the time range of the rows, if the query has none. */
const SPAN = { buckets: 600 };

/** The time range of the query, or else of its rows; undefined if no row has a time. */
export function useWhole(
  run: RunState,
  { keyspaceSpan }: Pick<ResultServices, 'keyspaceSpan'>,
  isAsked = true,
): Interval | undefined {
  const typed = axisSpan(run.plan.request.window);
  const question = isAsked && typed === undefined ? SPAN : undefined;
  const { answer: found } = useAnswer(keyspaceSpan, run, question);
  return useMemo(() => {
    if (typed !== undefined) return typed;
    if (found === undefined || found.bucketCount === 0) return undefined;
    const { from, to } = spanOf(found);
    return { from: clampTicks(from), to: clampTicks(to) };
  }, [typed, found]);
}

/**
 * The map of a run's rows, updated while it runs; undefined if no row has a time. `isAsked`: false if no view shows the map at the moment.
 */
export function useRunMap(
  run: RunState,
  zoom: MapSection | undefined,
  rowsBy: RowGrouping | undefined,
  filters: readonly RowFilter[],
  isAsked = true,
): MapData | undefined {
  const services = useServices();
  const { plan, dataVersion, progress, completeness, form } = run;
  const whole = useWhole(run, services, isAsked);
  const window = useCountedWindow(whole, zoom);
  const wanted = useMemo(() => {
    if (!isAsked || window === undefined) return undefined;
    return { window, columns: COLUMNS, ...rowsOf(plan, rowsBy), roundingTicks: roundingOf(plan) };
  }, [isAsked, plan, rowsBy, window]);
  const { asked, answer: counts } = useAnswer(services.keyspaceMatrix, run, wanted);
  // Counts of another grouping belong to other rows of the map.
  const answer = isSameGrouping(asked?.question.grouping, rowsBy) ? counts : undefined;

  const grid = useMemo(() => {
    if (answer === undefined) return undefined;
    const read = { plan, states: queryStates({ progress, completeness }), completeness };
    return gridOfRun(answer, read, isByQuery(plan, rowsBy), rowsBy);
  }, [answer, plan, rowsBy, progress, completeness]);
  const { shown, isStale } = useSelected(grid, run, asked, filters);
  const labels = useMemo(() => answer?.labels.map(rowLabel) ?? [], [answer]);
  const facts = useRunFacts(run, rowsBy, labels);
  const saysComplete = useSaysComplete(run);
  const judged = useMemo(
    // The cells of a capture are not marked as read, because nothing proves it. If the capture says that it is complete, they are judged as
    // read.
    () =>
      grid && saysComplete ? { ...grid, states: new Uint8Array(grid.states.length).fill(COUNTED) } : grid,
    [grid, saysComplete],
  );
  const diagnosis = asked?.version === dataVersion ? facts : 'looking at the rows';
  if (grid === undefined || answer === undefined || whole === undefined) return undefined;
  return {
    grid,
    judged,
    shown,
    isStale,
    labels,
    rowName: ROW_KINDS[rowsAreOf(plan, rowsBy)].rowName,
    rowOf: (place) =>
      rowsBy === undefined ? rowOfPlace(answer, isByQuery(plan, rowsBy) && plan.queries, place) : undefined,
    whole,
    hasSharedRow: answer.sharedLabels > 0,
    title: plan.request.tableName,
    schemeTitle: schemeById(plan.request.schemeId)?.title ?? '',
    isIncomplete: !isProven(completeness),
    origin: completeness.derived && `.${completeness.derived.kind}`,
    completeness: completenessText(completeness),
    report: (file: string) =>
      completenessReport({ file, completeness, unreadSoFar: unreadSoFar(run), plan, endpoint: run.endpoint }),
    outside: outsideWords(answer, whole),
    note: finestWords(answer.finestTicks),
    diagnosis,
    queryOf: (rowFrom: number, rowTo: number) => queryOfRows({ plan, form, rowsBy, labels }, rowFrom, rowTo),
    run,
    id: run.runId,
    filterOf: (rows) => filterOfRows({ plan, rowsBy, matrix: answer }, rows),
  };
}

/**
 * The cells of the map, counting the selected rows only. `isStale`: the counts are still those of the previous selection. `shown` is a text
 * if they could not be counted.
 */
function useSelected(
  grid: CellGrid | undefined,
  run: RunState,
  asked: Versioned<RunMatrixRequest> | undefined,
  filters: readonly RowFilter[],
): Pick<MapData, 'shown' | 'isStale'> {
  const { selectedMatrix } = useServices();
  const isSelected = filters.length > 0;
  const wanted = useMemo(
    () => (asked !== undefined && isSelected ? { ...asked.question, filters } : undefined),
    [asked, isSelected, filters],
  );
  const selected = useAnswer(selectedMatrix, run, wanted, asked?.version);
  const { answer, fault } = selected;
  const isStale = isSelected && selected.asked?.question.filters !== filters;
  // While rows arrive or a drag continues, slightly older counts may be shown, but never counts of other rows or columns of the map.
  const isOurs =
    isSelected &&
    asked !== undefined &&
    selected.asked !== undefined &&
    isSameCells(selected.asked.question, asked.question);
  const counts = isOurs ? answer?.counts : undefined;
  const shown = useMemo(() => {
    if (isStale && fault !== undefined) return fault;
    if (grid === undefined || counts?.length !== grid.counts.length) return grid;
    return { ...grid, counts, all: grid.counts };
  }, [grid, counts, isStale, fault]);
  return { shown, isStale };
}

/** Whether two requests are for the same rows and columns of a map. */
function isSameCells(a: RunMatrixRequest, b: RunMatrixRequest): boolean {
  return (
    a.window.from === b.window.from &&
    a.window.to === b.window.to &&
    a.columns === b.columns &&
    isSameGrouping(a.grouping, b.grouping)
  );
}

export function isSameGrouping(asked: RowGrouping | undefined, wanted: RowGrouping | undefined): boolean {
  return (asked && groupingText(asked)) === (wanted && groupingText(wanted));
}

function outsideWords(
  { outside, from, bucketTicks, columnCount }: KeyspaceMatrix,
  whole: { readonly from: bigint; readonly to: bigint },
): string {
  const isPart = from > whole.from || from + BigInt(columnCount) * bucketTicks < whole.to;
  const edges = isPart ? 0 : outside.before + outside.after;
  return [
    ...(edges > 0 ? [`${formatPlural(edges, 'row')} of the edge buckets outside the window`] : []),
    ...(outside.withoutTime > 0 ? [`${formatPlural(outside.withoutTime, 'row')} without a time`] : []),
  ].join(', ');
}

function rowsOf(plan: QueryPlan, rowsBy: RowGrouping | undefined) {
  if (rowsBy !== undefined) return { by: 'group' as const, grouping: rowsBy };
  return isByQuery(plan, rowsBy)
    ? { by: 'query' as const, labels: plan.queries.map((query) => query.label) }
    : { by: 'group' as const };
}

interface MapRows {
  readonly plan: QueryPlan;
  readonly form: QueryForm;
  readonly rowsBy: RowGrouping | undefined;
  readonly labels: readonly string[];
}

/** The filter that selects the entities of some rows of the map in the list. */
function filterOfRows(
  { plan, rowsBy, matrix }: Pick<MapRows, 'plan' | 'rowsBy'> & { readonly matrix: KeyspaceMatrix },
  { from, to }: CellRange,
): RowFilter | undefined {
  const texts = matrix.labels.slice(from, to).map(groupOfLabel);
  // The writer of a row is not in any column, and the labels of values do not say their types.
  if (texts.length === 0 || rowsBy?.by === 'identity' || rowsBy?.by === 'property') return undefined;
  // The last row combines many labels.
  if (matrix.sharedLabels > 0 && to >= matrix.rowCount) return undefined;
  if (rowsBy?.by === 'partition') return anyOf({ name: 'PartitionKey' }, texts);
  // If queries are not of prefixes, they are of tables or filters, and no column holds their names.
  const isGroup = !isByQuery(plan, rowsBy) || rowsAreOf(plan, rowsBy) === 'prefix';
  return isGroup ? anyOf(PREFIX, texts) : undefined;
}

/** The query of the run, limited to some rows of its map; undefined if no query can ask for exactly these. */
function queryOfRows(
  { plan, form, rowsBy, labels }: MapRows,
  rowFrom: number,
  rowTo: number,
): Partial<QueryForm> | undefined {
  if (rowsBy?.by === 'identity' || rowsBy?.by === 'property') return undefined;
  if (rowsBy?.by === 'partition') {
    const [only] = labels.slice(rowFrom, rowTo);
    return rowTo - rowFrom === 1 && only !== undefined ? { ...form, pk: only, pkMatch: 'is' } : undefined;
  }
  if (rowsBy?.by === 'prefix') {
    const shown = labels.slice(rowFrom, rowTo);
    if (rowsAreOf(plan, rowsBy) !== 'prefix' || !shown.every((label) => /^\d{1,9}$/.test(label)))
      return undefined;
    return { ...form, prefixes: prefixText(shown.map(Number)), unprefixed: false };
  }
  if (!isByQuery(plan, rowsBy)) return form;
  const rows = plan.queries.slice(rowFrom, rowTo);
  const prefixes = rows.flatMap(({ prefix }) => (prefix === undefined ? [] : [prefix]));
  if (prefixes.length === 0) return form;
  return { ...form, prefixes: prefixText(prefixes), unprefixed: prefixes.length < rows.length };
}
