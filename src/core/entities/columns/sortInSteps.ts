/** Items that are sorted at once, and items that are merged between two yields. */
const BLOCK = 4096;

function isSorted(items: Uint32Array, compare: (a: number, b: number) => number): boolean {
  for (let at = 1; at < items.length; at++)
    if (compare(items[at - 1] as number, items[at] as number) > 0) return false;
  return true;
}

/**
 * Sorts item numbers stably: blocks first, then merges. Items that are already in order (pages arrive sorted
 * by key) are compared only once.
 * @param items overwritten
 * @param compare below 0, 0 or above 0
 * @yields after about BLOCK items
 */
export function* sortInSteps(
  items: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
): Generator<undefined, Uint32Array<ArrayBuffer>, undefined> {
  for (let from = 0; from < items.length; from += BLOCK) {
    const block = items.subarray(from, from + BLOCK);
    if (!isSorted(block, compare)) block.sort(compare);
    yield undefined;
  }
  let source = items;
  let target = new Uint32Array(items.length);
  for (let width = BLOCK; width < items.length; width *= 2) {
    for (let from = 0; from < items.length; from += 2 * width) {
      const middle = Math.min(from + width, items.length);
      const end = Math.min(from + 2 * width, items.length);
      if (middle === end || compare(source[middle - 1] as number, source[middle] as number) <= 0) {
        target.set(source.subarray(from, end), from);
        yield undefined;
        continue;
      }
      let left = from;
      let right = middle;
      for (let at = from; at < end; at++) {
        const takesRight =
          right < end && (left === middle || compare(source[left] as number, source[right] as number) > 0);
        target[at] = source[takesRight ? right++ : left++] as number;
        if (at % BLOCK === BLOCK - 1) yield undefined;
      }
    }
    [source, target] = [target, source];
  }
  return source;
}
