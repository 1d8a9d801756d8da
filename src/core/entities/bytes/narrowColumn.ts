/** Whole numbers from 0 on, in the narrowest array that can hold the greatest. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** An array of zeros that can hold numbers up to `greatest`. */
export function codes(length: number, greatest: number): Codes {
  if (greatest <= 0xff) return new Uint8Array(length);
  return greatest <= 0xffff ? new Uint16Array(length) : new Uint32Array(length);
}

/** A whole number for each row: one byte each while they fit, then two or four. */
export class NarrowColumn {
  /** May be longer than needed; replaced as it grows. */
  codes: Codes = new Uint8Array(0);
  private most = 0xff;

  /** Makes room for `size` numbers. If it has to grow, the room at least doubles. */
  reserve(size: number): void {
    if (size > this.codes.length) this.copy(Math.max(size, 2 * this.codes.length), this.most);
  }

  set(row: number, value: number): void {
    if (value > this.most) this.copy(this.codes.length, value);
    this.codes[row] = value;
  }

  fill(value: number, from: number, to: number): void {
    if (value > this.most) this.copy(this.codes.length, value);
    this.codes.fill(value, from, to);
  }

  private copy(length: number, greatest: number): void {
    const copied = codes(length, greatest);
    copied.set(this.codes);
    this.codes = copied;
    this.most = 2 ** (8 * copied.BYTES_PER_ELEMENT) - 1;
  }
}
