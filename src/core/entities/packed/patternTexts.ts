import { copyPast, type WordBytes, wordBytes } from '../bytes/wordBytes.ts';
import { LOW_POWER, readBytes, writeFixed, writeHex, writePlain, writeSmall } from './digits.ts';
import type { RawTexts } from './rawTexts.ts';
import { NUMBER_FIXED, NUMBER_HEX_UPPER, NUMBER_PLAIN } from './textPattern.ts';
import { Scratch, setHeader, type ValueSlot } from './valueSlot.ts';

/** A number in a pattern: the fixed bytes before it, and how its values are stored. */
export interface PatternNumber {
  /** A NUMBER mark of textPattern.ts. */
  readonly mark: number;
  /** How many of its last digits are written, because they vary; 0 for NUMBER_PLAIN. */
  readonly digits: number;
  /** Where the fixed bytes before it end, in `PatternForm.fixed`. */
  readonly fixedTo: number;
  /** How many bytes its stored difference to the smallest value of the block takes. */
  readonly bytes: number;
  /** The smallest value, and a mask for the bits of a difference, if all written digits fit into 31 bits; otherwise `small` is -1. */
  readonly small: number;
  readonly mask: number;
  /** The smallest value as `high * 1e9 + low`. */
  readonly high: number;
  readonly low: number;
}

/** What all values of a pattern share. */
export interface PatternForm {
  readonly header: number;
  /** All bytes outside of numbers, and numbers that are equal in all values. */
  readonly fixed: WordBytes;
  readonly fixedEnd: number;
  readonly numbers: readonly PatternNumber[];
  /** Whether a fixed byte is a backslash. */
  readonly hasBackslash: boolean;
  /** The most bytes that a value has. */
  readonly most: number;
  /** The row of its first value in the block. */
  readonly firstRow: number;
}

/** Code of a value without a pattern, whose bytes are kept. */
export const RAW_CODE = 255;

export interface PatternParts {
  readonly forms: readonly PatternForm[];
  /** By value: its pattern, or RAW_CODE. Undefined: all have the first one. */
  readonly codes: Uint8Array | undefined;
  /** By value: a record of its numbers, `width` bytes long. */
  readonly records: Uint8Array;
  readonly width: number;
  /** The values without a pattern, and their indexes, both in ascending order. */
  readonly raw: RawTexts;
  readonly rawIndexes: Uint32Array;
}

/** Estimated memory of a form, in bytes: an object for it and one for each number. */
function formBytes({ fixed, numbers }: PatternForm): number {
  return 200 + fixed.bytes.length + 80 * numbers.length;
}

/** Values as patterns and numbers. Each takes one byte for its pattern, and its numbers are stored as differences to the least ones. */
export class PatternTexts {
  private readonly parts: PatternParts;
  private readonly records: DataView;
  private readonly scratch = new Scratch();

  constructor(parts: PatternParts) {
    this.parts = parts;
    this.records = wordBytes(parts.records).view;
  }

  get bytesHeld(): number {
    const { forms, codes, records, raw, rawIndexes } = this.parts;
    const own = (codes?.byteLength ?? 0) + records.byteLength + raw.bytesHeld + rawIndexes.byteLength;
    return forms.reduce((sum, form) => sum + formBytes(form), own);
  }

  /** The number of a value's pattern, or RAW_CODE. */
  codeOf(index: number): number {
    const { codes } = this.parts;
    return codes === undefined ? 0 : (codes[index] as number);
  }

  /** The patterns, by code. */
  get forms(): readonly PatternForm[] {
    return this.parts.forms;
  }

  /** Whether some values have no pattern. */
  get hasRaw(): boolean {
    return this.parts.rawIndexes.length > 0;
  }

  /** The pattern of a value; undefined: it has none. */
  private formOf(index: number): PatternForm | undefined {
    return this.forms[this.codeOf(index)];
  }

  /** The first row of the block that is known to have the same value; undefined: none is. */
  sameRow(index: number): number | undefined {
    const form = this.formOf(index);
    return form === undefined || form.numbers.length > 0 ? undefined : form.firstRow;
  }

  read(index: number, into: ValueSlot): void {
    const form = this.formOf(index);
    if (form === undefined) {
      this.parts.raw.read(this.rawAt(index), into);
      return;
    }
    setHeader(into, form.header);
    into.from = 0;
    if (form.numbers.length === 0) {
      into.bytes = form.fixed.bytes;
      into.view = form.fixed.view;
      into.to = form.fixedEnd;
      return;
    }
    const { scratch } = this;
    scratch.room(form.most);
    into.to = this.write(form, index, scratch, 0);
    into.bytes = scratch.bytes;
    into.view = scratch.view;
  }

  /** Writes a value with this pattern; the target has room for `form.most` bytes and a word. Returns its end. */
  private write(form: PatternForm, index: number, target: WordBytes, from: number): number {
    const { fixed, fixedEnd, numbers } = form;
    const { records } = this;
    const { view } = target;
    let at = from;
    let fixedAt = 0;
    let place = index * this.parts.width;
    for (let which = 0; which < numbers.length; which++) {
      const number = numbers[which] as PatternNumber;
      const { mark, digits, fixedTo, small } = number;
      at = copyPast(fixed.view, fixedAt, fixedTo, view, at);
      fixedAt = fixedTo;
      if (small >= 0) {
        const value = small + (records.getInt32(place, true) & number.mask);
        if (mark === NUMBER_PLAIN) at = writePlain(target, at, value);
        else {
          at += digits;
          writeSmall(target, at, digits, value);
        }
      } else at = this.writeLarge(number, place, target, at);
      place += number.bytes;
    }
    return copyPast(fixed.view, fixedAt, fixedEnd, view, at);
  }

  private writeLarge(
    { mark, digits, bytes, high, low }: PatternNumber,
    place: number,
    target: WordBytes,
    at: number,
  ): number {
    const value = readBytes(this.records, place, bytes) + low;
    if (mark !== NUMBER_FIXED) return writeHex(target.bytes, at, digits, value, mark === NUMBER_HEX_UPPER);
    const more = Math.floor(value / LOW_POWER);
    return writeFixed(target, at, digits, high + more, value - more * LOW_POWER);
  }

  /** The place of a value among those without a pattern. */
  private rawAt(index: number): number {
    const { rawIndexes } = this.parts;
    let low = 0;
    let high = rawIndexes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rawIndexes[middle] as number) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
