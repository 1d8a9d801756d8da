import { FORM_NULL } from '../bytes/jsonBytes.ts';
import { valueText } from '../page/pageNames.ts';
import type { EntityStore } from '../store/entityStore.ts';
import type { ArenaValue } from '../store/valueArena.ts';
import { type NumberColumn, NumberColumnBuilder } from './numberColumn.ts';

/** Rows handled between two steps: each has many values. */
const ROWS = 512;
/** Bytes that the service counts for each entity, and for each property in addition to its name and value. */
const ENTITY_BYTES = 4;
const PROPERTY_BYTES = 8;
const LENGTH_BYTES = 4;
const FIXED_BYTES: ReadonlyMap<string, number> = new Map([
  ['Edm.Int32', 4],
  ['Edm.Int64', 8],
  ['Edm.Double', 8],
  ['Edm.DateTime', 8],
  ['Edm.Guid', 16],
  ['Edm.Boolean', 1],
]);

/**
 * The size of each row as the service counts it: 4 bytes, two for each character of the keys, and for each property 8 bytes, two
 * for each character of its name, and its value. Properties that were not selected are not known, so they are not counted.
 * Source: "Understanding Windows Azure Storage Billing" (Windows Azure Storage team, 2010).
 * @yields after a few hundred rows
 */
export function* rowBytes(
  store: EntityStore,
  rowCount: number,
): Generator<undefined, NumberColumn, undefined> {
  const made = new NumberColumnBuilder(rowCount);
  const names = store.columnNames;
  let size = 0;
  const add = (column: number, value: ArenaValue): void => {
    if (value.form === FORM_NULL) return;
    size += PROPERTY_BYTES + 2 * (names[column]?.length ?? 0) + valueBytes(store.typeNames, value);
  };
  for (let row = 0; row < rowCount; row++) {
    const { partitionKey, rowKey } = store.key(row);
    size = ENTITY_BYTES + 2 * (partitionKey.length + rowKey.length);
    store.eachCell(row, add);
    made.set(row, size);
    if (row % ROWS === ROWS - 1) yield undefined;
  }
  return yield* made.finish();
}

function valueBytes(typeNames: readonly string[], { bytes, form, from, to, type }: ArenaValue): number {
  const name = typeNames[type] ?? '';
  const fixed = FIXED_BYTES.get(name);
  if (fixed !== undefined) return fixed;
  const text = valueText(bytes, form, from, to);
  if (name !== 'Edm.Binary') return LENGTH_BYTES + 2 * text.length;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return LENGTH_BYTES + Math.max(0, Math.floor((text.length * 3) / 4) - padding);
}
