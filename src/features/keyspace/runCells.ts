import type { TickSpan } from '../../core/keys/scheme.ts';
import {
  type CellGrid,
  columnsOfTime,
  FAILED,
  NOT_ASKED,
  type StateCode,
} from '../../core/keyspace/map/cellGrid.ts';
import { gridOfMatrix, type MatrixRowState } from '../../core/keyspace/map/gridOfMatrix.ts';
import type { KeyspaceMatrix } from '../../core/keyspace/matrix.ts';
import type { Completeness } from '../../core/plan/completeness.ts';
import { unreadTime } from '../../core/plan/completenessReport.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { UnreadRange, UnreadWhy } from '../../core/plan/unreadRanges.ts';

export interface RunReading {
  readonly plan: QueryPlan;
  /** How far each planned query is. */
  readonly states: readonly MatrixRowState[];
  /** Undefined or running: it is not over. */
  readonly completeness: Completeness | undefined;
}

/** Stretches of which no row was read. Of the other kinds rows are there, and the completeness says what they are worth. */
const UNREAD: ReadonlyMap<UnreadWhy, StateCode> = new Map([
  ['failed', FAILED],
  ['stopped', NOT_ASKED],
  ['outside-sas', NOT_ASKED],
]);

/**
 * The cells of a run. A cell counts as read only where no stretch of time that it meets was left out: of its own query where each
 * row of the map is one (`isByQuery`), else of any, since rows of every query may belong to it.
 */
export function gridOfRun(matrix: KeyspaceMatrix, run: RunReading, isByQuery: boolean): CellGrid {
  const { plan, states, completeness } = run;
  const unread = completeness !== undefined && 'unread' in completeness ? completeness.unread : [];
  const isOver = completeness !== undefined && completeness.state !== 'running';
  // Without ranges no key tells what is left: then the query as a whole does.
  if (!isOver || unread.length === 0) return gridOfMatrix(matrix, wholeRows(matrix, states, isByQuery));
  const grid = gridOfMatrix(matrix);
  const spans = unread.flatMap((range) => spanOf(range, plan));
  for (const { query, code, time } of spans) {
    const row = isByQuery ? plan.queries.findIndex(({ label }) => label === query) : undefined;
    if (row === -1 || (row ?? 0) >= grid.rowCount) continue;
    const rows = row === undefined ? { from: 0, to: grid.rowCount } : { from: row, to: row + 1 };
    const columns = time === undefined ? { from: 0, to: grid.columnCount } : columnsOfTime(grid, time);
    for (let at = rows.from; at < rows.to; at++)
      grid.states.fill(code, at * grid.columnCount + columns.from, at * grid.columnCount + columns.to);
  }
  return grid;
}

interface UnreadSpan {
  readonly query: string;
  readonly code: StateCode;
  /** Undefined: its keys do not tell. */
  readonly time: TickSpan | undefined;
}

function spanOf(range: UnreadRange, plan: QueryPlan): readonly UnreadSpan[] {
  const code = UNREAD.get(range.why);
  // Guards lie beside the planned keys: no row of the map is theirs.
  if (code === undefined || !plan.queries.some(({ label }) => label === range.query)) return [];
  return [{ query: range.query, code, time: unreadTime(range, plan) }];
}

const LEAST_SURE = ['reading', 'waiting', 'failed', 'stopped'] as const;

/** The state of whole rows. Where a row may hold rows of every query, that of the least sure of them. */
function wholeRows(
  { rowCount }: KeyspaceMatrix,
  states: readonly MatrixRowState[],
  isByQuery: boolean,
): readonly MatrixRowState[] | undefined {
  if (isByQuery) return states;
  const open = LEAST_SURE.find((state) => states.includes(state));
  return open === undefined ? undefined : Array.from({ length: rowCount }, () => open);
}
