/** Enough for histogram, chart and map, each of which may have buckets of its own. */
const MOST_KEPT = 4;

/** The buckets of rows that were found before. While only a selection changes, histogram, chart and map use them again and only count. */
export class KeptBuckets {
  /** The one used last is at the end. */
  private readonly found = new Map<string, Int16Array>();

  get bytesHeld(): number {
    return [...this.found.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  get(key: string): Int16Array | undefined {
    const known = this.found.get(key);
    if (known !== undefined) this.add(key, known);
    return known;
  }

  add(key: string, buckets: Int16Array): void {
    this.found.delete(key);
    this.found.set(key, buckets);
    const [oldest] = this.found.keys();
    if (this.found.size > MOST_KEPT && oldest !== undefined) this.found.delete(oldest);
  }

  /** Call when rows have changed. */
  clear(): void {
    if (this.found.size > 0) this.found.clear();
  }
}
