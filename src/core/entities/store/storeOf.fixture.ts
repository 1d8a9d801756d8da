import { decoded, pageBytes, ticksScheme } from '../page/entityPage.fixture.ts';
import { EntityStore } from './entityStore.ts';

/** A store with these entities (JSON) as its rows. One query and one table per row, so keys may repeat and rows keep their order. */
export function storeOf(entities: readonly string[]): EntityStore {
  const store = new EntityStore(ticksScheme(), undefined, String);
  for (const [index, entity] of entities.entries()) store.append(decoded(pageBytes([entity])), index);
  return store;
}
