/*
 * The cells of the map: matrix rows (prefixes, partitions, writers, values) by buckets of time. Flat row-major typed arrays, so
 * that 2,000 x 1,000 cells and more can be painted, summed and transferred to a worker without a copy.
 */

import { LEAST_SURE, type ReadState } from '../../plan/readState.ts';
import { floorDiv } from '../../bigints.ts';

/** State codes, the values of CellGrid.states. In a cell that is not COUNTED or ESTIMATED, the count is a lower bound. */
export const WAITING = 0;
export const READING = 1;
export const FAILED = 2;
/** Every entity of the cell was read. */
export const COUNTED = 3;
/** The count is an estimate and `errors` holds its standard error. Never shown as a count. */
export const ESTIMATED = 4;
export const STOPPED = 5;
export const UNVERIFIED = 6;
export const OUTSIDE = 7;
export type StateCode =
  | typeof WAITING
  | typeof READING
  | typeof FAILED
  | typeof COUNTED
  | typeof ESTIMATED
  | typeof STOPPED
  | typeof UNVERIFIED
  | typeof OUTSIDE;

/**
 * The state of a cell. A cell that was completely read is `counted`, or `zero` if it has no entities. The count of an `estimated` cell,
 * which only the probe has, is inferred from samples.
 */
export type CellState = Exclude<ReadState, 'done'> | 'zero' | 'counted' | 'estimated';

/** A half-open range of row or column numbers. */
export interface CellRange {
  readonly from: number;
  readonly to: number;
}

/** A rectangle of cells. */
export interface CellWindow {
  readonly rows: CellRange;
  readonly columns: CellRange;
}

/** Cell (r, c) is entry r * columnCount + c of each array. */
export interface CellGrid {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Start of column 0 in ticks; column c is [from + c * bucketTicks, from + (c + 1) * bucketTicks). */
  readonly from: bigint;
  /** Width of a column in ticks, above 0. */
  readonly bucketTicks: bigint;
  /** Entities; estimates are rounded to whole ones. */
  readonly counts: Uint32Array;
  /** All entities, selected or not. Only set if `counts` are those of a selection. */
  readonly all?: Uint32Array | undefined;
  /** One StateCode per cell. */
  readonly states: Uint8Array;
  /** Standard error in entities of each estimated cell; undefined if there are no estimates. */
  readonly errors?: Float32Array | undefined;
}

/** A grid without entities. All its cells have the same state. */
export function emptyGrid(
  {
    rowCount,
    columnCount,
    from,
    bucketTicks,
  }: Pick<CellGrid, 'rowCount' | 'columnCount' | 'from' | 'bucketTicks'>,
  state: StateCode,
): CellGrid {
  const size = rowCount * columnCount;
  const states = new Uint8Array(size).fill(state);
  return { rowCount, columnCount, from, bucketTicks, counts: new Uint32Array(size), states };
}

/** One cell, with its state in words. */
export interface Cell {
  readonly state: CellState;
  /** Entities; a lower bound unless the state is zero, counted or estimated. */
  readonly count: number;
  /** Standard error in entities; 0 unless estimated. */
  readonly standardError: number;
}

const STATE_NAMES: readonly CellState[] = [
  'waiting',
  'reading',
  'failed',
  'counted',
  'estimated',
  'stopped',
  'unverified',
  'outside',
];

/** The state code of cells whose keys are in this read state. */
export function codeOf(state: ReadState): StateCode {
  return (state === 'done' ? COUNTED : STATE_NAMES.indexOf(state)) as StateCode;
}

/** The rank of each state code: the less certain, the lower. An estimate ranks just below a count, above all other states. */
const SURENESS = STATE_NAMES.map((state) => {
  if (state === 'estimated') return LEAST_SURE.length - 1.5;
  return LEAST_SURE.findIndex((one) => one === (state === 'counted' ? 'done' : state));
});

/** The less certain of two states. Joined cells are as certain as the least certain one. */
export function leastSure(one: number, other: number): StateCode {
  return ((SURENESS[one] ?? 0) <= (SURENESS[other] ?? 0) ? one : other) as StateCode;
}

/** The cell at a row and a column. Outside the grid it is `waiting`, with a count of 0. */
export function cellAt(grid: CellGrid, row: number, column: number): Cell {
  const isInside = row >= 0 && row < grid.rowCount && column >= 0 && column < grid.columnCount;
  const at = isInside ? row * grid.columnCount + column : -1;
  const count = grid.counts[at] ?? 0;
  const code = grid.states[at] ?? WAITING;
  const name = STATE_NAMES[code] ?? 'waiting';
  return {
    state: name === 'counted' && count === 0 ? 'zero' : name,
    count,
    standardError: code === ESTIMATED ? (grid.errors?.[at] ?? 0) : 0,
  };
}

export function wholeGrid(grid: Pick<CellGrid, 'rowCount' | 'columnCount'>): CellWindow {
  return { rows: { from: 0, to: grid.rowCount }, columns: { from: 0, to: grid.columnCount } };
}

/** A window cut to the grid; empty if they do not overlap. */
export function clampWindow(
  grid: Pick<CellGrid, 'rowCount' | 'columnCount'>,
  window: CellWindow,
): CellWindow {
  return {
    rows: clampRange(window.rows, grid.rowCount),
    columns: clampRange(window.columns, grid.columnCount),
  };
}

function clampRange({ from, to }: CellRange, size: number): CellRange {
  const first = Math.min(size, Math.max(0, Math.floor(from)));
  return { from: first, to: Math.min(size, Math.max(first, Math.ceil(to))) };
}

/** The time of columns, from the start of the first to the end of the last, in ticks. */
export function columnsTime(
  grid: Pick<CellGrid, 'from' | 'bucketTicks'>,
  columns: CellRange,
): { readonly from: bigint; readonly to: bigint } {
  return {
    from: grid.from + BigInt(columns.from) * grid.bucketTicks,
    to: grid.from + BigInt(columns.to) * grid.bucketTicks,
  };
}

/** The columns that overlap a time span, cut to the grid. */
export function columnsOfTime(
  grid: Pick<CellGrid, 'from' | 'bucketTicks' | 'columnCount'>,
  time: { readonly from: bigint; readonly to: bigint },
): CellRange {
  const last = grid.columnCount;
  const first = Number(floorDiv(time.from - grid.from, grid.bucketTicks));
  const after = Number(floorDiv(time.to - grid.from + grid.bucketTicks - 1n, grid.bucketTicks));
  return clampRange({ from: first, to: after }, last);
}

/** The part of a grid in a window of its cells. */
export function cutGrid(grid: CellGrid, { rows, columns }: CellWindow): CellGrid {
  const rowCount = rows.to - rows.from;
  const columnCount = columns.to - columns.from;
  const cut = <A extends Uint32Array | Uint8Array | Float32Array>(values: A): A => {
    const part = values.slice(0, rowCount * columnCount) as A;
    for (let row = 0; row < rowCount; row++) {
      const start = (rows.from + row) * grid.columnCount;
      part.set(values.subarray(start + columns.from, start + columns.to), row * columnCount);
    }
    return part;
  };
  return {
    rowCount,
    columnCount,
    from: columnsTime(grid, columns).from,
    bucketTicks: grid.bucketTicks,
    counts: cut(grid.counts),
    states: cut(grid.states),
    errors: grid.errors && cut(grid.errors),
  };
}
