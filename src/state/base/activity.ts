/** The page's pending work: requests, worker jobs, data-driven paints. Tests wait on `idle()` and never sleep. */
export interface Activity {
  /** Counts one piece of work; call the returned function once when it ends. */
  readonly begin: () => () => void;
  readonly track: <T>(work: Promise<T>) => Promise<T>;
  /** Resolves when nothing is pending and two frames have passed with nothing new. */
  readonly idle: () => Promise<void>;
  readonly pending: () => number;
}

export function createActivity(nextFrame: (done: () => void) => void): Activity {
  let pending = 0;
  let settled: (() => void)[] = [];

  const begin = (): (() => void) => {
    pending += 1;
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      pending -= 1;
      if (pending > 0) return;
      const waiting = settled;
      settled = [];
      for (const resolve of waiting) resolve();
    };
  };
  const quiet = (): Promise<void> =>
    pending === 0 ? Promise.resolve() : new Promise((resolve) => settled.push(resolve));
  const frame = (): Promise<void> => new Promise((resolve) => nextFrame(resolve));

  return {
    begin,
    track: (work) => {
      const end = begin();
      return work.finally(end);
    },
    idle: async () => {
      // A finished job may schedule a paint, and a paint may start a job, so quiet means two frames in a row.
      for (let calm = 0; calm < 2; ) {
        await quiet();
        await frame();
        calm = pending === 0 ? calm + 1 : 0;
      }
    },
    pending: () => pending,
  };
}
