import { valueText } from '../page/pageNames.ts';
import { TYPE_STRING } from '../page/typeTable.ts';
import type { CellValue, EntityStore } from '../store/entityStore.ts';
import { VALUE_ABSENT, VALUE_TWICE } from '../store/propertyReader.ts';
import type { ColumnReader } from './columnFacts.ts';
import type { ColumnRef } from './columnRef.ts';
import { KIND_TEXT, setText } from './sortKey.ts';

/** The first one that a key has separates its parts. */
const SEPARATORS = ['___', '__', '|', '~', ';', '/', '$', '_', ':', '-'];
const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;
const MOST_PARTS = 8;

/** A part of a key, as a column, and what a key has there. */
export interface KeyPartColumn {
  readonly ref: ColumnRef;
  readonly text: string;
}

/** The parts of a key, such as a prefix and a time. One part is the key itself. */
export function keyParts(name: 'PartitionKey' | 'RowKey', key: string): readonly KeyPartColumn[] {
  const separator = SEPARATORS.find((each) => key.includes(each));
  if (separator === undefined || GUID.test(key)) return [];
  return key
    .split(separator, MOST_PARTS)
    .map((text, place) => ({ ref: { name, fact: `part ${place} at ${separator}` }, text }));
}

/** The parts that keys have, as the first row has them. */
export function partsOfKeys(store: EntityStore): readonly KeyPartColumn[] {
  if (store.rowCount === 0) return [];
  const { partitionKey, rowKey } = store.key(0);
  return [...keyParts('PartitionKey', partitionKey), ...keyParts('RowKey', rowKey)];
}

/** What each key has between two separators. */
export function keyPartReader(
  store: EntityStore,
  name: string,
  { place, separator }: { readonly place: number; readonly separator: string },
): ColumnReader {
  const read = store.propertyReader(name);
  const whole = (reference: number): string => {
    const { bytes, form, from, to } = store.valueAt(reference);
    return valueText(bytes, form, from, to);
  };
  const partOf = (reference: number): string | undefined =>
    whole(reference).split(separator, place + 1)[place];
  const valueOf = (reference: number): CellValue => ({ type: 'Edm.String', text: partOf(reference) ?? '' });
  return {
    referenceOf: (row) => {
      const reference = read(row);
      if (reference === VALUE_TWICE || reference === VALUE_ABSENT) return VALUE_ABSENT;
      // A key of fewer parts has none here, which is another thing than an empty one.
      return place === 0 || partOf(reference) !== undefined ? reference : VALUE_ABSENT;
    },
    keyOf: (_reference, key) => {
      setText(key, KIND_TEXT);
      return TYPE_STRING;
    },
    valueOf,
    storedAt: () => undefined,
    isByRow: false,
  };
}
