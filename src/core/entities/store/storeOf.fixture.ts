import { decoded, pageBytes } from '../page/entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import type { Packing } from './cellStore.ts';
import { type ColumnInfo, EntityStore } from './entityStore.ts';

/** Packs all full blocks. */
export function packAll(store: EntityStore): void {
  for (const _ of store.pack());
}

/** Not packed; packed by column; packed by column except for shapes with few rows. */
const PACKINGS: readonly (Packing | undefined)[] = [
  undefined,
  { blockRows: 2, shapeRows: 1, wordBits: 1 },
  { blockRows: 5, shapeRows: 2, wordBits: 2 },
];

/**
 * A store with these entities (JSON) as its rows. Each row has a query and a table of its own, so keys may repeat and rows keep their
 * order. How many there are decides whether they are packed, which no test may notice.
 */
export function storeOf(entities: readonly string[]): EntityStore {
  const packing = PACKINGS[entities.length % PACKINGS.length];
  const store = new EntityStore(ticksScheme(), undefined, String, undefined, packing);
  for (const [index, entity] of entities.entries()) {
    store.append(decoded(pageBytes([entity])), index);
    if (index % 7 === 6) packAll(store);
  }
  packAll(store);
  return store;
}

/** Every column, in order of first occurrence. */
export function columnsOf(store: EntityStore): readonly ColumnInfo[] {
  return store.columnNames.map((_, column) => store.columnInfo(column));
}
