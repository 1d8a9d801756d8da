/** References in a chunk: 256 KiB. */
const CHUNK_BITS = 16;
const CHUNK_LENGTH = 1 << CHUNK_BITS;
const MASK = CHUNK_LENGTH - 1;

/**
 * Append-only references of all cells, in chunks: written data never moves, so growing copies nothing. Whole chunks are freed from the
 * beginning.
 */
export class CellTable {
  length = 0;
  /** Undefined: freed. */
  private readonly chunks: (Uint32Array | undefined)[] = [];
  private freed = 0;

  get bytesHeld(): number {
    return (this.chunks.length - this.freed) * CHUNK_LENGTH * Uint32Array.BYTES_PER_ELEMENT;
  }

  /** Makes room for `cells` more references. */
  reserve(cells: number): void {
    while (this.chunks.length * CHUNK_LENGTH < this.length + cells) {
      this.chunks.push(new Uint32Array(CHUNK_LENGTH));
    }
  }

  /** Frees the references before `index`, which nobody reads any more. */
  free(index: number): void {
    for (; this.freed < index >>> CHUNK_BITS; this.freed++) this.chunks[this.freed] = undefined;
  }

  get(index: number): number {
    return this.chunks[index >>> CHUNK_BITS]?.[index & MASK] ?? 0;
  }

  /** Appends references[0, count); their space is already reserved. */
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
