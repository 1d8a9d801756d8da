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
import type { RowPlace } from '../../../state/run/timeCursor.ts';

export interface RunReading {
  readonly plan: QueryPlan;
  /** How far each planned query is. */
  readonly states: readonly ReadState[];
  /** Undefined or running: it is not over. */
  readonly completeness: Completeness | undefined;
}

/** What a cell of an unread range is. Of the last three rows may be there, and others missing. */
const UNREAD: ReadonlyMap<UnreadWhy, ReadState> = new Map([
  ['failed', 'failed'],
  ['stopped', 'stopped'],
  ['outside-sas', 'outside'],
  ['unproven', 'unverified'],
  ['anomalies', 'unverified'],
  ['lagging', 'unverified'],
]);

/**
 * The cells of a run. A cell counts as read only where no stretch of time that it meets was left out: of its own query where each
 * row of the map is one (`isByQuery`), of its own keys where it is a partition or a prefix (`rowsBy`), else of any, since rows of
 * every query may belong to it.
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
  // Without ranges, no key says what is unread: then the whole query counts as unread.
  const grid: CellGrid = { ...matrix, states: matrix.states.slice() };
  if (!isOver || unread.length === 0) {
    for (const [row, state] of wholeRows(matrix, states, isByQuery).entries())
      grid.states.fill(codeOf(state), row * grid.columnCount, (row + 1) * grid.columnCount);
    return grid;
  }
  for (const range of unread) {
    const state = UNREAD.get(range.why);
    const query = plan.queries.find(({ label }) => label === range.query);
    // Coverage checks are outside the planned keys, so they have no row on the map.
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

/** The state of whole map rows. If a row may hold rows of every query, the least certain state. */
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
 * The row of the map that an entity belongs to; undefined: none is its own. `queries`: each row of the map is one planned query; false:
 * rows are groups.
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

/** Labels of rows beside numbers: "prefix 37" is 37 there. */
export function rowLabel(label: string): string {
  if (label === '') return '(no prefix)';
  return groupOfLabel(label);
}

/** The group of the rows, where a row is a query: that of prefix 37 is called "prefix 37". */
export function groupOfLabel(label: string): string {
  return label.replace(/^prefix (\d+)$/, '$1');
}
