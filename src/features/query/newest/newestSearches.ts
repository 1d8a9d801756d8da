import { createStore, type ReadableStore } from '../../../state/base/store.ts';

/**
 * `pressed`: the user asked for the search, and its buttons wait for it. `quiet`: an empty result asked for it, and a press replaces it.
 */
export type NewestSearch = 'none' | 'pressed' | 'quiet';

export interface NewestSearches extends ReadableStore<NewestSearch> {
  /**
   * Starts a search and aborts the previous one. With `isQuiet`, undefined if another search is in progress, because the user may have
   * asked for that.
   */
  readonly begin: (isQuiet: boolean) => AbortController | undefined;
  /** Call when the search has ended. It does nothing if another search has replaced this one. */
  readonly end: (search: AbortController) => void;
  /** Aborts the search in progress. */
  readonly stop: () => void;
}

/** Allows one search for the newest rows at a time. */
export function createNewestSearches(): NewestSearches {
  const store = createStore<NewestSearch>('none');
  let open: AbortController | undefined;
  return {
    get: store.get,
    subscribe: store.subscribe,
    begin: (isQuiet) => {
      if (isQuiet && open !== undefined) return undefined;
      open?.abort();
      open = new AbortController();
      store.set(isQuiet ? 'quiet' : 'pressed');
      return open;
    },
    end: (search) => {
      if (open !== search) return;
      open = undefined;
      store.set('none');
    },
    stop: () => open?.abort(),
  };
}
