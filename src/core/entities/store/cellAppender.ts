import {
  CELL_STRIDE,
  type DecodedPage,
  KIND_STRIDE,
  TAG_DUPLICATE,
  TAG_FORM_MASK,
  TAG_TYPE_SHIFT,
} from '../page/decodedPage.ts';
import { type InstantSlot, readIsoBytes, readTicksBytes } from '../bytes/instantBytes.ts';
import { CellStore } from './cellStore.ts';
import type { ColumnHabit, StoreParts } from './storeParts.ts';
import { MAX_INTERNED_BYTES, type ValueArena } from './valueArena.ts';
import { BASIS_EVENT } from '../order/timeColumn.ts';
import { TYPE_DATETIME, TYPE_INT64, TYPE_STRING } from '../page/typeTable.ts';
import { sameWords, type WordBytes } from '../bytes/wordBytes.ts';

const NO_COLUMN = 0xffffffff;
const NO_KIND = -1;

/** A column stops interning if fewer than 1 in 8 of its first values repeat. */
const INTERN_TRIAL = 256;
const INTERN_WORTH = 8;

/** Writes the cells of a page's rows. Remembers the previous row: a row of the same kind has the same columns, types and shape. */
export class CellAppender {
  private readonly parts: StoreParts;
  private readonly page: DecodedPage;
  private readonly source: WordBytes;
  private readonly columnByName: Uint32Array;
  private readonly typeByCode: Uint32Array;
  /** By name: 0, or its rank among the scheme's event-time properties, best first. */
  private readonly eventRank: Uint8Array;
  private readonly slot: InstantSlot = { seconds: 0, fraction: 0, digits: 0 };
  /** Values of this page that are not shared. */
  private readonly own: ValueArena;
  /** The previous row by position: column, mark and type. Its references follow that of the row key. */
  private readonly columns: Uint32Array;
  private readonly marks: Uint32Array;
  private readonly types: Uint32Array;
  private readonly references: Uint32Array;
  /** By position: where the last shared value begins and how long it is (-1: unknown), since many columns repeat theirs in each row. */
  private readonly lastFrom: Uint32Array;
  private readonly lastLength: Int32Array;
  private readonly lastReference: Uint32Array;
  private kind = NO_KIND;
  private count = 0;
  private shape = -1;
  /** Positions of event times, best first. */
  private eventPositions: number[] = [];
  /** Rows of the same kind whose values are not counted yet. */
  private uncounted = 0;

  constructor(parts: StoreParts, page: DecodedPage, source: WordBytes, exactTime: readonly string[]) {
    this.parts = parts;
    this.own = parts.cells.own;
    this.page = page;
    this.source = source;
    this.columnByName = new Uint32Array(page.names.length).fill(NO_COLUMN);
    this.typeByCode = Uint32Array.from(page.types, (name) => parts.types.codeOf(name));
    this.eventRank = Uint8Array.from(page.names, (name) => exactTime.indexOf(name) + 1);
    let widest = 0;
    for (let row = 0; row < page.rowCount; row++) {
      widest = Math.max(widest, (page.rowCells[row + 1] as number) - (page.rowCells[row] as number));
    }
    this.columns = new Uint32Array(widest);
    this.marks = new Uint32Array(widest);
    this.types = new Uint32Array(widest);
    this.references = new Uint32Array(1 + widest);
    this.lastFrom = new Uint32Array(widest);
    this.lastLength = new Int32Array(widest).fill(-1);
    this.lastReference = new Uint32Array(widest);
    if (parts.rows.count > 0) this.shape = parts.rows.shapes.codes[parts.rows.count - 1] as number;
  }

  /** Writes row `pageRow` of the page as `row`, with the reference of its key. */
  append(pageRow: number, row: number, rowKey: number): void {
    const { rows } = this.parts;
    const { cells, rowCells, rowKinds } = this.page;
    const from = rowCells[pageRow] as number;
    const kind = rowKinds[pageRow] as number;
    const count = (rowCells[pageRow + 1] as number) - from;
    // A row without cells has no slot among the kinds.
    if (kind === this.kind && count === this.count) this.uncounted++;
    else this.meet(kind, count);
    const { references } = this;
    references[0] = CellStore.own(rowKey);
    for (let position = 0, at = from * CELL_STRIDE; position < count; position++, at += CELL_STRIDE)
      references[1 + position] = this.reference(position, cells[at] as number, cells[at + 1] as number);
    this.parts.cells.push(references, 1 + count);
    rows.shapes.set(row, this.shape);
    for (const position of this.eventPositions) {
      if (this.appendEventTime(row, position, (from + position) * CELL_STRIDE)) break;
    }
  }

  /** Counts the remaining values, at the end of the page. */
  finish(): void {
    if (this.uncounted === 0) return;
    for (let position = 0; position < this.count; position++) {
      this.parts.shapes.countValue(
        this.columns[position] as number,
        this.types[position] as number,
        this.uncounted,
      );
    }
    this.uncounted = 0;
  }

  /** Learns the names and types of a row of another kind, which are usually almost those of the row before. */
  private meet(kind: number, count: number): void {
    this.finish();
    const { columns, types, marks } = this;
    const { kinds } = this.page;
    let isSameShape = this.kind !== NO_KIND && count === this.count;
    for (let position = 0, at = kind; position < count; position++, at += KIND_STRIDE) {
      const tag = kinds[at + 1] as number;
      const column = this.columnOf(kinds[at] as number);
      const type = this.typeByCode[tag >> TAG_TYPE_SHIFT] as number;
      const mark = tag & (TAG_FORM_MASK | TAG_DUPLICATE);
      if (column !== columns[position]) isSameShape = false;
      if (type !== types[position] || mark !== marks[position]) this.lastLength[position] = -1;
      columns[position] = column;
      types[position] = type;
      marks[position] = mark;
    }
    this.kind = kind;
    this.count = count;
    this.uncounted = 1;
    if (isSameShape) return;
    this.shape = this.parts.shapes.shapeOf(columns, count, this.shape);
    this.findEventTimes(kind, count);
  }

  private findEventTimes(kind: number, count: number): void {
    const found: { readonly position: number; readonly rank: number }[] = [];
    for (let position = 0; position < count; position++) {
      const rank = this.eventRank[this.page.kinds[kind + position * KIND_STRIDE] as number] as number;
      if (rank !== 0) found.push({ position, rank });
    }
    this.eventPositions = found.sort((a, b) => a.rank - b.rank).map(({ position }) => position);
  }

  private columnOf(name: number): number {
    const known = this.columnByName[name] as number;
    if (known !== NO_COLUMN) return known;
    const column = this.parts.shapes.columnOf(this.page.names[name] as string);
    this.columnByName[name] = column;
    this.parts.habits[column] ??= { tries: 0, repeats: 0 };
    return column;
  }

  private reference(position: number, from: number, to: number): number {
    const { habits } = this.parts;
    const { shared } = this.parts.cells;
    const mark = this.marks[position] as number;
    const type = this.types[position] as number;
    const habit = habits[this.columns[position] as number] as ColumnHabit;
    const isRare = habit.tries > INTERN_TRIAL && habit.repeats * INTERN_WORTH < habit.tries;
    if (isRare || to - from > MAX_INTERNED_BYTES) {
      return CellStore.own(this.own.append(this.source, from, to, mark, type));
    }
    habit.tries++;
    const { source, lastFrom, lastLength, lastReference } = this;
    const length = to - from;
    if (
      lastLength[position] === length &&
      sameWords(source, from, source, lastFrom[position] as number, length)
    ) {
      habit.repeats++;
      return lastReference[position] as number;
    }
    const { repeats } = shared;
    const reference = shared.intern(source, from, to, mark, type);
    if (shared.repeats > repeats) habit.repeats++;
    lastFrom[position] = from;
    lastLength[position] = length;
    lastReference[position] = reference;
    return reference;
  }

  /** Takes a row's event time from the cell at a position, whose bytes begin at `at`; false if it holds none. */
  private appendEventTime(row: number, position: number, at: number): boolean {
    const { cells, bytes } = this.page;
    const { slot } = this;
    const type = this.types[position] as number;
    const from = cells[at] as number;
    const to = cells[at + 1] as number;
    const read =
      type === TYPE_INT64
        ? readTicksBytes(bytes, from, to, slot)
        : (type === TYPE_DATETIME || type === TYPE_STRING) && readIsoBytes(bytes, from, to, slot);
    if (!read) return false;
    this.parts.rows.eventTimes.set(row, slot.seconds, slot.fraction, BASIS_EVENT);
    return true;
  }
}
