import { useSyncExternalStore } from 'react';
import type { ReadableStore } from '../../state/base/store.ts';

export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/**
 * A part of the value of a store. The component is rendered again only when this part changes, so `part` must return the same object for
 * the same value.
 */
export function usePart<T, P>(store: ReadableStore<T>, part: (value: T) => P): P {
  return useSyncExternalStore(store.subscribe, () => part(store.get()));
}
