import type { ColumnInfo, EntityStore } from '../entities/store/entityStore.ts';
import { type PropertyReader, VALUE_ABSENT, VALUE_TWICE } from '../entities/store/propertyReader.ts';

/** A column with more different values than this tells rows apart; fewer are categories. */
export const MOST_VALUES = 24;
/** Columns with longer values (UTF-16 units) are not categories: no values are kept. */
const LONGEST_VALUE = 256;
/** How many values, from the first on, are measured for their length. */
const MEASURED_VALUES = 200;
/** References known to be one of the values: equal values may have several. */
const MOST_REFERENCES = 4096;

/** One value of a column, and the rows that have it. */
export interface ProfiledValue {
  readonly type: string;
  readonly text: string;
}

/** A summary of a column's values. */
export interface ColumnProfile extends ColumnInfo {
  /** All rows, with or without the property. */
  readonly rowCount: number;
  /** Every different value, in order of first occurrence; undefined: more than MOST_VALUES, or too long to list. */
  readonly values: readonly ProfiledValue[] | undefined;
  /** Of the first values, UTF-16 units. */
  readonly meanChars: number;
  readonly longestChars: number;
  /** Share of the first values that are several words, 0..1. */
  readonly spacedShare: number;
}

/** Looks at each value of a column once. */
class ColumnState {
  private nextRow = 0;
  private readonly read: PropertyReader;
  private values: Map<string, ProfiledValue> | undefined = new Map();
  private readonly references = new Set<number>();
  private measured = 0;
  private chars = 0;
  private longest = 0;
  private spaced = 0;
  private readonly store: EntityStore;
  private readonly name: string;

  constructor(store: EntityStore, name: string) {
    this.store = store;
    this.name = name;
    this.read = store.propertyReader(name);
  }

  /** O(new rows) while values are few, O(1) once they are many. */
  update(): void {
    const { rowCount } = this.store;
    for (; this.nextRow < rowCount && !this.isKnown; this.nextRow++) this.look(this.nextRow);
  }

  of(info: ColumnInfo): ColumnProfile {
    const { measured, values } = this;
    return {
      ...info,
      rowCount: this.store.rowCount,
      values: values && [...values.values()],
      meanChars: measured === 0 ? 0 : this.chars / measured,
      longestChars: this.longest,
      spacedShare: measured === 0 ? 0 : this.spaced / measured,
    };
  }

  private get isKnown(): boolean {
    return this.values === undefined && this.measured >= MEASURED_VALUES;
  }

  private look(row: number): void {
    const reference = this.read(row);
    if (reference === VALUE_ABSENT) return;
    // If a name occurs twice, it is unknown which value counts.
    if (reference === VALUE_TWICE) this.values = undefined;
    else if (!this.references.has(reference)) {
      const value = this.store.cell(row, this.name);
      if (value !== undefined) this.add(reference, value);
    } else if (this.measured < MEASURED_VALUES) {
      const value = this.store.cell(row, this.name);
      if (value !== undefined) this.measure(value.text);
    }
  }

  private add(reference: number, { type, text }: ProfiledValue): void {
    this.measure(text);
    const { values } = this;
    if (values === undefined) return;
    if (this.references.size < MOST_REFERENCES) this.references.add(reference);
    if (text.length > LONGEST_VALUE) {
      this.values = undefined;
      return;
    }
    const name = `${type} ${text}`;
    if (!values.has(name)) values.set(name, { type, text });
    if (values.size > MOST_VALUES) this.values = undefined;
  }

  private measure(text: string): void {
    if (this.measured >= MEASURED_VALUES) return;
    this.measured += 1;
    this.chars += text.length;
    this.longest = Math.max(this.longest, text.length);
    if (/\S\s+\S/u.test(text.slice(0, LONGEST_VALUE))) this.spaced += 1;
  }
}

/** The columns of a growing store, each with a summary of its values. */
export class ColumnProfiles {
  private readonly states = new Map<string, ColumnState>();
  private readonly store: EntityStore;

  constructor(store: EntityStore) {
    this.store = store;
  }

  /** In order of first occurrence. O(new rows x columns with few values). */
  all(): readonly ColumnProfile[] {
    return this.store.columns().map((info) => {
      const state = this.states.get(info.name) ?? new ColumnState(this.store, info.name);
      this.states.set(info.name, state);
      state.update();
      return state.of(info);
    });
  }
}
