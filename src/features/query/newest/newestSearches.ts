import { createStore, type ReadableStore } from '../../../state/base/store.ts';

/** `pressed`: somebody asked for it, and its buttons wait for it. `quiet`: an empty result did, and a press takes its place. */
export type NewestSearch = 'none' | 'pressed' | 'quiet';

export interface NewestSearches extends ReadableStore<NewestSearch> {
  /** Ends the search before. Undefined: `isQuiet`, and another search goes on, which somebody may have asked for. */
  readonly begin: (isQuiet: boolean) => AbortController | undefined;
  /** What it found is known, unless another search took its place. */
  readonly end: (search: AbortController) => void;
  /** Ends the search that goes on. */
  readonly stop: () => void;
}

/** One search for the newest rows at a time. */
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
