/** What all arenas of a store may hold, at most. */
const MAX_ARENA_BYTES = 2 ** 32;

/** Memory for the values of one store: what they may take, and what they take. */
export class ArenaBudget {
  readonly maxBytes: number;
  used = 0;

  /** `maxBytes`: at most (and by default) MAX_ARENA_BYTES. */
  constructor(maxBytes = MAX_ARENA_BYTES) {
    this.maxBytes = maxBytes;
  }

  full(): RangeError {
    return fullStore(this.maxBytes, 'values');
  }
}

/** `bytes`: so many of `what` fit into a store. */
export function fullStore(bytes: number, what: string): RangeError {
  const mebibytes = Math.floor(bytes / 1_048_576);
  return new RangeError(
    `The row store is full: it holds ${mebibytes} MiB of ${what} at most. Narrow the window, or select fewer columns.`,
  );
}
