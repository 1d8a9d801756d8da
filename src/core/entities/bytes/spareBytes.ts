/** Smaller ones are not worth keeping. */
const LEAST_BYTES = 1 << 16;

/**
 * Memory of pages that are stored: what was read into it is not needed any more, and to write where something stood costs a
 * fraction of fresh memory, whose pages the system has to find and clear first.
 */
export class SpareBytes {
  private bytes: Uint8Array | undefined;

  /** Memory held, in bytes. */
  get bytesHeld(): number {
    return this.bytes?.length ?? 0;
  }

  /** Takes over bytes that nobody else reads or writes from now on. One is kept, the largest. */
  give(bytes: Uint8Array): void {
    if (bytes.length >= LEAST_BYTES && bytes.length > this.bytesHeld) this.bytes = bytes;
  }

  /** At least so many bytes, whatever stands in them; undefined where there are none. */
  take(least: number): Uint8Array | undefined {
    const { bytes } = this;
    if (bytes === undefined || bytes.length < least) return undefined;
    this.bytes = undefined;
    return bytes;
  }
}
