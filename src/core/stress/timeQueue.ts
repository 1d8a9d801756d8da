/** A priority queue of what is due at a time: a binary heap, so that a storm of a million retries stays fast. Equal times keep no order. */
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

  /** Removes and returns what is due first. */
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

  /** All that is left, in no order. */
  rest(): readonly T[] {
    return this.heap.map(({ item }) => item);
  }
}
