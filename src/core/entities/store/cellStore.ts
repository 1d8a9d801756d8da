import { countText } from '../../words.ts';
import { grownUint32 } from '../bytes/grow.ts';
import { type BlockSource, packBlock, type PackedBlock, type PackedRow } from '../packed/packedBlock.ts';
import { newSlot } from '../packed/valueSlot.ts';
import { CellTable } from './cellTable.ts';
import { type ArenaBudget, fullStore, type ArenaValue, ValueArena } from './valueArena.ts';
import type { Steps } from '../../steps.ts';

/** Set in a cell whose value is not among the shared ones. */
const OWN = 2 ** 31;
/** References from here on are numbers of cells; those below are of shared values. */
const FIRST_CELL = 2 ** 31;
/** The most cells, so that the reference of each fits into 32 bits. */
const MAX_CELLS = 2 ** 32 - FIRST_CELL;

/** Whether a reference is that of a shared value, which may be in many rows and so is worth remembering. */
export function isShared(reference: number): boolean {
  return reference < FIRST_CELL;
}

/** Settings that decide when rows are packed. */
export interface Packing {
  /** A block with this many rows takes no more pages, and is packed when there is time. */
  readonly blockRows: number;
  /** A shape gets columns in a block if it has at least this many rows there. */
  readonly shapeRows: number;
  /** See PackedWords. */
  readonly wordBits?: number;
  /** The most cells of the store. Default: as many as can have references. */
  readonly maxCells?: number;
}

const PACKING: Packing = { blockRows: 8192, shapeRows: 64 };
/** Blocks are found by stretches of this many rows (as a power of two), because most blocks are at least as long. */
const ROW_BITS = 13;

/** The rows of one or more pages, which are packed together. */
interface Block {
  readonly rowFrom: number;
  readonly cellFrom: number;
  rows: number;
  cells: number;
  /** By row: its first cell, counted from `cellFrom`. Undefined: all rows have `width` cells. */
  froms: Uint32Array<ArrayBuffer> | undefined;
  width: number;
  /** Undefined: not packed yet. */
  packed: PackedBlock | undefined;
}

/** The shapes of rows: how many cells a row has. */
export interface RowShapes {
  readonly shapeOf: (row: number) => number;
  readonly widthOf: (shape: number) => number;
}

/**
 * The values of all rows, in blocks of some pages. A cell of a row that arrives is a 32-bit number: a shared value, or one
 * of its own. A full block is packed by column when there is time. The reference of a cell stays the same.
 */
export class CellStore {
  /** Values that repeat in many rows. */
  readonly shared: ValueArena;
  /** Values of rows that are not packed. */
  readonly own: ValueArena;
  private readonly table = new CellTable();
  private readonly budget: ArenaBudget;
  private readonly shapes: RowShapes;
  private readonly packing: Packing;
  private readonly blocks: Block[] = [];
  /** The first block of each stretch of rows, see ROW_BITS. */
  private readonly blockAt: number[] = [];
  private rows = 0;
  private cells = 0;
  /** The block used last. */
  private last: Block | undefined;
  private firstUnpacked = 0;
  private packedBytes = 0;
  private readonly slot = newSlot();

  constructor(budget: ArenaBudget, shapes: RowShapes, packing = PACKING) {
    this.budget = budget;
    this.packing = packing;
    this.shapes = shapes;
    this.shared = new ValueArena(budget, 'values that rows share');
    this.own = new ValueArena(budget, 'values of rows that are not packed yet');
  }

  get bytesHeld(): number {
    const values = this.shared.bytesHeld + this.own.bytesHeld + this.table.bytesHeld + this.packedBytes;
    return this.blocks.reduce((sum, { froms }) => sum + 150 + (froms?.byteLength ?? 0), values);
  }

  /** Makes room for the rows of a page, so that adding them cannot fail midway. Throws RangeError if the store is full. */
  reserve(rows: number, cells: number, bytes: number): void {
    const { maxCells = MAX_CELLS } = this.packing;
    if (this.cells + cells > maxCells) throw fullStore(`${countText(maxCells)} values`);
    const block = this.openBlock();
    this.shared.reserve(cells, bytes);
    this.own.reserve(cells, bytes);
    this.table.reserve(cells);
    block.froms = grownUint32(block.froms ?? new Uint32Array(0), block.rows + rows);
  }

  private openBlock(): Block {
    const known = this.blocks.at(-1);
    if (known !== undefined && known.rows < this.packing.blockRows) return known;
    const { rows, cells } = this;
    const froms = new Uint32Array(0);
    const block = { rowFrom: rows, cellFrom: cells, rows: 0, cells: 0, froms, width: 0, packed: undefined };
    this.own.stretch = this.blocks.push(block) - 1;
    return block;
  }

  /** The number for a cell whose value is in `own`. */
  static own(reference: number): number {
    return reference + OWN;
  }

  /** Adds a row: its key and its properties, references[0, count). */
  push(references: Uint32Array, count: number): void {
    const block = this.blocks.at(-1) as Block;
    (block.froms as Uint32Array)[block.rows] = block.cells;
    this.table.push(references, count);
    block.rows += 1;
    block.cells += count;
    while (this.blockAt.length <= this.rows >>> ROW_BITS) this.blockAt.push(this.blocks.length - 1);
    this.rows += 1;
    this.cells += count;
  }

  /** The reference of a cell: its position 0 is the row key. Equal references are equal values. */
  reference(row: number, position: number): number {
    const block = this.blockOf(row);
    const local = row - block.rowFrom;
    const { packed } = block;
    if (packed === undefined) {
      const cell = block.cellFrom + fromOf(block, local) + position;
      const reference = this.table.get(cell);
      return reference < OWN ? reference : FIRST_CELL + cell;
    }
    const found = packed.lookUp(local, position);
    return found >= 0 ? found : FIRST_CELL + block.cellFrom + fromOf(block, -1 - found) + position;
  }

  /** The value of a cell. The next read reuses the object. */
  valueAt(row: number, position: number): ArenaValue {
    const block = this.blockOf(row);
    const local = row - block.rowFrom;
    return block.packed === undefined
      ? this.readOpen(block.cellFrom + fromOf(block, local) + position)
      : this.readPacked(block.packed, local, position);
  }

  /** Finds a row that is packed by column; false: it is not, or not yet. */
  findPacked(row: number, into: PackedRow): boolean {
    const block = this.blockOf(row);
    return block.packed?.find(row - block.rowFrom, into) === true;
  }

  private readOpen(cell: number): ArenaValue {
    const reference = this.table.get(cell);
    return reference < OWN ? this.shared.read(reference) : this.own.read(reference - OWN);
  }

  /** The value of a reference. The next read reuses the object. */
  read(reference: number): ArenaValue {
    return reference < FIRST_CELL ? this.shared.read(reference) : this.readCell(reference - FIRST_CELL);
  }

  private readCell(number: number): ArenaValue {
    const block = this.blockOfCell(number);
    if (block.packed === undefined) return this.readOpen(number);
    const cell = number - block.cellFrom;
    const row = rowOf(block, cell);
    return this.readPacked(block.packed, row, cell - fromOf(block, row));
  }

  private readPacked(packed: PackedBlock, row: number, position: number): ArenaValue {
    const shared = packed.read(row, position, this.slot);
    return shared === 0 ? this.slot : this.shared.read(shared);
  }

  private blockOf(row: number): Block {
    const { last } = this;
    if (last !== undefined && row >= last.rowFrom && row < last.rowFrom + last.rows) return last;
    let at = this.blockAt[row >>> ROW_BITS] ?? 0;
    let block = this.blocks[at] as Block;
    while (row >= block.rowFrom + block.rows) {
      at += 1;
      block = this.blocks[at] as Block;
    }
    this.last = block;
    return block;
  }

  private blockOfCell(cell: number): Block {
    const { last, blocks } = this;
    if (last !== undefined && cell >= last.cellFrom && cell < last.cellFrom + last.cells) return last;
    if (cell >= this.cells) throw new RangeError(`No value has the reference ${cell + FIRST_CELL}.`);
    let low = 0;
    let high = blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((blocks[middle] as Block).cellFrom <= cell) low = middle;
      else high = middle - 1;
    }
    this.last = blocks[low] as Block;
    return this.last;
  }

  /** Whether full blocks wait to be packed. */
  get canPack(): boolean {
    return (this.blocks[this.firstUnpacked]?.rows ?? 0) >= this.packing.blockRows;
  }

  /**
   * Packs the full blocks.
   * @yields after some values, and after each column
   */
  *pack(): Steps<void> {
    while (this.canPack) {
      const block = this.blocks[this.firstUnpacked] as Block;
      const packed = yield* packBlock(this.sourceOf(block), this.packing.shapeRows);
      // Another call may have packed it meanwhile.
      if (block.packed !== undefined) continue;
      this.firstUnpacked += 1;
      const { rows, cells } = block;
      block.packed = packed;
      if (block.froms !== undefined) {
        const isEven = isEvenly(block.froms, rows, cells / rows);
        if (isEven) block.width = cells / rows;
        block.froms = isEven ? undefined : block.froms.slice(0, rows);
      }
      this.own.free(this.firstUnpacked);
      this.table.free(block.cellFrom + cells);
      const bytes = packed.bytesHeld;
      this.packedBytes += bytes;
      this.budget.used += bytes;
    }
  }

  private sourceOf(block: Block): BlockSource {
    const { shapes } = this;
    const { rowFrom, cellFrom } = block;
    const cellOf = (row: number, position: number): number => cellFrom + fromOf(block, row) + position;
    return {
      rows: block.rows,
      shapeOf: (row) => shapes.shapeOf(rowFrom + row),
      widthOf: (shape) => 1 + shapes.widthOf(shape),
      sharedAt: (row, position) => {
        const reference = this.table.get(cellOf(row, position));
        return reference < OWN ? reference : 0;
      },
      valueAt: (row, position) => this.readOpen(cellOf(row, position)),
    };
  }
}

/** The first cell of a row in its block. */
function fromOf({ froms, width }: Block, row: number): number {
  return froms === undefined ? row * width : (froms[row] as number);
}

/** The row of a cell in its block. */
function rowOf({ froms, width, rows }: Block, cell: number): number {
  if (froms === undefined) return Math.floor(cell / width);
  let low = 0;
  let high = rows - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((froms[middle] as number) <= cell) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether all rows have `width` cells. */
function isEvenly(froms: Uint32Array, rows: number, width: number): boolean {
  for (let row = 1; row < rows; row++) if (froms[row] !== row * width) return false;
  return true;
}
