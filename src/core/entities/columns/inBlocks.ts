/** Items handled between two steps. */
const STEP = 8192;

/**
 * Does the work of all items. A loop that a generator interrupts is slow: it is compiled late.
 * @yields after some thousand items
 */
export function* inBlocks(
  count: number,
  work: (from: number, to: number) => void,
): Generator<undefined, void, undefined> {
  for (let from = 0; from < count; from += STEP) {
    work(from, Math.min(count, from + STEP));
    yield undefined;
  }
}
