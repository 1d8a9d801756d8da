import { NUMBER_TYPES } from '../entity.ts';
import type { EntityStore } from '../store/entityStore.ts';
import { TextFinder } from '../views/textFinder.ts';
import type { ColumnReader } from './columnFacts.ts';
import { inBlocks } from '../../inBlocks.ts';
import {
  instantKey,
  KIND_BOOLEAN,
  KIND_INSTANT,
  KIND_NAN,
  KIND_NULL,
  KIND_NUMBER,
  KIND_TEXT,
  KIND_TWICE,
  newSortKey,
  numberKey,
  type SortKey,
} from './sortKey.ts';
import { firstValue, kindOf, readKey, typeOf, type ValueColumn, valuesOfKind } from './valueColumn.ts';
import type { Steps } from '../../steps.ts';

/** A value as a cell shows it. */
interface TypedText {
  readonly type: string;
  readonly text: string;
}

/** The kind of a range's bounds; only values of that kind are compared with them. */
export type RangeKind = 'number' | 'instant' | 'text';

/** A condition on one column. `contains` ignores the case of ASCII letters. */
export type ColumnTest =
  | { readonly kind: 'contains'; readonly text: string }
  /** Values that sort as equal (5 and 5.0) are equal; a row without the property is not the value. */
  | ({ readonly kind: 'is' } & TypedText)
  | ({ readonly kind: 'is-not' } & TypedText)
  /** The value has this type and is one of these texts. Never true of numbers and instants. */
  | { readonly kind: 'one-of'; readonly type: string; readonly texts: readonly string[] }
  /** `from` <= value <= `to`. An instant, or any value with `isBelow`, must be less than `to`. An empty text is no bound. */
  | {
      readonly kind: 'range';
      readonly as: RangeKind;
      readonly from: string;
      readonly to: string;
      readonly isBelow?: boolean;
    }
  | { readonly kind: 'absent' }
  | { readonly kind: 'present' }
  /** The name occurs twice in the row, so it has no single value. */
  | { readonly kind: 'twice' }
  | { readonly kind: 'not-twice' };

/** Which values of a column pass a test. A row without the value counts as the value `distinct`. */
export type PassingValues =
  /** The values [from, to); with `isOthers`, all values except these. */
  | { readonly from: number; readonly to: number; readonly isOthers: boolean }
  /** By value: 1 if it passes. */
  | { readonly passes: Uint8Array };

function stretch(from: number, to: number, isOthers = false): PassingValues {
  return { from, to: Math.max(from, to), isOthers };
}

/** A bound, which may be empty, that turns a range of prefixes into one of numbers. */
const PREFIX_BOUND = /^\d{0,15}$/;

/**
 * The test that is really made. Prefixes are texts, but those that are numbers sort as numbers, so a range between digits compares numbers.
 */
function testOf<Test extends UncomparedTest>({ ref }: ValueColumn, test: Test): Test {
  const isOfNumbers =
    ref.fact === 'prefix' &&
    test.kind === 'range' &&
    [test.from, test.to].every((bound) => PREFIX_BOUND.test(bound));
  return isOfNumbers ? { ...test, as: 'number' } : test;
}

/**
 * Finds the values that pass a test. Values are sorted, so for most tests they are one stretch, which a few
 * comparisons find. Throws RangeError for a bound that is not of its kind.
 * @yields after a few thousand values
 */
export function* passingValues(
  store: EntityStore,
  column: ValueColumn,
  asked: ColumnTest,
): Steps<PassingValues> {
  const { reader, distinct } = column;
  const test = testOf(column, asked);
  switch (test.kind) {
    case 'absent':
      return stretch(distinct, distinct + 1);
    case 'present':
      return stretch(0, distinct);
    case 'twice':
    case 'not-twice': {
      const { from, to } = valuesOfKind(column, KIND_TWICE);
      return stretch(from, to, test.kind === 'not-twice');
    }
    case 'range':
      return valuesInRange(column, reader, test);
    case 'contains':
      return yield* valuesWith(column, reader, test.text);
    case 'one-of':
      return typedTexts(store, column, reader, test);
    case 'is':
    case 'is-not':
      return sameValues(store, column, reader, test);
  }
}

/**
 * The values that contain a text. A null has no text, not even the empty one.
 * @yields after a few thousand values
 */
function* valuesWith(column: ValueColumn, reader: ColumnReader, text: string): Steps<PassingValues> {
  const { distinct, references } = column;
  const passes = new Uint8Array(distinct + 1);
  const finder = new TextFinder(text);
  const [nulls, twice] = [valuesOfKind(column, KIND_NULL), valuesOfKind(column, KIND_TWICE)];
  const isIn = (value: number): boolean => {
    const hasNoText = (value >= nulls.from && value < nulls.to) || (value >= twice.from && value < twice.to);
    if (hasNoText) return false;
    const reference = references[value] as number;
    const stored = reader.storedAt?.(reference);
    return stored === undefined
      ? finder.isInText(reader.valueOf(reference)?.text ?? '')
      : finder.isIn(stored);
  };
  yield* inBlocks(distinct, (from, to) => {
    for (let value = from; value < to; value++) passes[value] = isIn(value) ? 1 : 0;
  });
  return { passes };
}

/** Where a number or instant (typed, or from a cell) sorts; undefined: it is compared as text. */
function keyOfTyped({ type, text }: TypedText): SortKey | undefined {
  if (NUMBER_TYPES.has(type)) return numberKey(text);
  return type === 'Edm.DateTime' ? instantKey(text) : undefined;
}

/** The values that equal the wanted one: as a number or instant, else the same text of the same type. */
function sameValues(
  store: EntityStore,
  column: ValueColumn,
  reader: ColumnReader,
  wanted: TypedText & { readonly kind: 'is' | 'is-not' },
): PassingValues {
  const isOthers = wanted.kind === 'is-not';
  const key = keyOfTyped(wanted);
  if (key !== undefined) {
    const { from, to } = valuesOfKind(column, key.kind);
    const first = firstValue(from, to, (value) => compareKeys(column, reader, value, key) < 0);
    return stretch(
      first,
      firstValue(first, to, (value) => compareKeys(column, reader, value, key) <= 0),
      isOthers,
    );
  }
  return typedTexts(store, column, reader, { ...wanted, texts: writtenForms(wanted) });
}

/** A GUID may be written in small or in capital letters. */
function writtenForms({ type, text }: TypedText): readonly string[] {
  return type === 'Edm.Guid' ? [...new Set([text, text.toLowerCase(), text.toUpperCase()])] : [text];
}

/** The values that have one of some texts and a certain type. Equal texts sort together, and those of another type are among them. */
function typedTexts(
  store: EntityStore,
  column: ValueColumn,
  { valueOf }: ColumnReader,
  wanted: { readonly kind: string; readonly type: string; readonly texts: readonly string[] },
): PassingValues {
  const { references, distinct } = column;
  const type = store.typeNames.indexOf(wanted.type);
  const textOf = (value: number): string => valueOf(references[value] as number)?.text ?? '';
  const isWanted = wanted.kind !== 'is-not';
  const passes = new Uint8Array(distinct + 1).fill(isWanted ? 0 : 1);
  const texts = valuesOfKind(column, KIND_TEXT);
  for (const text of wanted.texts) {
    let value = firstValue(texts.from, texts.to, (at) => textOf(at) < text);
    for (; value < texts.to && textOf(value) === text; value++)
      if (typeOf(column, value) === type) passes[value] = isWanted ? 1 : 0;
  }
  // Values of other kinds have a text too: a Boolean, a null, a prefix that is a number.
  if (NUMBER_TYPES.has(wanted.type)) return { passes };
  const all = new Set(wanted.texts);
  for (let other = 0; other < distinct; other++) {
    const isText = other >= texts.from && other < texts.to;
    if (isText || typeOf(column, other) !== type || kindOf(column, other) === KIND_TWICE) continue;
    if (all.has(textOf(other))) passes[other] = isWanted ? 1 : 0;
  }
  return { passes };
}

const RANGE_KINDS: Readonly<Record<RangeKind, number>> = {
  number: KIND_NUMBER,
  instant: KIND_INSTANT,
  text: KIND_TEXT,
};

type Range = Extract<ColumnTest, { kind: 'range' }>;

/** A bound of a range; undefined: none. Throws RangeError if the text is not a value of that kind. */
function rangeBound(as: 'number' | 'instant', text: string): SortKey | undefined {
  if (text.trim() === '') return undefined;
  const key = as === 'number' ? numberKey(text) : instantKey(text);
  if (key === undefined || key.kind === KIND_NAN)
    throw new RangeError(
      as === 'number'
        ? `${JSON.stringify(text)} is not a number. Write it as 12, -3.5 or 1e6.`
        : `${JSON.stringify(text)} is not a time. Write it as 2026-11-22T01:44:00Z, with up to 7 digits after the second.`,
    );
  return key;
}

const valueKey = newSortKey();

function compareKeys(
  column: ValueColumn,
  { keyOf }: Pick<ColumnReader, 'keyOf'>,
  value: number,
  key: SortKey,
): number {
  readKey(column, keyOf, value, valueKey);
  if (valueKey.major !== key.major) return valueKey.major < key.major ? -1 : 1;
  return valueKey.minor - key.minor;
}

function valuesInRange(column: ValueColumn, reader: ColumnReader, test: Range): PassingValues {
  const all = valuesOfKind(column, RANGE_KINDS[test.as]);
  if (test.as === 'text') {
    const textOf = (value: number): string => reader.valueOf(column.references[value] as number)?.text ?? '';
    const from = firstValue(all.from, all.to, (value) => textOf(value) < test.from);
    if (test.to === '') return stretch(from, all.to);
    return stretch(
      from,
      firstValue(all.from, all.to, (value) => textOf(value) <= test.to),
    );
  }
  const least = rangeBound(test.as, test.from);
  const most = rangeBound(test.as, test.to);
  const isLastIn = test.as === 'number' && test.isBelow !== true;
  const from =
    least === undefined
      ? all.from
      : firstValue(all.from, all.to, (value) => compareKeys(column, reader, value, least) < 0);
  const isUpTo = (value: number, bound: SortKey): boolean => {
    const order = compareKeys(column, reader, value, bound);
    return isLastIn ? order <= 0 : order < 0;
  };
  const to = most === undefined ? all.to : firstValue(all.from, all.to, (value) => isUpTo(value, most));
  return stretch(from, to);
}

/** Rows whose values a test could not compare, by type. */
export interface UncomparedType {
  /** Undefined: the name occurs twice in the row, so there is no single value. */
  readonly type: string | undefined;
  readonly rows: number;
}

const NUMBERS: readonly number[] = [KIND_NUMBER, KIND_NAN];

/** The kinds of values that a test compares; undefined: all. */
function comparedKinds(test: UncomparedTest): readonly number[] | undefined {
  if (test.kind === 'range') return [RANGE_KINDS[test.as]];
  if (test.kind !== 'is' || test.type === 'Null') return undefined;
  const key = keyOfTyped(test);
  if (key !== undefined) return key.kind === KIND_INSTANT ? [KIND_INSTANT] : NUMBERS;
  return [test.type === 'Edm.Boolean' ? KIND_BOOLEAN : KIND_TEXT];
}

/**
 * Marks texts of another type than the wanted one. Values of type String, GUID and Binary sort among each other, but are never equal.
 * Returns whether there are any.
 */
function markOtherTexts(
  store: EntityStore,
  column: ValueColumn,
  test: UncomparedTest,
  isOther: Uint8Array,
): boolean {
  if (test.kind !== 'is' || comparedKinds(test)?.includes(KIND_TEXT) !== true) return false;
  const type = store.typeNames.indexOf(test.type);
  const { from, to } = valuesOfKind(column, KIND_TEXT);
  let isAny = false;
  for (let value = from; value < to; value++) {
    if (typeOf(column, value) === type) continue;
    isOther[value] = 1;
    isAny = true;
  }
  return isAny;
}

/** Tests that need a single value, and fail if there are two. */
const NEEDS_VALUE: ReadonlySet<string> = new Set(['contains', 'is', 'range', 'matches']);

type UncomparedTest = ColumnTest | { readonly kind: 'matches' };

/** Kinds of values that can be compared. A null has no value to compare. */
const WITH_VALUE = [KIND_NUMBER, KIND_NAN, KIND_BOOLEAN, KIND_INSTANT, KIND_TEXT] as const;

/**
 * What a test could not compare: values of another type, and names with two values; the most frequent first.
 */
export function uncomparedTypes(
  store: EntityStore,
  column: ValueColumn,
  test: UncomparedTest,
): readonly UncomparedType[] {
  if (!NEEDS_VALUE.has(test.kind)) return [];
  // A prefix is a text, even if it sorts as a number.
  const isOfPrefix = column.ref.fact === 'prefix' && test.kind === 'is';
  const compared = isOfPrefix ? undefined : comparedKinds(testOf(column, test));
  const others = [KIND_TWICE, ...WITH_VALUE.filter((kind) => compared?.includes(kind) === false)]
    .map((kind) => valuesOfKind(column, kind))
    .filter(({ from, to }) => from < to);
  const isOther = new Uint8Array(column.distinct + 1);
  for (const { from, to } of others) isOther.fill(1, from, to);
  const hasOtherTexts = markOtherTexts(store, column, test, isOther);
  if (others.length === 0 && !hasOtherTexts) return [];
  const rows = new Map<string | undefined, number>();
  for (const value of column.values) {
    if (isOther[value] !== 1) continue;
    const isTwice = kindOf(column, value) === KIND_TWICE;
    const type = isTwice ? undefined : (store.typeNames[typeOf(column, value)] ?? '');
    rows.set(type, (rows.get(type) ?? 0) + 1);
  }
  return [...rows].map(([type, count]) => ({ type, rows: count })).toSorted((a, b) => b.rows - a.rows);
}
