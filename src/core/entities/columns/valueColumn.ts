import type { EntityStore } from '../store/entityStore.ts';
import { VALUE_ABSENT } from '../store/propertyReader.ts';
import { codes, type Codes } from '../bytes/narrowColumn.ts';
import { type ColumnReader, columnReader } from './columnFacts.ts';
import { type ColumnRef, readKeyPart, readParameter } from './columnRef.ts';
import { FoundValues } from './foundValues.ts';
import { inBlocks } from '../../inBlocks.ts';
import { keyPartReader } from './keyParts.ts';
import { parameterReader } from './parameterReader.ts';
import { numberWords, orderByWords } from './radixOrder.ts';
import { KIND_BOOLEAN, KIND_INSTANT, KIND_NUMBER, KIND_TEXT, KINDS, type SortKey } from './sortKey.ts';
import { templateReader } from './templateReader.ts';
import { orderTexts, type TextSource } from './textOrder.ts';
import type { Steps } from '../../steps.ts';

/**
 * One column of all rows, by value: the distinct values in order, and the value of each row. Plain data, no object for each
 * value: sorting compares numbers of values only, a filter looks at each distinct value once, and an aggregate reads numbers
 * and instants from typed arrays.
 */
export interface ValueColumn {
  readonly ref: ColumnRef;
  /** How many rows it covers. */
  readonly rowCount: number;
  /** By row: the number of its value, or `distinct` if it has none. */
  readonly values: Codes;
  /** How many distinct values there are. Two types, or two ways to write a number, are two values. */
  readonly distinct: number;
  /** By value: equal for values that sort as equal, such as 5 and 5.0. Undefined: no two are, and each value is its rank. */
  readonly ranks: Codes | undefined;
  readonly reader: ColumnReader;
  /** By value: what `reader` reads it from. */
  readonly references: Uint32Array;
  /** By kind (KIND of sortKey.ts): the end of its values. Values are sorted by kind first. */
  readonly kindEnds: Uint32Array;
  /** By value: its type, see typeOf. One entry if all have the same one. */
  readonly types: Uint16Array;
  /**
   * By value: a number (plus `minors`: exact for Int64), an instant's seconds since 0001-01-01, 0 or 1 for a Boolean. Empty if all values
   * are texts, or if the store holds them as numbers: times, and Timestamp.
   */
  readonly majors: Float64Array;
  /**
   * By value: an Int64 minus its nearest Double; an instant's ticks within its second. Empty if all are 0, or if
   * `majors` is.
   */
  readonly minors: Int32Array;
}

/** The values of one kind: [from, to). */
export function valuesOfKind(
  { kindEnds }: ValueColumn,
  kind: number,
): { readonly from: number; readonly to: number } {
  return { from: kind === 0 ? 0 : (kindEnds[kind - 1] as number), to: kindEnds[kind] as number };
}

/** The kind of a value, a KIND of sortKey.ts. */
export function kindOf({ kindEnds }: ValueColumn, value: number): number {
  let kind = 0;
  while (value >= (kindEnds[kind] ?? Number.POSITIVE_INFINITY)) kind += 1;
  return kind;
}

/** The type of a value, an index into `EntityStore.typeNames`. */
export function typeOf({ types }: ValueColumn, value: number): number {
  return types[types.length === 1 ? 0 : value] as number;
}

/** Reads where a value sorts into `key`: number, instant or Boolean. */
export function readKey(
  { majors, minors, references }: ValueColumn,
  keyOf: ColumnReader['keyOf'],
  value: number,
  key: SortKey,
): void {
  if (value >= majors.length) {
    keyOf(references[value] as number, key);
    return;
  }
  key.major = majors[value] as number;
  key.minor = minors[value] ?? 0;
}

export function rankOf({ ranks }: ValueColumn, value: number): number {
  return ranks === undefined ? value : (ranks[value] as number);
}

/** The first value in [from, to) that is not below a bound; `to` if all are below it. */
export function firstValue(from: number, to: number, isBelow: (value: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function columnBytes({
  values,
  ranks,
  references,
  kindEnds,
  types,
  majors,
  minors,
}: ValueColumn): number {
  return [values, ranks, references, kindEnds, types, majors, minors].reduce(
    (sum, array) => sum + (array?.byteLength ?? 0),
    0,
  );
}

function codesOf(ranks: Uint32Array, greatest: number): Codes {
  const narrow = codes(ranks.length, greatest);
  narrow.set(ranks);
  return narrow;
}

/** The ids of references, sorted by kind. Those of one kind stay in the order in which rows brought them. */
function byKind(found: FoundValues): { readonly ids: Uint32Array<ArrayBuffer>; readonly ends: Uint32Array } {
  const ends = new Uint32Array(KINDS);
  const next = new Uint32Array(KINDS + 1);
  for (let id = 0; id < found.count; id++) {
    const after = (found.kinds[id] as number) + 1;
    next[after] = (next[after] as number) + 1;
  }
  for (let kind = 0; kind < KINDS; kind++) {
    next[kind + 1] = (next[kind + 1] as number) + (next[kind] as number);
    ends[kind] = next[kind + 1] as number;
  }
  const ids = new Uint32Array(found.count);
  for (let id = 0; id < found.count; id++) {
    const kind = found.kinds[id] as number;
    const at = next[kind] as number;
    ids[at] = id;
    next[kind] = at + 1;
  }
  return { ids, ends };
}

interface Ordered {
  readonly ids: Uint32Array;
  /** By position: 1 if the value sorts after the one before. */
  readonly begins: Uint8Array;
}

/** Marks each number that differs from the one before. */
function markBegins(
  { majors, minors }: FoundValues,
  ids: Uint32Array,
  begins: Uint8Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at++) {
    const id = ids[at] as number;
    const before = ids[at - 1] as number;
    begins[at] = majors[id] === majors[before] && minors[id] === minors[before] ? 0 : 1;
  }
}

/** @yields after a few thousand comparisons */
function* ordered(found: FoundValues, reader: Pick<ColumnReader, 'valueOf' | 'storedAt'>): Steps<Ordered> {
  const { ids, ends } = byKind(found);
  const { references, majors, minors } = found;
  const begins = new Uint8Array(ids.length);
  const source: TextSource = {
    storedAt: (id) => reader.storedAt?.(references[id] as number),
    textAt: (id) => reader.valueOf(references[id] as number)?.text ?? '',
  };
  const hasNumbers = [KIND_NUMBER, KIND_BOOLEAN, KIND_INSTANT].some(
    (kind) => (ends[kind] as number) > (ends[kind - 1] ?? 0),
  );
  const words = hasNumbers
    ? numberWords(majors.subarray(0, found.count), minors.subarray(0, found.count))
    : [];
  yield undefined;
  let from = 0;
  for (const [kind, to] of ends.entries()) {
    const stretch = ids.slice(from, to);
    if (kind === KIND_TEXT) {
      begins.set(yield* orderTexts(stretch, source), from);
      ids.set(stretch, from);
    } else {
      ids.set(yield* orderByWords(stretch, words), from);
      markBegins(found, ids, begins, from + 1, to);
    }
    if (from < to) begins[from] = 1;
    from = to;
  }
  return { ids, begins };
}

/** How many earlier values of the same rank a value is compared with. */
const MOST_ALIKE = 4;

/** Whether two references that sort as equal are one value: of one type, and written alike. */
function isOneValue(found: FoundValues, valueOf: ColumnReader['valueOf'], a: number, b: number): boolean {
  const { kinds, types, spellings, references } = found;
  if (types[a] !== types[b]) return false;
  if (kinds[a] === KIND_TEXT) return true;
  if (spellings[a] !== 0 && spellings[b] !== 0) return spellings[a] === spellings[b];
  return valueOf(references[a] as number)?.text === valueOf(references[b] as number)?.text;
}

/** Gives numbers to the values of references that are in order. */
class ValueNumbers {
  distinct = 0;
  /** By id: the number of its value. */
  readonly numbers: Uint32Array;
  /** By value: the first id that has it. */
  readonly firsts: Uint32Array;
  /** By value: its rank. */
  readonly ranks: Uint32Array;
  private rank = -1;
  private rankFrom = 0;
  private readonly found: FoundValues;
  private readonly order: Ordered;
  private readonly valueOf: ColumnReader['valueOf'];

  constructor(found: FoundValues, order: Ordered, valueOf: ColumnReader['valueOf']) {
    this.found = found;
    this.order = order;
    this.valueOf = valueOf;
    this.numbers = new Uint32Array(found.count);
    this.firsts = new Uint32Array(found.count);
    this.ranks = new Uint32Array(found.count);
  }

  add(from: number, to: number): void {
    const { found, valueOf, numbers, firsts, ranks } = this;
    const { ids, begins } = this.order;
    for (let at = from; at < to; at++) {
      const id = ids[at] as number;
      if (begins[at] === 1) {
        this.rank += 1;
        this.rankFrom = this.distinct;
      }
      const { distinct } = this;
      let value = Math.max(this.rankFrom, distinct - MOST_ALIKE);
      while (value < distinct && !isOneValue(found, valueOf, firsts[value] as number, id)) value += 1;
      if (value === distinct) {
        firsts[value] = id;
        ranks[value] = this.rank;
        this.distinct += 1;
      }
      numbers[id] = value;
    }
  }

  /** Writes the number of the value of each row. */
  ofRows(ids: Int32Array, values: Codes, from: number, to: number): void {
    const { numbers, distinct } = this;
    for (let row = from; row < to; row++) {
      const id = ids[row] as number;
      values[row] = id < 0 ? distinct : (numbers[id] as number);
    }
  }

  /** What a column holds of each value. `isStored`: the store holds numbers and instants in typed arrays, so they are not copied. */
  byValue(
    isStored: boolean,
  ): Pick<ValueColumn, 'ranks' | 'references' | 'kindEnds' | 'types' | 'majors' | 'minors'> {
    const { found, firsts, ranks, distinct } = this;
    const hasNumbers = distinct > 0 && (found.kinds[firsts[0] as number] as number) < KIND_TEXT;
    const room = hasNumbers && !isStored ? distinct : 0;
    const references = new Uint32Array(distinct);
    const kindEnds = new Uint32Array(KINDS);
    const types = new Uint16Array(distinct);
    const majors = new Float64Array(room);
    const minors = new Int32Array(room);
    let hasMinors = false;
    let hasTypes = false;
    for (let value = 0; value < distinct; value++) {
      const id = firsts[value] as number;
      references[value] = found.references[id] as number;
      const kind = found.kinds[id] as number;
      kindEnds[kind] = (kindEnds[kind] as number) + 1;
      types[value] = found.types[id] as number;
      hasTypes ||= types[value] !== types[0];
      if (value >= room) continue;
      majors[value] = found.majors[id] as number;
      minors[value] = found.minors[id] as number;
      hasMinors ||= minors[value] !== 0;
    }
    for (let kind = 1; kind < KINDS; kind++)
      kindEnds[kind] = (kindEnds[kind] as number) + (kindEnds[kind - 1] as number);
    return {
      ranks: this.rank + 1 === distinct ? undefined : codesOf(ranks.subarray(0, distinct), this.rank),
      references,
      kindEnds,
      types: hasTypes ? types : types.slice(0, 1),
      majors,
      minors: hasMinors ? minors : new Int32Array(0),
    };
  }
}

/**
 * Reads one column in steps, so that the worker can answer other requests meanwhile.
 * @param rows those of a sample, whose positions then count as row numbers; undefined: all
 * @yields after a few thousand rows or comparisons
 */
export function* buildColumn(store: EntityStore, ref: ColumnRef, rows?: Uint32Array): Steps<ValueColumn> {
  const rowCount = rows?.length ?? store.rowCount;
  const parameter = readParameter(ref.fact);
  const part = readKeyPart(ref.fact);
  const reader =
    parameter !== undefined
      ? parameterReader(store, ref.name, parameter)
      : part !== undefined
        ? keyPartReader(store, ref.name, part)
        : ref.fact === 'template'
          ? yield* templateReader(store, ref.name, rows)
          : columnReader(store, ref);
  const found = new FoundValues(reader, rowCount);
  const ids = new Int32Array(rowCount);
  yield* inBlocks(rowCount, (from, to) => readIds(reader, found, { rows, ids, from, to }));
  const numbers = new ValueNumbers(found, yield* ordered(found, reader), reader.valueOf);
  yield* inBlocks(found.count, (from, to) => numbers.add(from, to));
  const { distinct } = numbers;
  const values = codes(rowCount, distinct);
  yield* inBlocks(rowCount, (from, to) => numbers.ofRows(ids, values, from, to));
  return { ref, reader, rowCount, values, distinct, ...numbers.byValue(reader.isByRow === true) };
}

function readIds(
  { referenceOf }: ColumnReader,
  found: FoundValues,
  { rows, ids, from, to }: { rows: Uint32Array | undefined; ids: Int32Array; from: number; to: number },
): void {
  for (let at = from; at < to; at++) {
    const reference = referenceOf(rows === undefined ? at : (rows[at] as number));
    ids[at] = reference === VALUE_ABSENT ? -1 : found.idOf(reference);
  }
}
