/**
 * A priority queue by time. It is a binary heap, so that it stays fast with a million retries of a storm. Items of the same time are in no
 * particular order.
 */
export class TimeQueue<T> {
  private readonly heap: { readonly atMs: number; readonly item: T }[] = [];

  get size(): number {
    return this.heap.length;
  }

  /** The earliest time; Infinity if there is none. */
  get nextMs(): number {
    return this.heap[0]?.atMs ?? Number.POSITIVE_INFINITY;
  }

  add(atMs: number, item: T): void {
    const { heap } = this;
    let at = heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || parent.atMs <= atMs) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = { atMs, item };
  }

  /** Removes and returns the earliest item. */
  take(): T | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first?.item;
    let at = 0;
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = (heap[right]?.atMs ?? Number.POSITIVE_INFINITY) < (heap[left]?.atMs ?? 0) ? right : left;
      const smaller = heap[child];
      if (smaller === undefined || smaller.atMs >= last.atMs) break;
      heap[at] = smaller;
      at = child;
    }
    heap[at] = last;
    return first.item;
  }

  /** All items that are left, in no particular order. */
  rest(): readonly T[] {
    return this.heap.map(({ item }) => item);
  }
}
