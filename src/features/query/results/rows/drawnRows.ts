import type { ReadableStore } from '../../../../state/base/store.ts';
import type { RowBlocks } from '../../../../state/run/rowBlocks.ts';

type RowAt = RowBlocks['rowAt'];

export interface DrawnRows {
  /** The same, and remembers which row was given to draw. */
  readonly rowAt: RowAt;
  /** Another object once a row that was given is another, or has arrived. */
  readonly changes: ReadableStore<object>;
}

/** So many rows are remembered; with more, all are drawn again once. */
const MOST_GIVEN = 2000;

/**
 * What a grid has drawn. While it scrolls, blocks of rows arrive before they are in sight: to draw the grid again for each would only show
 * the same. A row that left the newest block stays as it was drawn.
 */
export function createDrawnRows({ get, subscribe, rowAt }: RowBlocks): DrawnRows {
  const given = new Map<number, ReturnType<RowAt>>();
  let seen = get();
  let token = {};
  const isOther = ([position, row]: readonly [number, ReturnType<RowAt>]): boolean => {
    const now = rowAt(position);
    return now !== undefined && now !== row;
  };
  return {
    rowAt: (position) => {
      const row = rowAt(position);
      given.set(position, row);
      return row;
    },
    changes: {
      subscribe,
      get: () => {
        const now = get();
        if (now === seen) return token;
        seen = now;
        if (given.size <= MOST_GIVEN && ![...given].some(isOther)) return token;
        given.clear();
        token = {};
        return token;
      },
    },
  };
}
