/** How many bytes are collected before a chunk is handed on. */
export const CHUNK_BYTES = 1 << 20;

/** From this length on, the engine's own copy is faster than a loop. */
const LONG = 512;

/** The first size of the buffer. It is small because most texts are. */
const FIRST_BYTES = 1 << 14;

const WORD_BYTES = 8;
const ZERO = 0x30;
const ONES = 0x01010101;
const HIGH_BITS = 0x80808080;

/** Bytes that are written often. Unused bytes follow them, so that they can be copied in whole words. */
export interface WordText {
  readonly view: DataView;
  readonly length: number;
}

export function wordText(bytes: Uint8Array): WordText {
  const padded = new Uint8Array(bytes.length + WORD_BYTES);
  padded.set(bytes);
  return { view: new DataView(padded.buffer), length: bytes.length };
}

/** Not 0 if one of the four bytes of a word is 0. */
function zeroByte(word: number): number {
  return (word - ONES) & ~word & HIGH_BITS;
}

/** Whether one of the bytes is `a` or `b`. It reads four at a time, so at least three more bytes must be readable after `to`. */
export function holdsByte(source: DataView, from: number, to: number, a: number, b: number): boolean {
  const all = [Math.imul(a, ONES), Math.imul(b, ONES)] as const;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    const word = source.getInt32(at, true);
    if ((zeroByte(word ^ all[0]) | zeroByte(word ^ all[1])) !== 0) return true;
  }
  if (at === to) return false;
  // The bytes past the end are set, so that they match neither.
  const past = -1 << ((to - at) * 8);
  const word = source.getInt32(at, true);
  return (zeroByte((word ^ all[0]) | past) | zeroByte((word ^ all[1]) | past)) !== 0;
}

/** A growing buffer whose content is handed on in chunks, so that a whole file is never in memory at once. */
export class ByteWriter {
  /** Other code may also write here: from `length` on, into room that it made by `room`. */
  bytes = new Uint8Array(FIRST_BYTES);
  view = new DataView(this.bytes.buffer);
  length = 0;

  byte(value: number): void {
    this.room(1);
    this.bytes[this.length++] = value;
  }

  /** Writes the same byte `count` times. */
  fill(value: number, count: number): void {
    this.room(count);
    this.bytes.fill(value, this.length, this.length + count);
    this.length += count;
  }

  copy(source: Uint8Array, from: number, to: number): void {
    this.room(to - from);
    const { bytes } = this;
    let at = this.length;
    // Most pieces are short, and for those a loop is faster than a view.
    if (to - from > 64) bytes.set(source.subarray(from, to), at);
    else for (let index = from; index < to; index++) bytes[at++] = source[index] as number;
    this.length += to - from;
  }

  /**
   * Copies bytes, a word at a time, so a word must be readable past the end. Words are copied as integers, because an engine may change the
   * bits of a double that is not a number.
   */
  words(source: DataView, from: number, to: number): void {
    const length = to - from;
    this.room(length + WORD_BYTES);
    const { view, length: start } = this;
    this.length += length;
    if (length > LONG) {
      this.bytes.set(new Uint8Array(source.buffer, source.byteOffset + from, length), start);
      return;
    }
    for (let at = 0; at < length; at += 4) view.setInt32(start + at, source.getInt32(from + at, true), true);
  }

  /** Like `words`, for UTF-8 text. It may copy eight bytes as one double, because eight bytes of UTF-8 are never a NaN. */
  utf8(source: DataView, from: number, to: number): void {
    const length = to - from;
    if (length > LONG) {
      this.words(source, from, to);
      return;
    }
    this.room(length + WORD_BYTES);
    const { view, length: start } = this;
    this.length += length;
    let at = 0;
    for (; at + 8 <= length; at += 8) view.setFloat64(start + at, source.getFloat64(from + at, true), true);
    for (; at < length; at += 4) view.setInt32(start + at, source.getInt32(from + at, true), true);
  }

  /**
   * Writes bytes unless one of them is `a` or `b`. Then it returns false, and nothing is written. Each word is read only once for both
   * purposes. A word must be readable past the end. Long pieces are searched first and then copied.
   */
  wordsWithout(source: DataView, from: number, to: number, a: number, b: number): boolean {
    const length = to - from;
    if (length > LONG) {
      if (holdsByte(source, from, to, a, b)) return false;
      this.words(source, from, to);
      return true;
    }
    this.room(length + WORD_BYTES);
    const { view, length: start } = this;
    const allA = Math.imul(a, ONES);
    const allB = Math.imul(b, ONES);
    const whole = length & ~3;
    let found = 0;
    let at = 0;
    for (; at < whole; at += 4) {
      const word = source.getInt32(from + at, true);
      view.setInt32(start + at, word, true);
      found |= zeroByte(word ^ allA) | zeroByte(word ^ allB);
    }
    if (at < length) {
      const word = source.getInt32(from + at, true);
      view.setInt32(start + at, word, true);
      // The bytes past the end are set, so that they match neither.
      const past = -1 << ((length - at) * 8);
      found |= zeroByte((word ^ allA) | past) | zeroByte((word ^ allB) | past);
    }
    if (found !== 0) return false;
    this.length += length;
    return true;
  }

  text({ view, length }: WordText): void {
    this.utf8(view, 0, length);
  }

  /** Writes a whole number below 2^31 in `count` digits, with leading zeros. */
  digits(value: number, count: number): void {
    this.room(count);
    const { bytes } = this;
    let rest = value | 0;
    for (let at = this.length + count - 1; at >= this.length; at--) {
      const next = (rest / 10) | 0;
      bytes[at] = ZERO + rest - next * 10;
      rest = next;
    }
    this.length += count;
  }

  /** Copies what was written from `start` on to another buffer, a word at a time. Up to a word after it may change there. */
  copyTo(target: DataView, at: number, start: number): void {
    const length = this.length - start;
    // This makes sure that whole words can be read.
    this.room(WORD_BYTES);
    const { view } = this;
    for (let index = 0; index < length; index += 4)
      target.setInt32(at + index, view.getInt32(start + index, true), true);
  }

  all(source: Uint8Array): void {
    this.copy(source, 0, source.length);
  }

  /** Returns a copy of what was written since the last cut. */
  cut(): Uint8Array<ArrayBuffer> {
    const chunk = this.bytes.slice(0, this.length);
    this.length = 0;
    return chunk;
  }

  /** Makes room for at least `size` more bytes. */
  room(size: number): void {
    if (this.length + size <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.length + size, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
}
