import { isDigit, LOW_DIGITS, MOST_DIGITS, readDigits, readHex } from './digits.ts';

/**
 * Marks of numbers in a pattern. No value holds these bytes: JSON escapes control characters in strings, and only allows
 * white space between values.
 */
export const NUMBER_PLAIN = 1;
/** A number of a fixed count of digits (the next byte), padded with zeros. */
export const NUMBER_FIXED = 2;
/** A fixed count of hexadecimal digits (the next byte), in small letters or capitals. */
const NUMBER_HEX = 3;
export const NUMBER_HEX_UPPER = 4;

export function isMark(byte: number): boolean {
  return byte <= NUMBER_HEX_UPPER;
}

/** Values that are longer, or have more numbers, get no pattern. */
const MOST_BYTES = 512;
const MOST_NUMBERS = 32;
/** Longer runs of digits are cut into pieces of this length, so that each is exact as a Double. */
const DIGITS_PIECE = 15;
const HEX_PIECE = 12;
/** Shorter runs of hexadecimal digits may be words. */
const LEAST_HEX = 16;
const GUID = [8, 4, 4, 4, 12] as const;
const GUID_BYTES = 36;
const DASH = 0x2d;

/** By byte: 1 a digit, 2 a small hexadecimal letter, 4 a capital one, 8 any other letter. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (isDigit(byte)) return 1;
  if (byte >= 0x61 && byte <= 0x7a) return byte <= 0x66 ? 2 : 8;
  return byte >= 0x41 && byte <= 0x5a ? (byte <= 0x46 ? 4 : 8) : 0;
});

/**
 * Divides a value into its pattern (the bytes that values of one kind share, with marks in place of numbers) and its numbers, as log
 * compressors do (CLP, OSDI 2021). Together they are the value, byte for byte.
 */
export class PatternReader {
  /** The pattern of the last value: `length` bytes. */
  readonly key = new Uint8Array(2 * MOST_BYTES);
  length = 0;
  /** Its numbers, each `high * 1e9 + low`. */
  readonly high = new Float64Array(MOST_NUMBERS + GUID.length);
  readonly low = new Float64Array(MOST_NUMBERS + GUID.length);
  count = 0;
  private bytes: Uint8Array = new Uint8Array(0);
  private to = 0;

  /** Reads a value; false if it gets no pattern. */
  read(bytes: Uint8Array, from: number, to: number): boolean {
    this.length = 0;
    this.count = 0;
    if (to - from > MOST_BYTES) return false;
    this.bytes = bytes;
    this.to = to;
    const { key } = this;
    let isStart = true;
    for (let at = from; at < to; ) {
      const byte = bytes[at] as number;
      const kind = KINDS[byte] as number;
      const next = kind === 0 ? at : this.numberAt(at, kind, isStart);
      if (next > at) {
        if (this.count > MOST_NUMBERS) return false;
        at = next;
        isStart = false;
        continue;
      }
      key[this.length++] = byte;
      isStart = kind === 0;
      at += 1;
    }
    return true;
  }

  /** Reads a number; returns its end, or `at` if there is none. */
  private numberAt(at: number, kind: number, isStart: boolean): number {
    if (kind === 8) return at;
    if (isStart) {
      const end = this.hexAt(at);
      if (end > at) return end;
    }
    return kind === 1 ? this.digitsAt(at) : at;
  }

  private digitsAt(from: number): number {
    const { bytes } = this;
    let to = from + 1;
    while (to < this.to && KINDS[bytes[to] as number] === 1) to += 1;
    if (to - from > MOST_DIGITS) {
      for (let at = from; at < to; at += DIGITS_PIECE) this.fixed(at, Math.min(to, at + DIGITS_PIECE));
    } else if (to - from <= LOW_DIGITS && (bytes[from] !== 0x30 || to - from === 1)) {
      this.key[this.length++] = NUMBER_PLAIN;
      this.push(0, readDigits(bytes, from, to));
    } else this.fixed(from, to);
    return to;
  }

  private fixed(from: number, to: number): void {
    const { bytes } = this;
    this.key[this.length++] = NUMBER_FIXED;
    this.key[this.length++] = to - from;
    const split = Math.max(from, to - LOW_DIGITS);
    this.push(readDigits(bytes, from, split), readDigits(bytes, split, to));
  }

  /** Reads a GUID or a long hexadecimal number; returns its end, or `from` if there is none. */
  private hexAt(from: number): number {
    const { bytes } = this;
    let kinds = 0;
    let to = from;
    for (; to < this.to; to++) {
      const kind = KINDS[bytes[to] as number] as number;
      if (kind === 0 || kind === 8 || (kinds | kind) >= 6) break;
      kinds |= kind;
    }
    if (to - from === GUID[0] && bytes[to] === DASH) return this.guidAt(from);
    const isWhole = to === this.to || KINDS[bytes[to] as number] === 0;
    if (kinds === 1 || to - from < LEAST_HEX || !isWhole) return from;
    for (let at = from; at < to; at += HEX_PIECE) this.hex(at, Math.min(to, at + HEX_PIECE), kinds);
    return to;
  }

  private guidAt(from: number): number {
    const { bytes } = this;
    if (from + GUID_BYTES > this.to) return from;
    let kinds = 0;
    let at = from;
    for (const length of GUID) {
      for (const end = at + length; at < end; at++) {
        const kind = KINDS[bytes[at] as number] as number;
        if (kind === 0 || kind === 8) return from;
        kinds |= kind;
      }
      if (at < from + GUID_BYTES && bytes[at] !== DASH) return from;
      at += 1;
    }
    if ((kinds & 6) === 6) return from;
    at = from;
    for (const length of GUID) {
      if (at > from) this.key[this.length++] = DASH;
      this.hex(at, at + length, kinds);
      at += length + 1;
    }
    return from + GUID_BYTES;
  }

  private hex(from: number, to: number, kinds: number): void {
    this.key[this.length++] = (kinds & 4) === 0 ? NUMBER_HEX : NUMBER_HEX_UPPER;
    this.key[this.length++] = to - from;
    this.push(0, readHex(this.bytes, from, to));
  }

  private push(high: number, low: number): void {
    // Numbers that do not fit are only counted; `read` then returns false.
    if (this.count < this.high.length) {
      this.high[this.count] = high;
      this.low[this.count] = low;
    }
    this.count += 1;
  }
}
