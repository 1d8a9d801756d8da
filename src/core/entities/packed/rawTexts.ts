import { copyPast, type WordBytes, wordBytes } from '../bytes/wordBytes.ts';
import { headerOf, Scratch, setHeader, SPARE_BYTES, type ValueSlot } from './valueSlot.ts';

/** Values are kept in groups of this size, which share the beginning of their first value. */
const GROUP_BITS = 4;
const GROUP = 1 << GROUP_BITS;

/** A growing buffer of numbers, written 7 bits a byte, and of bytes. */
class Pieces {
  length = 0;
  private bytes = new Uint8Array(1024);

  number(value: number): void {
    this.room(5);
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  add(bytes: Uint8Array, from: number, to: number): void {
    this.room(to - from);
    this.bytes.set(bytes.subarray(from, to), this.length);
    this.length += to - from;
  }

  /** How many bytes from `at` on equal those of a value. */
  shared(at: number, end: number, bytes: Uint8Array, from: number, to: number): number {
    const most = Math.min(end - at, to - from);
    let count = 0;
    while (count < most && this.bytes[at + count] === bytes[from + count]) count += 1;
    return count;
  }

  /** A copy with spare bytes, so that whole words can be read. */
  done(): WordBytes {
    const bytes = new Uint8Array(this.length + SPARE_BYTES);
    bytes.set(this.bytes.subarray(0, this.length));
    return wordBytes(bytes);
  }

  private room(size: number): void {
    if (this.length + size <= this.bytes.length) return;
    const grown = new Uint8Array(2 * (this.length + size));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}

/** Collects values for RawTexts. */
export class RawTextsBuilder {
  count = 0;
  private readonly pieces = new Pieces();
  private readonly offsets: number[] = [];
  private readonly headers: number[] = [];
  private firstAt = 0;
  private firstEnd = 0;

  add(value: Readonly<ValueSlot>): void {
    const { pieces, headers } = this;
    const { bytes, from, to } = value;
    const header = headerOf(value);
    let place = headers.indexOf(header);
    if (place < 0) place = headers.push(header) - 1;
    const isFirst = this.count % GROUP === 0;
    if (isFirst) this.offsets.push(pieces.length);
    const shared = isFirst ? 0 : pieces.shared(this.firstAt, this.firstEnd, bytes, from, to);
    pieces.number(place);
    pieces.number(shared);
    pieces.number(to - from - shared);
    if (isFirst) this.firstAt = pieces.length;
    pieces.add(bytes, from + shared, to);
    if (isFirst) this.firstEnd = pieces.length;
    this.count += 1;
  }

  done(): RawTexts {
    return new RawTexts(this.pieces.done(), Uint32Array.from(this.offsets), Uint32Array.from(this.headers));
  }
}

/**
 * The bytes of values without a pattern, in groups that share the beginning of their first value. To find a value, the lengths of at most
 * GROUP values are read.
 */
export class RawTexts {
  private readonly source: WordBytes;
  /** By group: where it begins. */
  private readonly offsets: Uint32Array;
  /** The different headers (form, type and duplicate mark); each value names one by its index. */
  private readonly headers: Uint32Array;
  private readonly scratch = new Scratch();
  private at = 0;

  constructor(source: WordBytes, offsets: Uint32Array, headers: Uint32Array) {
    this.source = source;
    this.offsets = offsets;
    this.headers = headers;
  }

  get bytesHeld(): number {
    return this.source.bytes.byteLength + this.offsets.byteLength + this.headers.byteLength;
  }

  read(index: number, into: ValueSlot): void {
    const { source } = this;
    this.at = this.offsets[index >>> GROUP_BITS] as number;
    let header = this.number();
    let shared = this.number();
    let rest = this.number();
    const first = this.at;
    for (let left = index & (GROUP - 1); left > 0; left--) {
      this.at += rest;
      header = this.number();
      shared = this.number();
      rest = this.number();
    }
    setHeader(into, this.headers[header] as number);
    if (shared === 0) {
      into.bytes = source.bytes;
      into.view = source.view;
      into.from = this.at;
      into.to = this.at + rest;
      return;
    }
    const { scratch } = this;
    scratch.room(shared + rest);
    copyPast(source.view, first, first + shared, scratch.view, 0);
    copyPast(source.view, this.at, this.at + rest, scratch.view, shared);
    into.bytes = scratch.bytes;
    into.view = scratch.view;
    into.from = 0;
    into.to = shared + rest;
  }

  private number(): number {
    const { bytes } = this.source;
    let byte = bytes[this.at++] as number;
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[this.at++] as number;
      value |= (byte & 0x7f) << shift;
    }
    return value;
  }
}
