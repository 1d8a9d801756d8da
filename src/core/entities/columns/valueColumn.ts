import type { EntityStore } from '../store/entityStore.ts';
import { type PropertyReader, VALUE_ABSENT, VALUE_TWICE } from '../store/propertyReader.ts';
import { KIND_TEXT, KIND_TWICE, readSortKey, type SortKey } from './sortKey.ts';
import { sortInSteps } from './sortInSteps.ts';

/** Rows or values handled between two steps. */
const STEP = 8192;

/**
 * One property of all rows, by value: the distinct values in order, and the value of each row. Sorting compares numbers of
 * values only, and a filter looks at each distinct value once. A long text may be several values of one rank.
 */
export interface ValueColumn {
  /** Of the store when it was built. */
  readonly rowCount: number;
  /** By row: the number of its value, or `distinct` if it has none. */
  readonly values: Uint32Array;
  /** How many distinct values there are. Two types, or two ways to write a number, are two values. */
  readonly distinct: number;
  /** By value: equal for values that sort as equal, such as 5 and 5.0. */
  readonly ranks: Uint32Array;
  /** By value: reference in the store; VALUE_TWICE if the name occurs twice in its rows. */
  readonly references: Uint32Array;
}

/** Values while they are read, by the order of their first row. */
class Distinct {
  readonly references: number[] = [];
  readonly kinds: number[] = [];
  readonly majors: number[] = [];
  readonly minors: number[] = [];
  readonly texts: (string | undefined)[] = [];
  private readonly byReference = new Map<number, number>();
  private readonly store: EntityStore;
  private readonly key: SortKey = { kind: 0, major: 0, minor: 0, text: undefined };

  constructor(store: EntityStore) {
    this.store = store;
  }

  idOf(reference: number): number {
    const known = this.byReference.get(reference);
    if (known !== undefined) return known;
    const { key } = this;
    if (reference === VALUE_TWICE)
      Object.assign(key, { kind: KIND_TWICE, major: 0, minor: 0, text: undefined });
    else readSortKey(this.store.valueAt(reference), key);
    const id = this.references.length;
    this.references.push(reference);
    this.kinds.push(key.kind);
    this.majors.push(key.major);
    this.minors.push(key.minor);
    this.texts.push(key.text);
    this.byReference.set(reference, id);
    return id;
  }

  /** Below 0, 0 or above 0: the order of two values. */
  readonly compare = (a: number, b: number): number => {
    const kind = this.kinds[a] as number;
    const byKind = kind - (this.kinds[b] as number);
    if (byKind !== 0) return byKind;
    if (kind === KIND_TEXT) {
      const left = this.texts[a] as string;
      const right = this.texts[b] as string;
      return left < right ? -1 : left > right ? 1 : 0;
    }
    const left = this.majors[a] as number;
    const right = this.majors[b] as number;
    // Not a difference: that of two infinities is no number.
    if (left !== right) return left < right ? -1 : 1;
    return (this.minors[a] as number) - (this.minors[b] as number);
  };
}

/**
 * Reads one property of all rows, in steps, so that the worker can answer others meanwhile.
 * @yields after a few thousand rows or comparisons
 */
export function* buildColumn(
  store: EntityStore,
  read: PropertyReader,
): Generator<undefined, ValueColumn, undefined> {
  const { rowCount } = store;
  const found = new Distinct(store);
  const ids = new Int32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const reference = read(row);
    ids[row] = reference === VALUE_ABSENT ? -1 : found.idOf(reference);
    if (row % STEP === STEP - 1) yield undefined;
  }

  const distinct = found.references.length;
  const order = new Uint32Array(distinct);
  for (let id = 0; id < distinct; id++) order[id] = id;
  const sorted = yield* sortInSteps(order, found.compare);
  const column = {
    rowCount,
    values: new Uint32Array(rowCount),
    distinct,
    ranks: new Uint32Array(distinct),
    references: new Uint32Array(distinct),
  };
  const numbers = new Uint32Array(distinct);
  let rank = 0;
  for (let at = 0; at < distinct; at++) {
    const id = sorted[at] as number;
    if (at > 0 && found.compare(sorted[at - 1] as number, id) !== 0) rank += 1;
    numbers[id] = at;
    column.ranks[at] = rank;
    column.references[at] = found.references[id] as number;
    if (at % STEP === STEP - 1) yield undefined;
  }
  for (let row = 0; row < rowCount; row++) {
    const id = ids[row] as number;
    column.values[row] = id < 0 ? distinct : (numbers[id] as number);
  }
  return column;
}
