/** Smaller buffers are not worth keeping. */
const LEAST_BYTES = 1 << 16;

/**
 * Memory of stored pages, for reuse. Writing to used memory costs a fraction of fresh memory, which the system must
 * find and clear first.
 */
export class SpareBytes {
  private bytes: Uint8Array | undefined;

  get bytesHeld(): number {
    return this.bytes?.length ?? 0;
  }

  /** Takes bytes that nobody else uses any more. Keeps only the largest. */
  give(bytes: Uint8Array): void {
    if (bytes.length >= LEAST_BYTES && bytes.length > this.bytesHeld) this.bytes = bytes;
  }

  /** Returns at least `least` bytes with arbitrary contents; undefined if there are none. */
  take(least: number): Uint8Array | undefined {
    const { bytes } = this;
    if (bytes === undefined || bytes.length < least) return undefined;
    this.bytes = undefined;
    return bytes;
  }
}
