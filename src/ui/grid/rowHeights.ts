/**
 * Where rows are if some are higher than usual. Only those are held, so ten million rows cost nothing until they are seen.
 * Immutable: a change makes another one.
 */
export class RowHeights {
  readonly usual: number;
  /** Rows of another height, ascending. */
  private readonly rows: Int32Array;
  private readonly heights: Float64Array;
  /** At i: what rows before `rows[i]` are higher than usual, all together. */
  private readonly extra: Float64Array;

  constructor(usual: number, known: ReadonlyMap<number, number> = new Map()) {
    this.usual = usual;
    const kept = [...known].filter(([, height]) => height !== usual).toSorted(([a], [b]) => a - b);
    this.rows = Int32Array.from(kept, ([row]) => row);
    this.heights = Float64Array.from(kept, ([, height]) => height);
    this.extra = new Float64Array(kept.length + 1);
    for (let at = 0; at < kept.length; at++)
      this.extra[at + 1] = (this.extra[at] ?? 0) + (this.heights[at] ?? usual) - usual;
  }

  /** Rows of another height. */
  get size(): number {
    return this.rows.length;
  }

  heightOf(row: number): number {
    const at = this.firstFrom(row);
    return this.rows[at] === row ? (this.heights[at] ?? this.usual) : this.usual;
  }

  /** CSS px from the top of row 0. */
  topOf(row: number): number {
    return row * this.usual + (this.extra[this.firstFrom(row)] ?? 0);
  }

  /** The row at a place, CSS px from the top of row 0; at the border of two the lower one. */
  rowAt(place: number): number {
    // The last row of another height that begins at or before the place.
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.rows[middle] ?? 0) * this.usual + (this.extra[middle] ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return Math.max(0, Math.floor(place / this.usual));
    const row = this.rows[low - 1] ?? 0;
    const bottom = this.topOf(row + 1);
    return place < bottom ? row : row + 1 + Math.floor((place - bottom) / this.usual);
  }

  /**
   * These heights too. The same object if nothing changed.
   * @param near around which row heights are kept if they are too many: farther ones become the usual one
   */
  with(measured: ReadonlyMap<number, number>, near: number, most: number): RowHeights {
    if ([...measured].every(([row, height]) => this.heightOf(row) === height)) return this;
    const all = new Map<number, number>();
    for (const [at, row] of this.rows.entries()) all.set(row, this.heights[at] ?? this.usual);
    for (const [row, height] of measured) all.set(row, height);
    if (all.size > most) for (const row of all.keys()) if (Math.abs(row - near) > most / 4) all.delete(row);
    return new RowHeights(this.usual, all);
  }

  /** Position of the first row of another height that is not before this one. */
  private firstFrom(row: number): number {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.rows[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
