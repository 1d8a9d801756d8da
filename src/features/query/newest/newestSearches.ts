export interface NewestSearches {
  /** Ends the search before. Undefined: `isQuiet`, and another search goes on, which somebody may have asked for. */
  readonly begin: (isQuiet: boolean) => AbortController | undefined;
  /** False: another search took its place. */
  readonly end: (search: AbortController) => boolean;
  /** Ends the search that goes on. */
  readonly stop: () => void;
}

/** One search for the newest rows at a time. */
export function createNewestSearches(): NewestSearches {
  let open: AbortController | undefined;
  return {
    begin: (isQuiet) => {
      if (isQuiet && open !== undefined) return undefined;
      open?.abort();
      open = new AbortController();
      return open;
    },
    end: (search) => {
      if (open !== search) return false;
      open = undefined;
      return true;
    },
    stop: () => open?.abort(),
  };
}
