import type { RowView } from '../../core/rows/rowTypes.ts';
import { createStore, type ReadableStore } from '../base/store.ts';

/** Where a row of a result belongs on a map. */
export type RowPlace = Pick<RowView, 'queryIndex' | 'group'>;

/** The instant that somebody points at, in any view of a result: the others mark it too. */
export interface TimeCursor extends ReadableStore<bigint | undefined> {
  /** `place`: that of the chosen row, if the instant is a row's. */
  readonly point: (ticks: bigint | undefined, place?: RowPlace) => void;
  /** The place of the row whose instant it is; undefined: it is no row's. */
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
