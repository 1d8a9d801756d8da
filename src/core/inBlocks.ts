/** How many items are handled between two steps. */
const STEP = 8192;

/**
 * Does some work for all items in blocks. The work is called as a function, because engines compile a loop inside a generator late, so it
 * would be slow.
 * @yields after each full block
 */
export function* inBlocks(
  count: number,
  work: (from: number, to: number) => void,
): Generator<undefined, void, undefined> {
  for (let from = 0; from < count; from += STEP) {
    work(from, Math.min(count, from + STEP));
    if (from + STEP <= count) yield undefined;
  }
}
