import { valueText } from '../page/pageNames.ts';
import type { CellValue, EntityStore } from '../store/entityStore.ts';
import { VALUE_ABSENT, VALUE_TWICE } from '../store/propertyReader.ts';
import { type ColumnReader, textKey } from './columnFacts.ts';
import type { ColumnRef } from './columnRef.ts';

/** Ordered: the first of these that a key contains divides it into parts. */
const SEPARATORS = ['___', '__', '|', '~', ';', '/', '$', '_', ':', '-'];
const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;
const MOST_PARTS = 8;

/** How many keys are sampled to find out how keys are divided into parts. */
const SAMPLE_KEYS = 1000;

type KeyName = 'PartitionKey' | 'RowKey';

/** A part of the keys, as a column, and what one of the keys has there. */
export interface KeyPartColumn {
  readonly ref: ColumnRef;
  readonly text: string;
  /** Share (0..1) of the keys with a different number of parts or another separator. */
  readonly others: number;
}

/** The parts of a key, such as a prefix and a time. A key without a separator, or one that is a GUID, is not divided. */
export function keyParts(name: KeyName, key: string): readonly Omit<KeyPartColumn, 'others'>[] {
  const separator = SEPARATORS.find((each) => key.includes(each));
  if (separator === undefined || GUID.test(key)) return [];
  return key
    .split(separator, MOST_PARTS)
    .map((text, place) => ({ ref: { name, fact: `part ${place} at ${separator}` }, text }));
}

/** The parts that most keys of a sample have. */
export function partsOfKeys(store: EntityStore): readonly KeyPartColumn[] {
  const count = Math.min(SAMPLE_KEYS, store.rowCount);
  const sample = Array.from({ length: count }, (_, at) =>
    store.key(Math.floor((at * store.rowCount) / count)),
  );
  const usual = (name: KeyName, keys: readonly string[]): readonly KeyPartColumn[] => {
    const alike = new Map<string, ReturnType<typeof keyParts>[]>();
    for (const key of keys) {
      const parts = keyParts(name, key);
      const form = `${parts.length} ${parts[0]?.ref.fact}`;
      const list = alike.get(form) ?? [];
      alike.set(form, list);
      list.push(parts);
    }
    const [most = []] = [...alike.values()].sort((a, b) => b.length - a.length);
    return (most[0] ?? []).map((part) => ({ ...part, others: 1 - most.length / count }));
  };
  return [
    ...usual(
      'PartitionKey',
      sample.map(({ partitionKey }) => partitionKey),
    ),
    ...usual(
      'RowKey',
      sample.map(({ rowKey }) => rowKey),
    ),
  ];
}

/** What each key has in one of its parts. */
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
      // A key with fewer parts has no value here. That differs from an empty part.
      return place === 0 || partOf(reference) !== undefined ? reference : VALUE_ABSENT;
    },
    keyOf: textKey,
    valueOf,
  };
}
