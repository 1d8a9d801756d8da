import { createStore, type ReadableStore } from '../base/store.ts';

/** The instant that somebody points at, in any view of a result: the others mark it too. */
export interface TimeCursor extends ReadableStore<bigint | undefined> {
  readonly point: (ticks: bigint | undefined) => void;
}

export function createTimeCursor(): TimeCursor {
  const store = createStore<bigint | undefined>(undefined);
  return { get: store.get, subscribe: store.subscribe, point: store.set };
}
