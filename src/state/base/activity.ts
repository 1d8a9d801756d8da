declare global {
  interface Window {
    /** Resolves when no request, worker job or data-driven paint is pending. For tests. */
    appIdle: () => Promise<void>;
  }
}

/** The page's pending work: requests, worker jobs, data-driven paints. Tests wait on `idle()` and never sleep. */
export interface Activity {
  /** Counts one piece of work; call the returned function once when it ends. */
  readonly begin: () => () => void;
  readonly track: <T>(work: Promise<T>) => Promise<T>;
  /**
   * Resolves when nothing is pending and two frames have passed with nothing new. `own`: how many pending pieces are
   * the caller's own and do not count, for work that itself waits for the page to become idle.
   */
  readonly idle: (own?: number) => Promise<void>;
  readonly pending: () => number;
}

export function createActivity(nextFrame: (done: () => void) => void): Activity {
  let pending = 0;
  let settled: { readonly most: number; readonly resolve: () => void }[] = [];

  const begin = (): (() => void) => {
    pending += 1;
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      pending -= 1;
      const free = settled.filter(({ most }) => pending <= most);
      settled = settled.filter(({ most }) => pending > most);
      for (const { resolve } of free) resolve();
    };
  };
  const quiet = (most: number): Promise<void> =>
    pending <= most ? Promise.resolve() : new Promise((resolve) => settled.push({ most, resolve }));
  const frame = (): Promise<void> => new Promise((resolve) => nextFrame(resolve));

  return {
    begin,
    track: (work) => {
      const end = begin();
      return work.finally(end);
    },
    idle: async (own = 0) => {
      // A finished job may schedule a paint, and a paint may start a job, so quiet means two frames in a row.
      for (let calm = 0; calm < 2; ) {
        await quiet(own);
        await frame();
        calm = pending <= own ? calm + 1 : 0;
      }
    },
    pending: () => pending,
  };
}
