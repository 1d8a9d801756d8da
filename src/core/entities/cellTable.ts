/** References a chunk holds: 256 KiB. */
const CHUNK_BITS = 16;
const CHUNK_LENGTH = 1 << CHUNK_BITS;
const MASK = CHUNK_LENGTH - 1;

/** Append-only references of all cells, in chunks: what is written is never moved, so growing costs no copies. */
export class CellTable {
  length = 0;
  private readonly chunks: Uint32Array[] = [];

  /** Memory held, in bytes. */
  get bytesHeld(): number {
    return this.chunks.length * CHUNK_LENGTH * Uint32Array.BYTES_PER_ELEMENT;
  }

  /** Makes room for so many more references. */
  reserve(cells: number): void {
    while (this.chunks.length * CHUNK_LENGTH < this.length + cells) {
      this.chunks.push(new Uint32Array(CHUNK_LENGTH));
    }
  }

  get(index: number): number {
    return this.chunks[index >>> CHUNK_BITS]?.[index & MASK] ?? 0;
  }

  /** Appends references[0, count), for which there is room. */
  push(references: Uint32Array, count: number): void {
    const from = this.length & MASK;
    const chunk = this.chunks[this.length >>> CHUNK_BITS];
    if (chunk !== undefined && from + count <= CHUNK_LENGTH) {
      for (let index = 0; index < count; index++) chunk[from + index] = references[index] as number;
      this.length += count;
    } else this.pushAcross(references, count);
  }

  private pushAcross(references: Uint32Array, count: number): void {
    for (let index = 0; index < count; index++, this.length++) {
      const chunk = this.chunks[this.length >>> CHUNK_BITS] as Uint32Array;
      chunk[this.length & MASK] = references[index] as number;
    }
  }
}
