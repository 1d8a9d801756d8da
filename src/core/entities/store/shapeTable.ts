import { grownUint32 } from '../bytes/grow.ts';
import type { RowShapes } from './cellStore.ts';
import type { RowTable } from './rowTable.ts';

/** How many types are counted in a flat table. Those with a higher code are rare and counted in a map. */
const FLAT_TYPES = 16;

/** The columns of a store and the shapes of its rows. A shape lists a row's columns in order. */
export class ShapeTable {
  readonly columnNames: string[] = [];
  private readonly columnIds = new Map<string, number>();
  private readonly shapes: Uint32Array[] = [];
  private readonly shapeIds = new Map<string, number>();
  private readonly positions: (ReadonlyMap<number, number> | undefined)[] = [];
  private readonly repeated: (readonly number[] | undefined)[] = [];
  private flatCounts = new Uint32Array(FLAT_TYPES * 16);
  /** Counts of rare types, by column, then by type. */
  private readonly rareCounts = new Map<number, Map<number, number>>();
  /** How many column numbers all shapes have together. */
  private width = 0;

  columnOf(name: string): number {
    const known = this.columnIds.get(name);
    if (known !== undefined) return known;
    const id = this.columnNames.length;
    this.columnNames.push(name);
    this.columnIds.set(name, id);
    this.flatCounts = grownUint32(this.flatCounts, (id + 1) * FLAT_TYPES);
    return id;
  }

  /** The number of a column; undefined if no row has it. */
  findColumn(name: string): number | undefined {
    return this.columnIds.get(name);
  }

  /** Counts `times` more values of a type in a column. */
  countValue(column: number, type: number, times: number): void {
    if (type < FLAT_TYPES) {
      const at = column * FLAT_TYPES + type;
      this.flatCounts[at] = (this.flatCounts[at] as number) + times;
      return;
    }
    const known = this.rareCounts.get(column) ?? new Map<number, number>();
    known.set(type, (known.get(type) ?? 0) + times);
    this.rareCounts.set(column, known);
  }

  /** Type codes of a column, with their counts. */
  typeCounts(column: number): { readonly type: number; readonly count: number }[] {
    const counts = Array.from(this.rareCounts.get(column) ?? [], ([type, count]) => ({ type, count }));
    for (let type = 0; type < FLAT_TYPES; type++) {
      const count = this.flatCounts[column * FLAT_TYPES + type] as number;
      if (count > 0) counts.push({ type, count });
    }
    return counts;
  }

  /** The shape of a row with columns[0, count); `guess`: the shape of the previous row. */
  shapeOf(columns: Uint32Array, count: number, guess: number): number {
    const guessed = this.shapes[guess];
    if (guessed !== undefined && guessed.length === count) {
      let index = 0;
      while (index < count && guessed[index] === columns[index]) index++;
      if (index === count) return guess;
    }
    const own = columns.slice(0, count);
    const key = own.join(',');
    const known = this.shapeIds.get(key);
    if (known !== undefined) return known;
    const id = this.shapes.length;
    this.shapes.push(own);
    this.width += count;
    this.shapeIds.set(key, id);
    return id;
  }

  /** Columns of a shape by position. */
  columnsOf(shape: number): Uint32Array {
    const columns = this.shapes[shape];
    if (columns === undefined) throw new RangeError(`No row has the shape ${shape}.`);
    return columns;
  }

  /** Columns that a shape has more than once. */
  repeatedIn(shape: number): readonly number[] {
    const seen = new Set<number>();
    const again = (column: number): boolean => seen.size === seen.add(column).size;
    return (this.repeated[shape] ??= [...new Set(this.columnsOf(shape).filter(again))]);
  }

  /** First position of a column in a shape; undefined if it is not there. */
  positionIn(shape: number, column: number): number | undefined {
    let positions = this.positions[shape];
    if (positions === undefined) {
      const made = new Map<number, number>();
      this.columnsOf(shape).forEach((id, index) => {
        if (!made.has(id)) made.set(id, index);
      });
      this.positions[shape] = made;
      positions = made;
    }
    return positions.get(column);
  }

  /** Estimated memory in bytes: typed arrays, plus about 100 bytes for each name and map entry. */
  get bytesHeld(): number {
    const names = this.flatCounts.byteLength + 100 * (this.columnNames.length + this.rareCounts.size);
    // A shape is held as numbers and as its key text.
    return names + 200 * this.shapes.length + 9 * this.width;
  }
}

/** The shapes of rows, for the store of their cells. */
export function rowShapes(rows: RowTable, shapes: ShapeTable): RowShapes {
  return {
    shapeOf: (row) => rows.shapes.codes[row] as number,
    widthOf: (shape) => shapes.columnsOf(shape).length,
  };
}
