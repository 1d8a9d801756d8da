import { packTexts, STEP_VALUES } from './packTexts.ts';
import { PatternTexts } from './patternTexts.ts';
import { type RawTexts, RawTextsBuilder } from './rawTexts.ts';
import type { ValueSlot } from './valueSlot.ts';
import type { Steps } from '../../steps.ts';

/** The rows to pack. Each has a shape, which says which columns its cells are in. */
export interface BlockSource {
  readonly rows: number;
  readonly shapeOf: (row: number) => number;
  /** How many cells a row of this shape has. */
  readonly widthOf: (shape: number) => number;
  /** The shared reference of a cell's value; 0: the value is only in this block. */
  readonly sharedAt: (row: number, position: number) => number;
  readonly valueAt: (row: number, position: number) => Readonly<ValueSlot>;
}

/** A column whose values are all shared: one code for each. */
export interface SharedColumn {
  readonly codes: PackedCodes;
  readonly references: Uint32Array;
}

export type Column = SharedColumn | PatternTexts;

/** Where a row is in a block that is packed by column: the columns of its cells, by position, and its place in them. */
export interface PackedRow {
  columns: readonly Column[];
  place: number;
}

export function isSharedColumn(column: Column): column is SharedColumn {
  return !(column instanceof PatternTexts);
}

/** Estimated memory of a column's objects, in bytes. */
const COLUMN_BYTES = 300;

function columnBytes(column: Column): number {
  if (!isSharedColumn(column)) return COLUMN_BYTES + column.bytesHeld;
  return COLUMN_BYTES + column.codes.bytesHeld + column.references.byteLength;
}

/** Rows of one shape, column by column. */
type Group = readonly Column[];

/** Rows of shapes that are too rare for columns: all their cells, row after row. */
interface LooseRows {
  readonly cells: RawTexts;
  /** By place among the loose rows: the index of the row's first cell. */
  readonly froms: Uint32Array;
}

/** Rows packed column by column. Any value can be read by itself. */
export class PackedBlock {
  /** By group number; the number after the last one stands for the loose rows. */
  private readonly groups: readonly Group[];
  private readonly loose: LooseRows;
  /** By row: its group, and its place in the group. Undefined: all rows are in the first group. */
  private readonly groupOf: PackedCodes | undefined;
  private readonly places: PackedCodes | undefined;

  constructor(groups: readonly Group[], loose: LooseRows, groupOf: Uint32Array, places: Uint32Array) {
    this.groups = groups;
    this.loose = loose;
    if (groups.length === 1 && loose.froms.length === 0) return;
    this.groupOf = new PackedCodes(groupOf, groups.length + 1);
    this.places = new PackedCodes(places, places.length);
  }

  get bytesHeld(): number {
    const { groups, loose, groupOf, places } = this;
    const indexes = (groupOf?.bytesHeld ?? 0) + (places?.bytesHeld ?? 0);
    const own = indexes + loose.cells.bytesHeld + loose.froms.byteLength;
    return groups.flat().reduce((sum, column) => sum + columnBytes(column), own);
  }

  /** The shared reference of a value, or -1 minus the first row of the block that is known to have the same value. */
  lookUp(row: number, position: number): number {
    const column = this.columnOf(row, position);
    if (column === undefined) return -1 - row;
    const place = this.placeOf(row);
    if (isSharedColumn(column)) return column.references[column.codes.at(place)] as number;
    return -1 - (column.sameRow(place) ?? row);
  }

  /** Finds a row that is packed by column; false if it is a loose row. */
  find(row: number, into: PackedRow): boolean {
    const columns = this.groups[this.groupOf === undefined ? 0 : this.groupOf.at(row)];
    if (columns === undefined) return false;
    into.columns = columns;
    into.place = this.placeOf(row);
    return true;
  }

  /** Reads a value and returns 0; or, if the value is shared, returns its reference instead. */
  read(row: number, position: number, into: ValueSlot): number {
    const column = this.columnOf(row, position);
    const place = this.placeOf(row);
    if (column === undefined) {
      this.loose.cells.read((this.loose.froms[place] as number) + position, into);
    } else if (isSharedColumn(column)) return column.references[column.codes.at(place)] as number;
    else column.read(place, into);
    return 0;
  }

  private columnOf(row: number, position: number): Column | undefined {
    const group = this.groupOf === undefined ? 0 : this.groupOf.at(row);
    return this.groups[group]?.[position];
  }

  private placeOf(row: number): number {
    return this.places === undefined ? row : this.places.at(row);
  }
}

function sharedColumn(source: BlockSource, rows: Uint32Array, position: number): SharedColumn | undefined {
  const codes = new Uint32Array(rows.length);
  const known = new Map<number, number>();
  let last = 0;
  let lastCode = 0;
  for (let at = 0; at < rows.length; at++) {
    const reference = source.sharedAt(rows[at] as number, position);
    if (reference === 0) return undefined;
    if (reference !== last) {
      lastCode = known.get(reference) ?? known.size;
      known.set(reference, lastCode);
      last = reference;
    }
    codes[at] = lastCode;
  }
  return { codes: new PackedCodes(codes, known.size), references: Uint32Array.from(known.keys()) };
}

function* packedColumn(source: BlockSource, rows: Uint32Array, position: number): Steps<Column> {
  return (
    sharedColumn(source, rows, position) ??
    (yield* packTexts(
      (at) => source.valueAt(rows[at] as number, position),
      rows.length,
      (at) => rows[at] as number,
    ))
  );
}

function* looseRows(source: BlockSource, rows: readonly number[]): Steps<LooseRows> {
  let written = 0;
  const cells = new RawTextsBuilder();
  const froms = new Uint32Array(rows.length);
  for (const [place, row] of rows.entries()) {
    froms[place] = cells.count;
    const width = source.widthOf(source.shapeOf(row));
    for (let position = 0; position < width; position++) cells.add(source.valueAt(row, position));
    written += width;
    if (written < STEP_VALUES) continue;
    written = 0;
    yield undefined;
  }
  return { cells: cells.done(), froms };
}

/**
 * Packs rows. A shape with fewer than `shapeRows` rows gets no columns.
 * @yields after some values, and after each column
 */
export function* packBlock(source: BlockSource, shapeRows: number): Steps<PackedBlock> {
  const ofShape = new Map<number, number[]>();
  for (let row = 0; row < source.rows; row++) {
    const shape = source.shapeOf(row);
    const rows = ofShape.get(shape);
    if (rows === undefined) ofShape.set(shape, [row]);
    else rows.push(row);
  }
  const groups: Column[][] = [];
  const loose: number[] = [];
  const groupOf = new Uint32Array(source.rows);
  const places = new Uint32Array(source.rows);
  for (const [shape, list] of ofShape) {
    if (list.length < shapeRows) {
      loose.push(...list);
      continue;
    }
    const rows = Uint32Array.from(list);
    const columns: Column[] = [];
    for (let position = 0; position < source.widthOf(shape); position++) {
      columns.push(yield* packedColumn(source, rows, position));
      yield undefined;
    }
    for (const [place, row] of list.entries()) {
      groupOf[row] = groups.length;
      places[row] = place;
    }
    groups.push(columns);
  }
  for (const [place, row] of loose.entries()) {
    groupOf[row] = groups.length;
    places[row] = place;
  }
  return new PackedBlock(groups, yield* looseRows(source, loose), groupOf, places);
}

/** Numbers below `count`, in 1, 2, 4, 8, 16 or 32 bits each; in no bits if all are 0. */
export class PackedCodes {
  private readonly words: Uint32Array;
  private readonly shift: number;
  private readonly bits: number;
  private readonly mask: number;

  constructor(codes: Uint32Array, count: number) {
    let shift = 0;
    while (2 ** (1 << shift) < count) shift += 1;
    this.shift = shift;
    this.bits = count <= 1 ? 0 : 1 << shift;
    this.mask = this.bits === 32 ? -1 : (1 << this.bits) - 1;
    this.words = new Uint32Array(Math.ceil((codes.length * this.bits) / 32));
    if (this.bits === 0) return;
    for (let index = 0; index < codes.length; index++) {
      const word = index >>> (5 - shift);
      this.words[word] = (this.words[word] as number) | ((codes[index] as number) << this.place(index));
    }
  }

  get bytesHeld(): number {
    return this.words.byteLength;
  }

  at(index: number): number {
    if (this.bits === 0) return 0;
    return (((this.words[index >>> (5 - this.shift)] as number) >>> this.place(index)) & this.mask) >>> 0;
  }

  /** The first bit of a number in its word. */
  private place(index: number): number {
    return (index << this.shift) & 31;
  }
}
