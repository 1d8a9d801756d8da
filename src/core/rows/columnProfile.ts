import { NUMBER_TYPES } from '../entities/entity.ts';
import type { EntityStore } from '../entities/store/entityStore.ts';
import { valueText } from '../entities/page/pageNames.ts';

/** A column with more different values than this tells rows apart; fewer are categories. */
export const MOST_VALUES = 24;
/** Columns with longer values (UTF-16 units) are not categories: no values are kept. */
const LONGEST_VALUE = 256;
/** Shorter texts are names. */
const LEAST_TEXT_CHARS = 16;
/** How many values, from the first on, are measured for their length. */
const MEASURED_VALUES = 200;
/** References known to be one of the values: equal values may have several. */
const MOST_REFERENCES = 4096;
/** Rows looked at between two steps. */
const STEP = 2048;

/** One value of a column, and the rows that have it. */
export interface ProfiledValue {
  readonly type: string;
  readonly text: string;
}

/** What views know of a column. */
export interface ColumnSummary {
  readonly name: string;
  /** The most frequent first. */
  readonly types: readonly string[];
  /** Rows that have it; one that has it twice counts twice. */
  readonly count: number;
  /** Every different value, in order of first occurrence; undefined: more than MOST_VALUES, or too long to list. */
  readonly values: readonly ProfiledValue[] | undefined;
  /** Of the first values, UTF-16 units. */
  readonly longestChars: number;
  /** Texts that may have templates: of several words, or repeated. Ids are neither. */
  readonly holdsTexts: boolean;
}

export function isNumber({ types }: Pick<ColumnSummary, 'types'>): boolean {
  return types.some((type) => NUMBER_TYPES.has(type));
}

/** A summary of a column's values, by which its place is decided. */
export interface ColumnProfile extends ColumnSummary {
  /** Of the first values, UTF-16 units. */
  readonly meanChars: number;
  /** Share of the first values that are several words, 0..1. */
  readonly spacedShare: number;
}

/** The columns of rows. */
export interface ColumnSet<Column extends ColumnSummary = ColumnSummary> {
  /** All rows, with or without a property. */
  readonly rowCount: number;
  /** In order of first occurrence. */
  readonly all: readonly Column[];
  readonly of: (name: string) => Column | undefined;
}

/** Looks at each value of a column once. */
class ColumnState implements ColumnProfile {
  /** When rows brought it last, see `ColumnProfiles.epoch`. */
  epoch = 0;
  private list: ProfiledValue[] | undefined = [];
  /** Of `list`. The first one is apart: most columns that few rows have need no more. */
  private first = -1;
  private references: Set<number> | undefined;
  private measured = 0;
  private chars = 0;
  private longest = 0;
  private spaced = 0;
  private repeats = false;
  /** The measured values, until one repeats. */
  private readonly texts = new Set<string>();
  private readonly store: EntityStore;
  private readonly column: number;

  constructor(store: EntityStore, column: number) {
    this.store = store;
    this.column = column;
  }

  get name(): string {
    return this.store.columnNames[this.column] ?? '';
  }

  get types(): readonly string[] {
    return this.store.columnInfo(this.column).types.map(({ type }) => type);
  }

  get count(): number {
    return this.store.columnInfo(this.column).count;
  }

  get values(): readonly ProfiledValue[] | undefined {
    return this.list;
  }

  get longestChars(): number {
    return this.longest;
  }

  get meanChars(): number {
    return this.measured === 0 ? 0 : this.chars / this.measured;
  }

  get spacedShare(): number {
    return this.measured === 0 ? 0 : this.spaced / this.measured;
  }

  get holdsTexts(): boolean {
    const hasTexts = this.spaced > 0 || this.repeats;
    // One value has one template.
    return (
      hasTexts &&
      this.list?.length !== 1 &&
      this.longest >= LEAST_TEXT_CHARS &&
      this.types.includes('Edm.String')
    );
  }

  /** More values would change nothing but their count. */
  get isKnown(): boolean {
    return this.list === undefined && this.measured >= MEASURED_VALUES;
  }

  look(reference: number): void {
    const isNew = reference !== this.first && this.references?.has(reference) !== true;
    if (!isNew && this.measured >= MEASURED_VALUES) return;
    const { bytes, form, from, to, type } = this.store.valueAt(reference);
    const text = valueText(bytes, form, from, to);
    this.measure(text);
    if (isNew) this.add(reference, this.store.typeNames[type] ?? '', text);
  }

  /** A name occurs twice in a row: it is unknown which value counts. */
  lookTwice(): void {
    this.list = undefined;
  }

  private add(reference: number, type: string, text: string): void {
    const { list } = this;
    if (list === undefined) return;
    if (this.first < 0) this.first = reference;
    else {
      this.references ??= new Set();
      if (this.references.size < MOST_REFERENCES) this.references.add(reference);
    }
    if (!list.some((value) => value.text === text && value.type === type)) list.push({ type, text });
    if (text.length > LONGEST_VALUE || list.length > MOST_VALUES) this.list = undefined;
  }

  private measure(text: string): void {
    if (this.measured >= MEASURED_VALUES) return;
    this.measured += 1;
    this.chars += text.length;
    this.longest = Math.max(this.longest, text.length);
    if (/\S\s+\S/u.test(text.slice(0, LONGEST_VALUE))) this.spaced += 1;
    this.repeats ||= this.texts.has(text);
    if (this.repeats || this.spaced > 0 || this.measured >= MEASURED_VALUES) this.texts.clear();
    else this.texts.add(text);
  }
}

/** The cells of a shape that are still to be looked at. */
interface OpenShape {
  /** That of its columns, at least. */
  epoch: number;
  /** How many columns were known when `cells` was made. */
  known: number;
  cells: readonly { readonly column: ColumnState; readonly position: number; readonly isTwice: boolean }[];
}

/**
 * The columns of a growing store, each with a summary of its values. Rows are walked cell by cell, each once: it takes as long as there are
 * values, however many columns there are.
 */
export class ColumnProfiles implements ColumnSet<ColumnProfile> {
  /** Rows looked at, with those that newer copies replaced. */
  private looked = 0;
  readonly all: ColumnState[] = [];
  /** Columns that rows bring now are marked with it; it grows with each `takeChanges`. */
  epoch = 1;
  private readonly store: EntityStore;
  private readonly shapes: OpenShape[] = [];
  private readonly numbers = new Map<string, number>();
  private known = 0;

  constructor(store: EntityStore) {
    this.store = store;
  }

  get rowCount(): number {
    return this.looked - this.store.replacedRows;
  }

  of(name: string): ColumnProfile | undefined {
    return this.all[this.numbers.get(name) ?? -1];
  }

  /**
   * Looks at the rows that were added.
   * @yields after a few thousand rows
   */
  *update(): Generator<undefined, void, undefined> {
    const { store } = this;
    while (this.looked < store.rowCount) {
      this.look(this.looked);
      this.looked += 1;
      if (this.looked % STEP === 0) yield undefined;
    }
  }

  /** The numbers of the columns that rows brought after an epoch ended; 0: of all. Ends the current one. */
  takeChanges(since: number): Uint32Array<ArrayBuffer> {
    this.epoch += 1;
    const changed: number[] = [];
    for (let column = 0; column < this.all.length; column++)
      if ((this.all[column] as ColumnState).epoch > since) changed.push(column);
    return Uint32Array.from(changed);
  }

  private look(row: number): void {
    for (const { column, position, isTwice } of this.shapeOf(row).cells) {
      if (column.isKnown) continue;
      if (isTwice) column.lookTwice();
      else column.look(this.store.reference(row, position));
      if (column.isKnown) this.known += 1;
    }
  }

  private shapeOf(row: number): OpenShape {
    const number = this.store.shapeOf(row);
    const shape = this.shapes[number] ?? this.openShape(number);
    this.shapes[number] = shape;
    if (shape.epoch < this.epoch) {
      for (const column of this.store.columnsOf(number)) (this.all[column] as ColumnState).epoch = this.epoch;
      shape.epoch = this.epoch;
    }
    if (shape.known < this.known) {
      shape.cells = shape.cells.filter(({ column }) => !column.isKnown);
      shape.known = this.known;
    }
    return shape;
  }

  private openShape(number: number): OpenShape {
    const positions = new Map<number, number>();
    const twice = new Set<number>();
    this.store.columnsOf(number).forEach((column, index) => {
      if (positions.has(column)) twice.add(column);
      else positions.set(column, 1 + index);
    });
    const cells = Array.from(positions, ([column, position]) => ({
      column: this.columnOf(column),
      position,
      isTwice: twice.has(column),
    }));
    return { epoch: 0, known: 0, cells };
  }

  private columnOf(number: number): ColumnState {
    for (let next = this.all.length; next <= number; next++) {
      this.all.push(new ColumnState(this.store, next));
      this.numbers.set(this.store.columnNames[next] ?? '', next);
    }
    return this.all[number] as ColumnState;
  }
}
