/** Numbers below `count`, in 1, 2, 4, 8, 16 or 32 bits each; in no bits if all are 0. */
export class PackedCodes {
  private readonly words: Uint32Array;
  private readonly shift: number;
  private readonly bits: number;
  private readonly mask: number;

  constructor(codes: Uint32Array, count: number) {
    let shift = 0;
    while (2 ** (1 << shift) < count) shift += 1;
    this.shift = shift;
    this.bits = count <= 1 ? 0 : 1 << shift;
    this.mask = this.bits === 32 ? -1 : (1 << this.bits) - 1;
    this.words = new Uint32Array(Math.ceil((codes.length * this.bits) / 32));
    if (this.bits === 0) return;
    for (let index = 0; index < codes.length; index++) {
      const word = index >>> (5 - shift);
      this.words[word] = (this.words[word] as number) | ((codes[index] as number) << this.place(index));
    }
  }

  get bytesHeld(): number {
    return this.words.byteLength;
  }

  at(index: number): number {
    if (this.bits === 0) return 0;
    return (((this.words[index >>> (5 - this.shift)] as number) >>> this.place(index)) & this.mask) >>> 0;
  }

  /** The first bit of a number in its word. */
  private place(index: number): number {
    return (index << this.shift) & 31;
  }
}
