import { type CellGrid, type CellWindow, clampWindow, ESTIMATED, type StateCode } from './cellGrid.ts';
import { type Binning, binPoints, type KeyPoints } from './keyPoints.ts';

/** Least number of rows that the arrays have room for. */
const LEAST_ROOM = 16;

/** Points so far that are in no cell. */
interface OutsideSoFar {
  before: number;
  after: number;
  withoutTime: number;
  hidden: number;
}

/**
 * A grid that grows while a run, a probe or a model fills it. Its time window is fixed (a zoom makes a new grid); rows are added
 * as groups appear. `version` increases with every change, which tells a painter when to repaint.
 */
export class LiveGrid {
  version = 0;
  readonly outside: OutsideSoFar = { before: 0, after: 0, withoutTime: 0, hidden: 0 };
  private rows: number;
  private readonly columnCount: number;
  private readonly from: bigint;
  private readonly bucketTicks: bigint;
  private counts: Uint32Array;
  private states: Uint8Array;
  private errors: Float32Array | undefined;
  private readonly firstState: StateCode;

  constructor(
    shape: Pick<CellGrid, 'rowCount' | 'columnCount' | 'from' | 'bucketTicks'>,
    firstState: StateCode,
  ) {
    const size = Math.max(LEAST_ROOM, shape.rowCount) * shape.columnCount;
    this.rows = shape.rowCount;
    this.columnCount = shape.columnCount;
    this.from = shape.from;
    this.bucketTicks = shape.bucketTicks;
    this.counts = new Uint32Array(size);
    this.states = new Uint8Array(size).fill(firstState);
    this.firstState = firstState;
  }

  /** The current grid. It shares the live arrays and is valid until the next `appendRows`. */
  get grid(): CellGrid {
    const size = this.rows * this.columnCount;
    return {
      rowCount: this.rows,
      columnCount: this.columnCount,
      from: this.from,
      bucketTicks: this.bucketTicks,
      counts: this.counts.subarray(0, size),
      states: this.states.subarray(0, size),
      errors: this.errors?.subarray(0, size),
    };
  }

  /** Adds rows and returns the number of the first new one. */
  appendRows(count: number): number {
    const first = this.rows;
    this.rows += count;
    const size = this.rows * this.columnCount;
    if (size > this.counts.length) {
      const room = Math.max(size, this.counts.length * 2);
      this.counts = grown(new Uint32Array(room), this.counts);
      this.states = grown(new Uint8Array(room).fill(this.firstState), this.states);
      if (this.errors !== undefined) this.errors = grown(new Float32Array(room), this.errors);
    }
    this.version++;
    return first;
  }

  /** Counts the points [range.from, range.to) that arrived since the last call. O(new points). */
  addPoints(
    points: KeyPoints,
    rowOfGroup: Uint32Array,
    range: { readonly from: number; readonly to: number },
  ): void {
    const binning: Binning = {
      from: this.from,
      bucketTicks: this.bucketTicks,
      columnCount: this.columnCount,
      rowCount: this.rows,
      rowOfGroup,
    };
    const { before, after, withoutTime, hidden } = binPoints(points, binning, range, this.counts);
    this.outside.before += before;
    this.outside.after += after;
    this.outside.withoutTime += withoutTime;
    this.outside.hidden += hidden;
    this.version++;
  }

  /** Sets the state of all cells in a window. */
  setState(window: CellWindow, state: StateCode): void {
    const { rows, columns } = clampWindow({ rowCount: this.rows, columnCount: this.columnCount }, window);
    for (let row = rows.from; row < rows.to; row++) {
      const start = row * this.columnCount;
      this.states.fill(state, start + columns.from, start + columns.to);
    }
    this.version++;
  }

  /** Sets one cell to a count, or to an estimate if it has a standard error. */
  setCell(row: number, column: number, count: number, state: StateCode, standardError = 0): void {
    const at = row * this.columnCount + column;
    this.counts[at] = Math.max(0, Math.round(count));
    this.states[at] = state;
    if (state === ESTIMATED || this.errors !== undefined) {
      this.errors ??= new Float32Array(this.counts.length);
      this.errors[at] = standardError;
    }
    this.version++;
  }
}

function grown<A extends { set: (from: A) => void }>(room: A, old: A): A {
  room.set(old);
  return room;
}
