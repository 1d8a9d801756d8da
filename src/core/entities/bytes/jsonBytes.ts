import type { PageFaultKind } from './pageFault.ts';
import { isUtf8Range } from './utf8.ts';

/** Ends a scan; only decodePage catches it. */
export class ScanStop extends Error {
  readonly kind: PageFaultKind;
  readonly offset: number;
  readonly code: string | undefined;
  constructor(kind: PageFaultKind, message: string, offset: number, code?: string) {
    super(message);
    this.kind = kind;
    this.offset = offset;
    this.code = code;
  }
}

/** How a value is written. PLAIN is a string of ASCII without escapes: its bytes are its text. */
export const FORM_PLAIN = 0;
export const FORM_STRING = 1;
export const FORM_NUMBER = 2;
export const FORM_BOOLEAN = 3;
export const FORM_NULL = 4;
export const FORM_JSON = 5;

/** Limit on nested arrays and objects, counting the page's own two. The service sends three levels. */
const MAX_DEPTH = 32;

const HIGH_BITS = 0x80808080;
const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
const NOT_UTF8 = 'The body is JSON with bytes that are not UTF-8.';
const TRUNCATED = 'The body ends in the middle of the JSON.';

/** Bytes that, after a backslash, form a whole escape. */
const SIMPLE_ESCAPES = new Uint8Array(256);
for (const character of '"\\/bfnrt') SIMPLE_ESCAPES[character.charCodeAt(0)] = 1;

function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/**
 * Sets the top bit of each byte that is a quote, a backslash or a control character; only the lowest set bit is exact.
 */
function marksOf(word: number): number {
  const quote = word ^ 0x22222222;
  const slash = word ^ 0x5c5c5c5c;
  return (
    (((quote - 0x01010101) & ~quote) | ((slash - 0x01010101) & ~slash) | ((word - 0x20202020) & ~word)) &
    HIGH_BITS
  );
}

/**
 * A JSON scanner over bytes that keeps the text of every value: JSON.parse would drop repeated names and number text
 * (5.0, -0). Reads strings four bytes at a time; a page costs about one pass over memory. Every method throws ScanStop
 * if the bytes are not JSON.
 */
export class JsonBytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly end: number;
  pos: number;
  /** The last value read: its form and its bytes, half-open (strings without quotes). */
  form = FORM_NULL;
  valueFrom = 0;
  valueTo = 0;
  /** Last position at which four bytes can be read. */
  private readonly wordEnd: number;

  constructor(bytes: Uint8Array, from: number) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.end = bytes.length;
    this.wordEnd = bytes.length - 4;
    this.pos = from;
  }

  /** The current byte; -1 at the end. */
  peek(): number {
    return this.bytes[this.pos] ?? -1;
  }

  skipSpace(): void {
    let byte = this.peek();
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      this.pos++;
      byte = this.peek();
    }
  }

  /** Skips one required byte and the white space after it. */
  take(byte: number, what: string): void {
    if (this.peek() !== byte) this.unexpected(what);
    this.pos++;
    if (this.peek() <= 0x20) this.skipSpace();
  }

  unexpected(wanted: string): never {
    if (this.pos >= this.end) throw new ScanStop('truncated', TRUNCATED, this.end);
    throw new ScanStop('not-json', `The body is not JSON: expected ${wanted} at byte ${this.pos}.`, this.pos);
  }

  /** Scans from after the opening quote to after the closing one; sets form, valueFrom and valueTo. */
  scanString(): void {
    const { view, wordEnd, pos: from } = this;
    const pairEnd = wordEnd - 4;
    let pos = from;
    let high = 0;
    let isEscaped = false;
    for (;;) {
      while (pos <= pairEnd) {
        const word = view.getInt32(pos, true);
        const next = view.getInt32(pos + 4, true);
        if ((marksOf(word) | marksOf(next)) !== 0) break;
        high |= word | next;
        pos += 8;
      }
      while (pos <= wordEnd) {
        const word = view.getInt32(pos, true);
        const marks = marksOf(word);
        if (marks === 0) {
          high |= word;
          pos += 4;
          continue;
        }
        const lowest = marks & -marks;
        high |= word & ((lowest >>> 7) - 1);
        pos += (31 - Math.clz32(lowest)) >> 3;
        break;
      }
      if (pos > wordEnd) {
        const stopAt = this.scanStringTail(pos);
        for (let index = pos; index < stopAt; index++) high |= this.bytes[index] as number;
        pos = stopAt;
      }
      if (this.bytes[pos] === QUOTE) break;
      pos = this.scanEscape(pos);
      isEscaped = true;
    }
    const isAscii = (high & HIGH_BITS) === 0;
    if (!isAscii && !isUtf8Range(this.bytes, from, pos)) throw new ScanStop('not-utf8', NOT_UTF8, from);
    this.form = isEscaped || !isAscii ? FORM_STRING : FORM_PLAIN;
    this.valueFrom = from;
    this.valueTo = pos;
    this.pos = pos + 1;
  }

  /** Scans byte by byte to the next quote, backslash or control character. */
  private scanStringTail(from: number): number {
    let pos = from;
    while (pos < this.end) {
      const byte = this.bytes[pos] as number;
      if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) return pos;
      pos++;
    }
    throw new ScanStop('truncated', TRUNCATED, this.end);
  }

  /** Skips one escape; a control character here is a fault. */
  private scanEscape(from: number): number {
    if (this.bytes[from] !== BACKSLASH) {
      throw new ScanStop(
        'not-json',
        `The body is not JSON: an unescaped control character in a string at byte ${from}.`,
        from,
      );
    }
    const kind = this.bytes[from + 1];
    if (kind === undefined) throw new ScanStop('truncated', TRUNCATED, this.end);
    if (kind !== 0x75) {
      if (SIMPLE_ESCAPES[kind] === 1) return from + 2;
      throw new ScanStop('not-json', `The body is not JSON: unknown escape at byte ${from}.`, from);
    }
    for (let index = from + 2; index < from + 6; index++) {
      const byte = this.bytes[index];
      if (byte === undefined) throw new ScanStop('truncated', TRUNCATED, this.end);
      if (!isHex(byte)) {
        throw new ScanStop('not-json', `The body is not JSON: broken \\u escape at byte ${from}.`, from);
      }
    }
    return from + 6;
  }

  /** Scans any value; sets form, valueFrom and valueTo. Ends right after it; skips no white space. */
  scanValue(depth: number): void {
    const byte = this.peek();
    if (byte === QUOTE) {
      this.pos++;
      this.scanString();
    } else if (isDigit(byte) || byte === 0x2d) {
      this.scanNumber();
    } else if (byte === 0x74) {
      this.scanWord('true', FORM_BOOLEAN);
    } else if (byte === 0x66) {
      this.scanWord('false', FORM_BOOLEAN);
    } else if (byte === 0x6e) {
      this.scanWord('null', FORM_NULL);
    } else if (byte === 0x7b || byte === 0x5b) {
      this.scanNested(depth, byte === 0x7b);
    } else {
      this.unexpected('a value');
    }
  }

  private scanWord(word: string, form: number): void {
    const from = this.pos;
    for (let index = 0; index < word.length; index++) {
      if (this.peek() !== word.charCodeAt(index)) this.unexpected(`"${word}"`);
      this.pos++;
    }
    this.form = form;
    this.valueFrom = from;
    this.valueTo = this.pos;
  }

  private scanDigits(): void {
    if (!isDigit(this.peek())) this.unexpected('a digit');
    const { bytes } = this;
    let pos = this.pos;
    while (pos < this.end && isDigit(bytes[pos] as number)) pos++;
    this.pos = pos;
  }

  private scanNumber(): void {
    const from = this.pos;
    if (this.peek() === 0x2d) this.pos++;
    if (this.peek() === 0x30) this.pos++;
    else this.scanDigits();
    if (this.peek() === 0x2e) {
      this.pos++;
      this.scanDigits();
    }
    if ((this.peek() | 0x20) === 0x65) {
      this.pos++;
      if (this.peek() === 0x2b || this.peek() === 0x2d) this.pos++;
      this.scanDigits();
    }
    this.form = FORM_NUMBER;
    this.valueFrom = from;
    this.valueTo = this.pos;
  }

  private scanNested(depth: number, isObject: boolean): void {
    const from = this.pos;
    if (depth >= MAX_DEPTH) {
      throw new ScanStop('too-deep', `The JSON is nested deeper than ${MAX_DEPTH} levels.`, from);
    }
    const close = isObject ? 0x7d : 0x5d;
    this.take(isObject ? 0x7b : 0x5b, 'an opening bracket');
    if (this.peek() === close) this.pos++;
    else this.scanMembers(depth, isObject, close);
    this.form = FORM_JSON;
    this.valueFrom = from;
    this.valueTo = this.pos;
  }

  private scanMembers(depth: number, isObject: boolean, close: number): void {
    for (;;) {
      if (isObject) {
        if (this.peek() !== QUOTE) this.unexpected('a property name');
        this.pos++;
        this.scanString();
        this.skipSpace();
        this.take(0x3a, '":"');
      }
      this.scanValue(depth + 1);
      this.skipSpace();
      if (this.peek() === close) {
        this.pos++;
        return;
      }
      this.take(0x2c, isObject ? '"," or "}"' : '"," or "]"');
    }
  }

  /**
   * Whether the bytes from `at` repeat [from, from + length), which is known to be JSON. Both end before the page does. Eight bytes are
   * compared as a Double. This is exact: no eight bytes of JSON are zero, and NaN makes the answer "no".
   */
  same(at: number, from: number, length: number): boolean {
    const { view, bytes } = this;
    if (at + length > this.end) return false;
    const last = length - 8;
    if (last < 0) {
      for (let index = 0; index < length; index++) {
        if (bytes[at + index] !== bytes[from + index]) return false;
      }
      return true;
    }
    for (let index = 0; index < last; index += 8) {
      if (view.getFloat64(at + index, true) !== view.getFloat64(from + index, true)) return false;
    }
    return view.getFloat64(at + last, true) === view.getFloat64(from + last, true);
  }
}
