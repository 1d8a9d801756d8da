/** Bytes collected before a chunk is handed on. */
export const CHUNK_BYTES = 1 << 20;

/** Small, since most texts are. */
const FIRST_BYTES = 1 << 14;

/** A growing buffer that is handed on in chunks, so that a whole file never exists in memory. */
export class ByteWriter {
  private bytes = new Uint8Array(FIRST_BYTES);
  length = 0;

  byte(value: number): void {
    this.room(1);
    this.bytes[this.length++] = value;
  }

  copy(source: Uint8Array, from: number, to: number): void {
    this.room(to - from);
    const { bytes } = this;
    let at = this.length;
    // Short pieces are the rule, and a loop is faster for them than a view.
    if (to - from > 64) bytes.set(source.subarray(from, to), at);
    else for (let index = from; index < to; index++) bytes[at++] = source[index] as number;
    this.length += to - from;
  }

  /** Copies bytes. Writes nothing and returns false if one of them is `stop` or `other`. */
  copyWithout(source: Uint8Array, from: number, to: number, stop: number, other: number): boolean {
    this.room(to - from);
    const { bytes } = this;
    let at = this.length;
    for (let index = from; index < to; index++) {
      const byte = source[index] as number;
      if (byte === stop || byte === other) return false;
      bytes[at++] = byte;
    }
    this.length = at;
    return true;
  }

  all(source: Uint8Array): void {
    this.copy(source, 0, source.length);
  }

  /** A copy of what was written since the last cut. */
  cut(): Uint8Array<ArrayBuffer> {
    const chunk = this.bytes.slice(0, this.length);
    this.length = 0;
    return chunk;
  }

  private room(size: number): void {
    if (this.length + size <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.length + size, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}
