import { useSyncExternalStore } from 'react';
import type { ReadableStore } from '../../state/base/store.ts';

/** The value of a store, watched. */
export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** A part of the value: drawn again only when the part is another. It must be the same for the same value. */
export function usePart<T, P>(store: ReadableStore<T>, part: (value: T) => P): P {
  return useSyncExternalStore(store.subscribe, () => part(store.get()));
}
