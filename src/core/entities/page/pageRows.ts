import {
  CELL_STRIDE,
  FORM_ABSENT,
  KIND_STRIDE,
  SYSTEM_PARTITION_KEY,
  SYSTEM_ROW_KEY,
  SYSTEM_STRIDE,
  TAG_DUPLICATE,
  TAG_FORM_MASK,
  TAG_TYPE_SHIFT,
} from './decodedPage.ts';
import { grownUint32 } from '../bytes/grow.ts';
import { ScanStop } from '../bytes/jsonBytes.ts';

/** Initial sizes, until the first rows show how large the page may be. */
const FIRST_ROWS = 16;
const FIRST_CELLS = 256;

/**
 * Limit on properties and unclaimed annotations of one entity. The service allows 252 properties and three of its own
 * (Understanding the Table service data model), each with one annotation.
 */
export const MAX_MEMBERS = 4096;

/**
 * The rows of a page as flat arrays, filled row by row. Reused page after page: fresh memory costs a browser more than
 * everything written to it.
 */
export class PageRows {
  system = new Uint32Array(SYSTEM_STRIDE * FIRST_ROWS);
  rowCells = new Uint32Array(FIRST_ROWS);
  cells = new Uint32Array(CELL_STRIDE * FIRST_CELLS);
  rowKinds = new Uint32Array(FIRST_ROWS);
  kinds = new Uint32Array(KIND_STRIDE * FIRST_CELLS);
  rowCount = 0;
  private cellCount = 0;
  /**
   * Where in `kinds` the names and tags of this row are, or those of the previous row as long as both agree: their begin, those of the next
   * cell, their end.
   */
  private kindFrom = 0;
  private kindAt = 0;
  private kindEnd = 0;
  private isOwnKind = false;

  get bytesHeld(): number {
    const arrays = [this.system, this.rowCells, this.cells, this.rowKinds, this.kinds];
    return arrays.reduce((total, array) => total + array.byteLength, 0);
  }

  /** Forgets all rows and invalidates what was made from the last page. */
  clear(): void {
    this.rowCount = 0;
    this.cellCount = 0;
    this.kindFrom = 0;
    this.kindAt = 0;
    this.kindEnd = 0;
  }

  open(): void {
    const at = this.rowCount * SYSTEM_STRIDE;
    this.system = grownUint32(this.system, at + SYSTEM_STRIDE);
    for (let which = 0; which < SYSTEM_STRIDE; which += 3) this.system[at + which] = FORM_ABSENT;
    this.markCells();
    this.kindAt = this.kindFrom;
    this.isOwnKind = false;
  }

  /** Ends a row that begins at `from`. Throws ScanStop if it has no keys. */
  close(from: number): void {
    const base = this.rowCount * SYSTEM_STRIDE;
    const noPartition = this.system[base + SYSTEM_PARTITION_KEY * 3] === FORM_ABSENT;
    if (noPartition || this.system[base + SYSTEM_ROW_KEY * 3] === FORM_ABSENT) {
      const missing = noPartition ? 'PartitionKey' : 'RowKey';
      const message = `Entity ${this.rowCount + 1} of the page has no ${missing} text.`;
      throw new ScanStop('bad-entity', message, from);
    }
    if (!this.isOwnKind && this.kindAt < this.kindEnd) this.ownKind();
    this.rowKinds = grownUint32(this.rowKinds, this.rowCount + 1);
    this.rowKinds[this.rowCount] = this.kindFrom;
    this.rowCount++;
  }

  /** Throws ScanStop if the open row, which begins at `from`, has too many cells, including `waiting` annotations. */
  refuseWide(waiting: number, from: number): void {
    const cells = this.cellCount - (this.rowCells[this.rowCount] as number);
    if (cells + waiting <= MAX_MEMBERS) return;
    const message = `Entity ${this.rowCount + 1} of the page has more than ${MAX_MEMBERS} properties.`;
    throw new ScanStop('too-wide', message, from);
  }

  finish(): void {
    this.markCells();
  }

  /** Reserves memory for a page of `end` bytes, extrapolated from the rows so far; the last one begins at `at`. */
  reserve(at: number, end: number): void {
    if (this.rowCount !== FIRST_ROWS) return;
    const rows = Math.ceil((FIRST_ROWS * end) / at) + 1;
    this.system = grownUint32(this.system, rows * SYSTEM_STRIDE);
    this.rowCells = grownUint32(this.rowCells, rows + 1);
    this.rowKinds = grownUint32(this.rowKinds, rows);
    this.cells = grownUint32(this.cells, Math.ceil((this.cellCount / FIRST_ROWS) * rows) * CELL_STRIDE);
  }

  pushCell(name: number, tag: number, from: number, to: number): void {
    const at = this.cellCount * CELL_STRIDE;
    if (at + CELL_STRIDE > this.cells.length) this.cells = grownUint32(this.cells, at + CELL_STRIDE);
    const { cells, kinds, kindAt } = this;
    cells[at] = from;
    cells[at + 1] = to;
    this.cellCount++;
    if (kindAt < this.kindEnd && kinds[kindAt] === name && kinds[kindAt + 1] === tag) {
      this.kindAt = kindAt + KIND_STRIDE;
    } else this.pushKind(name, tag);
  }

  /** Changes the type of the last cell of each named property in this row; empties `types`, which is by name. */
  retype(types: Map<number, number>): void {
    if (!this.isOwnKind) this.ownKind();
    for (let at = this.kindAt - KIND_STRIDE; at >= this.kindFrom && types.size > 0; at -= KIND_STRIDE) {
      const name = this.kinds[at] as number;
      const type = types.get(name);
      if (type === undefined) continue;
      const tag = this.kinds[at + 1] as number;
      this.kinds[at + 1] = (tag & (TAG_FORM_MASK | TAG_DUPLICATE)) | (type << TAG_TYPE_SHIFT);
      types.delete(name);
    }
  }

  /** Marks where the next row's cells (or the end) begin. */
  private markCells(): void {
    this.rowCells = grownUint32(this.rowCells, this.rowCount + 1);
    this.rowCells[this.rowCount] = this.cellCount;
  }

  /** From this cell on, the row differs from the previous one. */
  private pushKind(name: number, tag: number): void {
    if (!this.isOwnKind) this.ownKind();
    const at = this.kindEnd;
    this.kinds = grownUint32(this.kinds, at + KIND_STRIDE);
    this.kinds[at] = name;
    this.kinds[at + 1] = tag;
    this.kindEnd = at + KIND_STRIDE;
    this.kindAt = this.kindEnd;
  }

  /** Gives this row its own names and tags, copying those shared with the previous row. */
  private ownKind(): void {
    const shared = this.kindAt - this.kindFrom;
    const own = this.kindEnd;
    this.kinds = grownUint32(this.kinds, own + shared);
    this.kinds.copyWithin(own, this.kindFrom, this.kindAt);
    this.kindFrom = own;
    this.kindEnd = own + shared;
    this.kindAt = this.kindEnd;
    this.isOwnKind = true;
  }
}
