import { isInSpan } from '../../../core/keys/base/keySpan.ts';
import {
  type CellGrid,
  type CellRange,
  codeOf,
  columnsOfTime,
  leastSure,
  type StateCode,
} from '../../../core/keyspace/map/cellGrid.ts';
import type { RowGrouping } from '../../../core/keyspace/map/grouping.ts';
import type { KeyspaceMatrix } from '../../../core/keyspace/map/matrix.ts';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { unreadTime } from '../../../core/plan/completenessReport.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { UnreadRange, UnreadWhy } from '../../../core/plan/unreadRanges.ts';
import { LEAST_SURE, type ReadState } from '../../../core/plan/readState.ts';
import type { RowPlace } from '../../../state/results/resultServices.ts';

export interface RunReading {
  readonly plan: QueryPlan;
  /** How far each planned query has been read. */
  readonly states: readonly ReadState[];
  /** Undefined, or with the state running, if the run has not ended. */
  readonly completeness: Completeness | undefined;
}

/**
 * Whether each row of the map is one planned query. It is not if a filter was split into several queries of the same prefix: then the
 * prefix of an entity does not tell which query read it.
 */
export function isByQuery(
  {
    queries,
    request,
  }: {
    readonly request: Pick<QueryPlan['request'], 'filter'>;
    readonly queries: readonly Pick<QueryPlan['queries'][number], 'tableName' | 'prefix'>[];
  },
  grouping: RowGrouping | undefined,
): boolean {
  if (grouping !== undefined || queries.length < 2) return false;
  if (request.filter === undefined) return true;
  return (
    new Set(queries.map(({ tableName, prefix = '' }) => `${tableName} ${prefix}`)).size === queries.length
  );
}

/** The state of cells in an unread range. `unverified` means that some rows may be there while others are missing. */
const UNREAD: ReadonlyMap<UnreadWhy, ReadState> = new Map([
  ['failed', 'failed'],
  ['stopped', 'stopped'],
  ['outside-sas', 'outside'],
  ['unproven', 'unverified'],
  ['anomalies', 'unverified'],
  ['lagging', 'unverified'],
]);

/**
 * The cells of a run. A cell counts as read only if no unread range overlaps it. Which ranges can overlap depends on the rows: those of its
 * own query if each row is one (`isByQuery`), those of its own keys if it is a partition or a prefix (`rowsBy`), or otherwise all, because
 * rows of any query may belong to it.
 */
export function gridOfRun(
  matrix: KeyspaceMatrix,
  run: RunReading,
  isByQuery: boolean,
  rowsBy?: RowGrouping,
): CellGrid {
  const { plan, states, completeness } = run;
  const unread = completeness !== undefined && 'unread' in completeness ? completeness.unread : [];
  const isOver = completeness !== undefined && completeness.state !== 'running';
  // Until the run is over, or without unread ranges, the state of each whole query applies to all its cells.
  const grid: CellGrid = { ...matrix, states: matrix.states.slice() };
  if (!isOver || unread.length === 0) {
    for (const [row, state] of wholeRows(matrix, states, isByQuery).entries())
      grid.states.fill(codeOf(state), row * grid.columnCount, (row + 1) * grid.columnCount);
    return grid;
  }
  for (const range of unread) {
    const state = UNREAD.get(range.why);
    const query = plan.queries.find(({ label }) => label === range.query);
    // Coverage checks are outside the planned keys, so the map has no row for them.
    if (state === undefined || query === undefined) continue;
    const time = unreadTime(range, plan);
    const columns = time === undefined ? { from: 0, to: grid.columnCount } : columnsOfTime(grid, time);
    const rows = isByQuery
      ? [matrix.labels.indexOf(query.label)]
      : rowsThatMayHold(matrix, range, query.prefix, rowsBy);
    for (const row of rows) if (row >= 0 && row < grid.rowCount) markCells(grid, row, columns, codeOf(state));
  }
  return grid;
}

function rowsThatMayHold(
  { labels, sharedLabels, rowCount }: KeyspaceMatrix,
  range: UnreadRange,
  prefix: number | undefined,
  rowsBy: RowGrouping | undefined,
): readonly number[] {
  return Array.from({ length: rowCount }, (_, row) => row).filter((row) => {
    const stands = sharedLabels > 0 && row === rowCount - 1;
    return stands || mayHold(labels[row] ?? '', range, prefix, rowsBy);
  });
}

/** Whether rows of a range may belong to the map row with this label. */
function mayHold(
  label: string,
  { partition }: UnreadRange,
  prefix: number | undefined,
  rowsBy: RowGrouping | undefined,
): boolean {
  if (rowsBy?.by === 'partition') return isInSpan(label, partition);
  if (rowsBy?.by === 'prefix' && prefix !== undefined && /^\d{1,15}$/.test(label))
    return Number(label) === prefix;
  return true;
}

function markCells(
  { states, columnCount }: CellGrid,
  row: number,
  columns: CellRange,
  code: StateCode,
): void {
  for (let column = columns.from; column < columns.to; column++) {
    const at = row * columnCount + column;
    states[at] = leastSure(states[at] ?? code, code);
  }
}

/** One state for each whole row of the map. If rows of every query may belong to a row, it gets the least certain state. */
function wholeRows(
  { rowCount }: KeyspaceMatrix,
  states: readonly ReadState[],
  isByQuery: boolean,
): readonly ReadState[] {
  if (isByQuery) return states;
  const open = LEAST_SURE.find((state) => states.includes(state)) ?? 'done';
  return Array.from({ length: rowCount }, () => open);
}

/**
 * The row of the map that an entity belongs to; undefined if it has none of its own. `queries`: the planned queries if each row of the map
 * is one, or false if rows are groups.
 */
export function rowOfPlace(
  { labels, sharedLabels, rowCount }: Pick<KeyspaceMatrix, 'labels' | 'sharedLabels' | 'rowCount'>,
  queries: readonly { readonly label: string }[] | false,
  place: RowPlace,
): number | undefined {
  const label = queries === false ? place.group : queries[place.queryIndex]?.label;
  const at = label === undefined ? -1 : labels.indexOf(label);
  const isShared = sharedLabels > 0 && at === rowCount - 1;
  return at < 0 || isShared ? undefined : at;
}

/** The label that the map shows, which is short: "prefix 37" becomes "37". */
export function rowLabel(label: string): string {
  if (label === '') return '(no prefix)';
  return groupOfLabel(label);
}

/** The name of the group for a row that is a query: "prefix 37" becomes "37". */
export function groupOfLabel(label: string): string {
  return label.replace(/^prefix (\d+)$/, '$1');
}
