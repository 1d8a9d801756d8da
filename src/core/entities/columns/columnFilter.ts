import type { EntityStore } from '../store/entityStore.ts';
import { foldAscii } from '../views/searchRows.ts';
import { type ColumnReader, columnReader } from './columnFacts.ts';
import {
  instantKey,
  KIND_BOOLEAN,
  KIND_INSTANT,
  KIND_NAN,
  KIND_NULL,
  KIND_NUMBER,
  KIND_TEXT,
  KIND_TWICE,
  numberKey,
  type SortKey,
} from './sortKey.ts';
import type { ValueColumn } from './valueColumn.ts';

/** A value as a cell shows it. */
interface TypedText {
  readonly type: string;
  readonly text: string;
}

/** What the bounds of a range are: only values of that kind are compared with them. */
export type RangeKind = 'number' | 'instant' | 'text';

/** A condition on one column. `contains` ignores the case of ASCII letters. */
export type ColumnTest =
  | { readonly kind: 'contains'; readonly text: string }
  /** Values that sort as equal (5 and 5.0) are equal; a row without the property is not the value. */
  | ({ readonly kind: 'is' } & TypedText)
  | ({ readonly kind: 'is-not' } & TypedText)
  /** `from` <= value, and value <= `to`; an instant is before `to`. Empty: no bound. */
  | { readonly kind: 'range'; readonly as: RangeKind; readonly from: string; readonly to: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'present' }
  /** The name occurs twice in the row, so it has no single value. */
  | { readonly kind: 'twice' }
  | { readonly kind: 'not-twice' };

/** Values looked at between two steps. */
const STEP = 8192;

/**
 * By value, and last for rows without one: 1 if rows with it pass. Throws RangeError for a bound that is not of its kind.
 * @yields after a few thousand values
 */
export function* passesByValue(
  store: EntityStore,
  column: ValueColumn,
  test: ColumnTest,
): Generator<undefined, Uint8Array, undefined> {
  const { distinct } = column;
  const passes = new Uint8Array(distinct + 1);
  const isIn = yield* valueTest(store, column, test);
  for (let value = 0; value < distinct; value++) {
    passes[value] = isIn(value) ? 1 : 0;
    if (value % STEP === STEP - 1) yield undefined;
  }
  passes[distinct] = PASSES_ABSENT.has(test.kind) ? 1 : 0;
  return passes;
}

/** Tests that rows without the property meet. */
const PASSES_ABSENT: ReadonlySet<ColumnTest['kind']> = new Set(['absent', 'is-not', 'not-twice']);

type ValueTest = (value: number) => boolean;

function* valueTest(
  store: EntityStore,
  column: ValueColumn,
  test: ColumnTest,
): Generator<undefined, ValueTest, undefined> {
  const reader = columnReader(store, column.ref);
  switch (test.kind) {
    case 'absent':
      return () => false;
    case 'present':
      return () => true;
    case 'twice':
      return (value) => column.kinds[value] === KIND_TWICE;
    case 'not-twice':
      return (value) => column.kinds[value] !== KIND_TWICE;
    case 'range':
      return rangeTest(column, reader, test);
    case 'contains': {
      const wanted = foldAscii(test.text);
      return (value) => {
        if (column.kinds[value] === KIND_NULL) return false;
        const text = reader.valueOf(column.references[value] as number)?.text;
        return text !== undefined && foldAscii(text).includes(wanted);
      };
    }
    case 'is':
    case 'is-not': {
      const isSame = yield* sameTest(store, column, reader, test);
      const isWanted = test.kind === 'is';
      return (value) => isSame(value) === isWanted;
    }
  }
}

/** Where a number or instant that a person or a cell gave sorts; undefined: compared as text. */
function keyOfTyped({ type, text }: TypedText): SortKey | undefined {
  if (type === 'Edm.Int32' || type === 'Edm.Int64' || type === 'Edm.Double') return numberKey(text);
  return type === 'Edm.DateTime' ? instantKey(text) : undefined;
}

/**
 * Whether a value is the one that is meant: equal as a number or instant, else the same text of the same type.
 * @yields after a few thousand values
 */
function* sameTest(
  store: EntityStore,
  column: ValueColumn,
  reader: ColumnReader,
  wanted: TypedText,
): Generator<undefined, ValueTest, undefined> {
  const { kinds, majors, minors, references, ranks } = column;
  const key = keyOfTyped(wanted);
  if (key !== undefined)
    return (value) => kinds[value] === key.kind && majors[value] === key.major && minors[value] === key.minor;
  // A long text may be several values of one rank: any of them finds it.
  const type = store.typeNames.indexOf(wanted.type);
  let found = -1;
  for (let value = 0; value < column.distinct && found < 0; value++) {
    const isIt = column.types[value] === type && kinds[value] !== KIND_TWICE;
    if (isIt && reader.valueOf(references[value] as number)?.text === wanted.text) found = value;
    if (value % STEP === STEP - 1) yield undefined;
  }
  const rank = found < 0 ? -1 : (ranks[found] as number);
  return (value) => ranks[value] === rank && column.types[value] === type;
}

const RANGE_KINDS: Readonly<Record<RangeKind, number>> = {
  number: KIND_NUMBER,
  instant: KIND_INSTANT,
  text: KIND_TEXT,
};

type Range = Extract<ColumnTest, { kind: 'range' }>;

/** A bound of a range; undefined: none. Throws RangeError if the text is no such value. */
function rangeBound(as: 'number' | 'instant', text: string): SortKey | undefined {
  if (text.trim() === '') return undefined;
  const key = as === 'number' ? numberKey(text) : instantKey(text);
  if (key === undefined)
    throw new RangeError(
      as === 'number'
        ? `${JSON.stringify(text)} is not a number. Write it as 12, -3.5 or 1e6.`
        : `${JSON.stringify(text)} is not a time. Write it as 2026-11-22T01:44:00Z, with up to 7 digits after the second.`,
    );
  return key;
}

function compareKeys(majorA: number, minorA: number, b: SortKey): number {
  if (majorA !== b.major) return majorA < b.major ? -1 : 1;
  return minorA - b.minor;
}

function rangeTest(column: ValueColumn, reader: ColumnReader, test: Range): (value: number) => boolean {
  const { kinds, majors, minors, references } = column;
  const wanted = RANGE_KINDS[test.as];
  if (test.as === 'text') {
    return (value) => {
      if (kinds[value] !== wanted) return false;
      const text = reader.valueOf(references[value] as number)?.text ?? '';
      return text >= test.from && (test.to === '' || text <= test.to);
    };
  }
  const from = rangeBound(test.as, test.from);
  const to = rangeBound(test.as, test.to);
  const most = test.as === 'instant' ? -1 : 0;
  return (value) => {
    if (kinds[value] !== wanted) return false;
    const major = majors[value] as number;
    const minor = minors[value] as number;
    if (from !== undefined && compareKeys(major, minor, from) < 0) return false;
    return to === undefined || Math.sign(compareKeys(major, minor, to)) <= most;
  };
}

/** Rows whose values a test could not compare, by type. */
export interface UncomparedType {
  /** Undefined: the name occurs twice in the row, so there is no single value. */
  readonly type: string | undefined;
  readonly rows: number;
}

const NUMBERS: readonly number[] = [KIND_NUMBER, KIND_NAN];

/** Kinds of values that a test looks into; undefined: all. */
function comparedKinds(test: UncomparedTest): readonly number[] | undefined {
  if (test.kind === 'range') return [RANGE_KINDS[test.as]];
  if (test.kind !== 'is' || test.type === 'Null') return undefined;
  const key = keyOfTyped(test);
  if (key !== undefined) return key.kind === KIND_INSTANT ? [KIND_INSTANT] : NUMBERS;
  return [test.type === 'Edm.Boolean' ? KIND_BOOLEAN : KIND_TEXT];
}

/** Tests that need one value, and fail without it. */
const NEEDS_VALUE: ReadonlySet<string> = new Set(['contains', 'is', 'range', 'matches']);

type UncomparedTest = ColumnTest | { readonly kind: 'matches' };

/** What a test left out because it is of another type, or because there are two values, the most first. A null has no value to compare. */
export function uncomparedTypes(
  store: EntityStore,
  column: ValueColumn,
  test: UncomparedTest,
): readonly UncomparedType[] {
  if (!NEEDS_VALUE.has(test.kind)) return [];
  const compared = comparedKinds(test);
  const isOther = new Uint8Array(column.distinct + 1);
  let isMixed = false;
  for (let value = 0; value < column.distinct; value++) {
    const kind = column.kinds[value] as number;
    const isCompared = compared === undefined || compared.includes(kind);
    if (kind === KIND_NULL || (isCompared && kind !== KIND_TWICE)) continue;
    isOther[value] = 1;
    isMixed = true;
  }
  if (!isMixed) return [];
  const rows = new Map<string | undefined, number>();
  for (const value of column.values) {
    if (isOther[value] !== 1) continue;
    const isTwice = column.kinds[value] === KIND_TWICE;
    const type = isTwice ? undefined : (store.typeNames[column.types[value] as number] ?? '');
    rows.set(type, (rows.get(type) ?? 0) + 1);
  }
  return [...rows].map(([type, count]) => ({ type, rows: count })).toSorted((a, b) => b.rows - a.rows);
}
