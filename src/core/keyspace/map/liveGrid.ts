import { type CellGrid, type CellWindow, clampWindow, ESTIMATED, type StateCode } from './cellGrid.ts';
import { type Binning, binPoints, type KeyPoints } from './keyPoints.ts';

/** Rows that the arrays have room for at least. */
const LEAST_ROOM = 16;

/** Points that a live grid could not place, so far. */
interface OutsideSoFar {
  before: number;
  after: number;
  withoutTime: number;
  hidden: number;
}

/**
 * A grid that grows while a run, a probe or a model fills it. The window of time is fixed (a zoom makes a new one); rows are
 * appended as groups turn up. `version` rises with every change, so that a painter knows when to look again.
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

  /** The grid as it is now: views of the live arrays, good until the next appendRows. */
  get grid(): CellGrid {
    const size = this.rows * this.columnCount;
    return {
      rowCount: this.rows,
      columnCount: this.columnCount,
      from: this.from,
      bucketTicks: this.bucketTicks,
      counts: this.counts.subarray(0, size),
      states: this.states.subarray(0, size),
      ...(this.errors === undefined ? {} : { errors: this.errors.subarray(0, size) }),
    };
  }

  /** Appends rows; the first new one's number is the answer. */
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

  /** Counts the points [range.from, range.to) that came since the last call, in O(new points). */
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

  /** Sets the state of all cells of a window. */
  setState(window: CellWindow, state: StateCode): void {
    const { rows, columns } = clampWindow({ rowCount: this.rows, columnCount: this.columnCount }, window);
    for (let row = rows.from; row < rows.to; row++) {
      const start = row * this.columnCount;
      this.states.fill(state, start + columns.from, start + columns.to);
    }
    this.version++;
  }

  /** Sets one cell: a count, or with a standard error in entities an estimate. */
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
