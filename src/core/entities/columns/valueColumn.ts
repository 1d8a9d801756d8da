import type { EntityStore } from '../store/entityStore.ts';
import { VALUE_ABSENT } from '../store/propertyReader.ts';
import { columnReader } from './columnFacts.ts';
import type { ColumnRef } from './columnRef.ts';
import { DistinctValues } from './distinctValues.ts';
import { sortInSteps } from './sortInSteps.ts';

/** Rows or values handled between two steps. */
const STEP = 8192;

/** Numbers of values: as narrow as their count allows. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/**
 * One column of all rows, by value: the distinct values in order, and the value of each row. Plain data, no object for each
 * value: sorting compares numbers of values only, a filter looks at each distinct value once, and an aggregate reads numbers
 * and instants from typed arrays. A long text may be several values of one rank.
 */
export interface ValueColumn {
  readonly ref: ColumnRef;
  /** Of the store when it was built. */
  readonly rowCount: number;
  /** By row: the number of its value, or `distinct` if it has none. */
  readonly values: Codes;
  /** How many distinct values there are. Two types, or two ways to write a number, are two values. */
  readonly distinct: number;
  /** By value: equal for values that sort as equal, such as 5 and 5.0. */
  readonly ranks: Codes;
  /** By value: what `columnReader` of `ref` reads it from. */
  readonly references: Uint32Array;
  /** By value: what it is to an order, a KIND of sortKey.ts. */
  readonly kinds: Uint8Array;
  /** By value: its type, an index into `EntityStore.typeNames`. */
  readonly types: Uint16Array;
  /**
   * By value: a number (plus `minors`: exact for Int64), an instant's seconds since 0001-01-01, 0 or 1 for a Boolean. Empty if all values
   * are texts.
   */
  readonly majors: Float64Array;
  /** By value: what the nearest Double left of an Int64; an instant's ticks within its second. Empty as `majors` is. */
  readonly minors: Int32Array;
}

/** Memory of a column. */
export function columnBytes({
  values,
  ranks,
  references,
  kinds,
  types,
  majors,
  minors,
}: ValueColumn): number {
  return [values, ranks, references, kinds, types, majors, minors].reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  );
}

function codes(length: number, greatest: number): Codes {
  if (greatest <= 0xff) return new Uint8Array(length);
  return greatest <= 0xffff ? new Uint16Array(length) : new Uint32Array(length);
}

/**
 * Reads one column of all rows, in steps, so that the worker can answer others meanwhile.
 * @yields after a few thousand rows or comparisons
 */
export function* buildColumn(
  store: EntityStore,
  ref: ColumnRef,
): Generator<undefined, ValueColumn, undefined> {
  const { rowCount } = store;
  const { referenceOf, ...reader } = columnReader(store, ref);
  const isStored = ref.fact === undefined && ref.name !== 'Timestamp';
  const found = new DistinctValues(store, reader, isStored);
  const ids = new Int32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const reference = referenceOf(row);
    ids[row] = reference === VALUE_ABSENT ? -1 : found.idOf(reference);
    if (row % STEP === STEP - 1) yield undefined;
  }
  yield* found.addTextKeys();

  const distinct = found.count;
  const order = new Uint32Array(distinct);
  for (let id = 0; id < distinct; id++) order[id] = id;
  const sorted = yield* sortInSteps(order, found.compare);
  const hasNumbers = found.hasNumbers;
  const column = {
    ref,
    rowCount,
    values: codes(rowCount, distinct),
    distinct,
    ranks: codes(distinct, distinct),
    references: new Uint32Array(distinct),
    kinds: new Uint8Array(distinct),
    types: new Uint16Array(distinct),
    majors: new Float64Array(hasNumbers ? distinct : 0),
    minors: new Int32Array(hasNumbers ? distinct : 0),
  };
  const numbers = new Uint32Array(distinct);
  let rank = 0;
  for (let at = 0; at < distinct; at++) {
    const id = sorted[at] as number;
    if (at > 0 && found.compare(sorted[at - 1] as number, id) !== 0) rank += 1;
    numbers[id] = at;
    column.ranks[at] = rank;
    found.copy(id, column, at);
    if (at % STEP === STEP - 1) yield undefined;
  }
  for (let row = 0; row < rowCount; row++) {
    const id = ids[row] as number;
    column.values[row] = id < 0 ? distinct : (numbers[id] as number);
  }
  return column;
}
