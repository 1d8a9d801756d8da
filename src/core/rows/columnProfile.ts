import { NUMBER_TYPES } from '../entities/entity.ts';
import type { EntityStore } from '../entities/store/entityStore.ts';
import { valueText } from '../entities/page/pageNames.ts';
import type { Steps } from '../steps.ts';

/** A column with more distinct values than this tells rows apart, as ids do; one with fewer values holds categories. */
export const MOST_VALUES = 24;
/** A column with a longer value (in UTF-16 units) does not hold categories, so its values are not kept. */
const LONGEST_VALUE = 256;
/** A column whose texts are all shorter than this (in UTF-16 units) holds names. */
const LEAST_TEXT_CHARS = 16;
/** How many values, from the first on, are measured for their length. */
const MEASURED_VALUES = 200;
/** How many references to known values a column remembers. Equal values may have several references. */
const MOST_REFERENCES = 4096;
/** Rows between two yields. */
const STEP = 2048;

export interface ProfiledValue {
  readonly type: string;
  readonly text: string;
}

/** What views know of a column without reading its rows. */
export interface ColumnSummary {
  readonly name: string;
  /** Types of its values, the most frequent first. */
  readonly types: readonly string[];
  /** Number of rows that have it; a row that has it twice counts twice. */
  readonly count: number;
  /** Every distinct value in order of first occurrence; undefined if there are more than MOST_VALUES, or if one is too long to list. */
  readonly values: readonly ProfiledValue[] | undefined;
  /** Length of the longest of the first values, in UTF-16 units. */
  readonly longestChars: number;
  /** Whether its texts may have templates: they have several words, or they repeat. Ids do neither. */
  readonly holdsTexts: boolean;
}

export function isNumber({ types }: Pick<ColumnSummary, 'types'>): boolean {
  return types.some((type) => NUMBER_TYPES.has(type));
}

/** A summary of a column with the figures that decide about its place. */
export interface ColumnProfile extends ColumnSummary {
  /** Mean length of the first values, in UTF-16 units. */
  readonly meanChars: number;
  /** Share of the first values that are several words, 0..1. */
  readonly spacedShare: number;
}

export interface ColumnSet<Column extends ColumnSummary = ColumnSummary> {
  /** The number of all rows, with or without a certain property. */
  readonly rowCount: number;
  /** In order of first occurrence. */
  readonly all: readonly Column[];
  readonly of: (name: string) => Column | undefined;
}

/** The profile of one column, learned value by value. */
class ColumnState implements ColumnProfile {
  /** The epoch of the last row that has this column, see `ColumnProfiles.epoch`. */
  epoch = 0;
  private list: ProfiledValue[] | undefined = [];
  /** References of the values in `list`. The first has a field of its own, because most columns that few rows have need no set. */
  private first = -1;
  private references: Set<number> | undefined;
  private measured = 0;
  private chars = 0;
  private longest = 0;
  private spaced = 0;
  private repeats = false;
  /** The values measured so far, to find one that repeats. Emptied once the answer is known. */
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
    // A single value has a single template, which tells nothing.
    return (
      hasTexts &&
      this.list?.length !== 1 &&
      this.longest >= LEAST_TEXT_CHARS &&
      this.types.includes('Edm.String')
    );
  }

  /** True if further values would change nothing but the count. */
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

  /** A row has this name twice. It is unknown which of the two values counts, so the list of values is given up. */
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

/** The cells of a shape whose columns still have something to learn from them. */
interface OpenShape {
  /** The columns of this shape are marked with this epoch, or a later one. */
  epoch: number;
  /** How many columns had nothing more to learn when `cells` was made. */
  known: number;
  cells: readonly { readonly column: ColumnState; readonly position: number; readonly isTwice: boolean }[];
}

/**
 * The columns of a growing store, each with a summary of its values. Each cell of each row is visited once, so the time depends on the
 * number of values, however many columns there are.
 */
export class ColumnProfiles implements ColumnSet<ColumnProfile> {
  /** Rows looked at, including those that newer copies replaced. */
  private looked = 0;
  readonly all: ColumnState[] = [];
  /** The mark of the columns whose rows are read now. Each `takeChanges` increases it. */
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
   * Looks at the rows that were added since the last call.
   * @yields after a few thousand rows
   */
  *update(): Steps<void> {
    const { store } = this;
    while (this.looked < store.rowCount) {
      this.look(this.looked);
      this.looked += 1;
      if (this.looked % STEP === 0) yield undefined;
    }
  }

  /** The numbers of the columns that rows brought after epoch `since`; all columns if it is 0. Ends the current epoch. */
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
