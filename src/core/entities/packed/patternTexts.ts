import { copyPast, type WordBytes, wordBytes } from '../bytes/wordBytes.ts';
import { LOW_POWER, readBytes, writeFixed, writeHex, writePlain } from './digits.ts';
import type { RawTexts } from './rawTexts.ts';
import { NUMBER_FIXED, NUMBER_HEX_UPPER, NUMBER_PLAIN } from './textPattern.ts';
import { Scratch, setHeader, type ValueSlot } from './valueSlot.ts';

/** A number of a pattern: what is between it and the number before, and how it is stored. */
export interface PatternNumber {
  /** A NUMBER mark of textPattern.ts. */
  readonly mark: number;
  /** Digits, except for NUMBER_PLAIN. */
  readonly digits: number;
  /** The bytes before it end here, in `PatternForm.fixed`. */
  readonly fixedTo: number;
  /** The least of the block, as `high * 1e9 + low`; only the difference is stored, in so many bytes. */
  readonly high: number;
  readonly low: number;
  readonly bytes: number;
}

/** What all values of a pattern share. */
export interface PatternForm {
  readonly header: number;
  /** All bytes that are no numbers, and numbers that are equal in all values. */
  readonly fixed: WordBytes;
  readonly fixedEnd: number;
  readonly numbers: readonly PatternNumber[];
  /** What the fixed bytes hold. */
  readonly hasComma: boolean;
  readonly hasBackslash: boolean;
  /** The first byte of all values, or a digit if they begin with a number; 0: they are empty. */
  readonly first: number;
  /** A value's length is at most this. */
  readonly most: number;
  /** The row of its first value in the block. */
  readonly firstRow: number;
}

/** Code of a value that is kept as it is. */
export const RAW_CODE = 255;

export interface PatternParts {
  readonly forms: readonly PatternForm[];
  /** By value: its pattern, or RAW_CODE. Undefined: all have the first one. */
  readonly codes: Uint8Array | undefined;
  /** By value: its numbers, `width` bytes. */
  readonly records: Uint8Array;
  readonly width: number;
  /** Values that are kept as they are, in ascending order. */
  readonly raw: RawTexts;
  readonly rawIndexes: Uint32Array;
}

/** Estimated memory of a form, in bytes: an object for it and one for each number. */
function formBytes({ fixed, numbers }: PatternForm): number {
  return 200 + fixed.bytes.length + 80 * numbers.length;
}

/** Values as patterns and numbers: each takes one byte for its pattern, and its numbers as differences to the least. */
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

  /** The pattern of a value; undefined: it is kept as it is. */
  formOf(index: number): PatternForm | undefined {
    const { forms, codes } = this.parts;
    return forms[codes === undefined ? 0 : (codes[index] as number)];
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
  write(form: PatternForm, index: number, target: WordBytes, from: number): number {
    const { fixed, fixedEnd, numbers } = form;
    const { records } = this;
    const { bytes, view } = target;
    let at = from;
    let fixedAt = 0;
    let place = index * this.parts.width;
    for (let which = 0; which < numbers.length; which++) {
      const number = numbers[which] as PatternNumber;
      const { mark, fixedTo } = number;
      at = copyPast(fixed.view, fixedAt, fixedTo, view, at);
      fixedAt = fixedTo;
      const low = readBytes(records, place, number.bytes) + number.low;
      place += number.bytes;
      if (mark === NUMBER_PLAIN) at = writePlain(target, at, low);
      else if (mark === NUMBER_FIXED) {
        const more = low < LOW_POWER ? 0 : Math.floor(low / LOW_POWER);
        at = writeFixed(target, at, number.digits, number.high + more, low - more * LOW_POWER);
      } else at = writeHex(bytes, at, number.digits, low, mark === NUMBER_HEX_UPPER);
    }
    return copyPast(fixed.view, fixedAt, fixedEnd, view, at);
  }

  /** The place of a value among those that are kept as they are. */
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
