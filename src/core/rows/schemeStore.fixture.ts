import { pageBytes } from '../entities/page/entityPage.fixture.ts';
import { EntityStore } from '../entities/store/entityStore.ts';
import type { KeyScheme } from '../keys/base/keyScheme.ts';
import { knownScheme } from '../keys/knownScheme.fixture.ts';
import { valueOf } from '../valueOf.fixture.ts';

/** An empty store for the keys of a scheme, and a function that adds a page to it: entities as JSON, or only what follows their keys. */
export function schemeStore(of: string | KeyScheme) {
  const scheme = typeof of === 'string' ? knownScheme(of) : of;
  const store = new EntityStore(scheme);
  let next = 0;
  const entityOf = (members: object): string =>
    JSON.stringify({ PartitionKey: 'p', RowKey: String(next++).padStart(9, '0'), ...members });
  const add = (entities: readonly (object | string)[], slot?: Parameters<EntityStore['appendBody']>[2]) => {
    const texts = entities.map((each) => (typeof each === 'string' ? each : entityOf(each)));
    return valueOf(store.appendBody(pageBytes(texts), 0, slot));
  };
  return { scheme, store, add };
}
