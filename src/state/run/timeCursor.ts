import type { RowView } from '../../core/rows/rowTypes.ts';
import { createStore, type ReadableStore } from '../base/store.ts';

/** Where a row of a result belongs on a map. */
export type RowPlace = Pick<RowView, 'queryIndex' | 'group'>;

/** The instant under the pointer in any view of a result; the other views mark it too. */
export interface TimeCursor extends ReadableStore<bigint | undefined> {
  /** `place`: where the row is on the map, if the instant belongs to a row. */
  readonly point: (ticks: bigint | undefined, place?: RowPlace) => void;
  /** The place of the row with that instant; undefined if it does not belong to a row. */
  readonly place: ReadableStore<RowPlace | undefined>;
}

export function createTimeCursor(): TimeCursor {
  const store = createStore<bigint | undefined>(undefined);
  const place = createStore<RowPlace | undefined>(undefined);
  return {
    get: store.get,
    subscribe: store.subscribe,
    place: { get: place.get, subscribe: place.subscribe },
    point: (ticks, of) => {
      place.set(of);
      store.set(ticks);
    },
  };
}
