import { FORM_NULL } from '../bytes/jsonBytes.ts';
import { valueText } from '../page/pageNames.ts';
import type { EntityStore } from '../store/entityStore.ts';
import { VALUE_TWICE } from '../store/propertyReader.ts';
import { foldAscii } from '../views/searchRows.ts';
import type { ValueColumn } from './valueColumn.ts';

/** A value as a cell shows it. */
interface TypedText {
  readonly type: string;
  readonly text: string;
}

/** A condition on one property. `contains` ignores the case of ASCII letters. */
export type ColumnTest =
  | { readonly kind: 'contains'; readonly text: string }
  /** Values that sort as equal (5 and 5.0) are equal; a row without the property is not the value. */
  | ({ readonly kind: 'is' } & TypedText)
  | ({ readonly kind: 'is-not' } & TypedText)
  | { readonly kind: 'absent' }
  | { readonly kind: 'present' };

/** Values looked at between two steps. */
const STEP = 8192;

/**
 * By value, and last for rows without one: 1 if rows with it pass.
 * @yields after a few thousand values
 */
export function* passesByValue(
  store: EntityStore,
  column: ValueColumn,
  test: ColumnTest,
): Generator<undefined, Uint8Array, undefined> {
  const { distinct } = column;
  const passes = new Uint8Array(distinct + 1);
  if (test.kind === 'absent' || test.kind === 'present') {
    passes.fill(test.kind === 'present' ? 1 : 0, 0, distinct);
    passes[distinct] = test.kind === 'absent' ? 1 : 0;
    return passes;
  }
  if (test.kind === 'contains') {
    const wanted = foldAscii(test.text);
    for (let value = 0; value < distinct; value++) {
      const text = textOf(store, column, value);
      passes[value] = text !== undefined && foldAscii(text).includes(wanted) ? 1 : 0;
      if (value % STEP === STEP - 1) yield undefined;
    }
    return passes;
  }
  const ranks = yield* ranksOf(store, column, test);
  const isWanted = test.kind === 'is';
  for (let value = 0; value < distinct; value++)
    passes[value] = ranks.has(column.ranks[value] as number) === isWanted ? 1 : 0;
  passes[distinct] = isWanted ? 0 : 1;
  return passes;
}

/** Undefined: null, or no single value. */
function textOf(store: EntityStore, { references }: ValueColumn, value: number): string | undefined {
  const reference = references[value] as number;
  if (reference === VALUE_TWICE) return undefined;
  const { bytes, form, from, to } = store.valueAt(reference);
  return form === FORM_NULL ? undefined : valueText(bytes, form, from, to);
}

function* ranksOf(
  store: EntityStore,
  column: ValueColumn,
  { type, text }: TypedText,
): Generator<undefined, ReadonlySet<number>, undefined> {
  const ranks = new Set<number>();
  for (let value = 0; value < column.distinct; value++) {
    const reference = column.references[value] as number;
    if (reference === VALUE_TWICE) continue;
    const found = store.valueAt(reference);
    const isSame =
      store.typeNames[found.type] === type &&
      valueText(found.bytes, found.form, found.from, found.to) === text;
    if (isSame) ranks.add(column.ranks[value] as number);
    if (value % STEP === STEP - 1) yield undefined;
  }
  return ranks;
}
