import { FORM_NULL } from '../bytes/jsonBytes.ts';
import {
  CELL_STRIDE,
  type DecodedPage,
  KIND_STRIDE,
  TAG_FORM_MASK,
  TAG_TYPE_SHIFT,
} from '../page/decodedPage.ts';
import { valueText } from '../page/pageNames.ts';
import type { EntityKey } from '../../keys/base/entityKey.ts';
import type { EntityStore } from '../store/entityStore.ts';
import type { ArenaValue } from '../store/valueArena.ts';
import { type NumberColumn, NumberColumnBuilder } from './numberColumn.ts';
import type { Steps } from '../../steps.ts';

/** Rows between two yields. They are few, because each row has many values. */
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
export function* rowBytes(store: EntityStore, rowCount: number): Steps<NumberColumn> {
  const made = new NumberColumnBuilder(rowCount);
  const names = store.columnNames;
  let size = 0;
  const add = (column: number, value: ArenaValue): void => {
    size += propertyBytes(names[column] ?? '', store.typeNames[value.type] ?? '', value);
  };
  for (let row = 0; row < rowCount; row++) {
    size = keyBytes(store.key(row));
    store.eachCell(row, add);
    made.set(row, size);
    if (row % ROWS === ROWS - 1) yield undefined;
  }
  return yield* made.finish();
}

/** The same size for a row of a decoded page. */
export function pageRowBytes(page: DecodedPage, row: number, key: EntityKey): number {
  const { bytes, kinds, cells, rowCells, rowKinds, names, types } = page;
  let size = keyBytes(key);
  let kind = rowKinds[row] as number;
  for (let cell = rowCells[row] as number; cell < (rowCells[row + 1] as number); cell++) {
    const tag = kinds[kind + 1] as number;
    const [from, to] = [cells[cell * CELL_STRIDE] as number, cells[cell * CELL_STRIDE + 1] as number];
    const value = { bytes, form: tag & TAG_FORM_MASK, from, to };
    size += propertyBytes(names[kinds[kind] as number] ?? '', types[tag >> TAG_TYPE_SHIFT] ?? '', value);
    kind += KIND_STRIDE;
  }
  return size;
}

function keyBytes({ partitionKey, rowKey }: EntityKey): number {
  return ENTITY_BYTES + 2 * (partitionKey.length + rowKey.length);
}

type Value = Pick<ArenaValue, 'bytes' | 'form' | 'from' | 'to'>;

function propertyBytes(name: string, type: string, value: Value): number {
  return value.form === FORM_NULL ? 0 : PROPERTY_BYTES + 2 * name.length + valueBytes(type, value);
}

function valueBytes(type: string, { bytes, form, from, to }: Value): number {
  const fixed = FIXED_BYTES.get(type);
  if (fixed !== undefined) return fixed;
  const text = valueText(bytes, form, from, to);
  if (type !== 'Edm.Binary') return LENGTH_BYTES + 2 * text.length;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return LENGTH_BYTES + Math.max(0, Math.floor((text.length * 3) / 4) - padding);
}
