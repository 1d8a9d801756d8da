/** The most bytes that all arenas of a store may hold. */
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
    return fullStore(mebibytesOf(this.maxBytes, 'values'));
  }
}

/** An amount of memory in words, such as "4096 MiB of values". */
export function mebibytesOf(bytes: number, what: string): string {
  return `${Math.floor(bytes / 1_048_576)} MiB of ${what}`;
}

/** `most`: what a store holds at most, in words. */
export function fullStore(most: string): RangeError {
  return new RangeError(
    `The row store is full: it holds ${most} at most. Narrow the window, or select fewer columns.`,
  );
}
