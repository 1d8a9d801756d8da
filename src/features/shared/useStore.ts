import { useSyncExternalStore } from 'react';
import type { ReadableStore } from '../../state/base/store.ts';

/** The value of a store, watched. */
export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
