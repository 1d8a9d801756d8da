import { hashWords, wordBytes } from '../bytes/wordBytes.ts';
import {
  bytesFor,
  LOW_DIGITS,
  LOW_POWER,
  MOST_DIGITS,
  writeBytes,
  writeFixed,
  writeHex,
  writePlain,
} from './digits.ts';
import { type PatternForm, type PatternNumber, PatternTexts, RAW_CODE } from './patternTexts.ts';
import { RawTextsBuilder } from './rawTexts.ts';
import { isMark, NUMBER_FIXED, NUMBER_HEX_UPPER, NUMBER_PLAIN, PatternReader } from './textPattern.ts';
import { headerOf, SPARE_BYTES, type ValueAt } from './valueSlot.ts';
import type { Steps } from '../../steps.ts';

/** Values read between two yields. A call that arrives meanwhile has to wait, and a value may have thousands of bytes. */
export const STEP_VALUES = 512;
/** After so many values it is clear whether patterns repeat. */
const TRIAL = 512;
/** A pattern of fewer values costs more than it saves. */
const LEAST_VALUES = 4;
/** The most patterns of a block. The values beyond them are free text and have none. */
const MOST_PATTERNS = 2048;
const SLOTS = 8192;
/** Differences below this are exact as a Double. */
const MOST_RANGE = 2 ** 52;
const NO_PATTERN = -1;
/** Memory that a value without a pattern takes besides its bytes. */
const RAW_EXTRA = 7;
/** The most digits of a plain number. */
const PLAIN_DIGITS = 9;

const BACKSLASH = 0x5c;

/** A pattern, and what is known of its values so far. */
interface Found {
  readonly header: number;
  readonly key: Uint8Array;
  readonly first: number;
  /** For each of its numbers: the least and the greatest of all values so far. */
  readonly leastHigh: Float64Array;
  readonly leastLow: Float64Array;
  readonly mostHigh: Float64Array;
  readonly mostLow: Float64Array;
  values: number;
  /** Bytes of all its values. */
  bytes: number;
  /** Bytes of a record; NaN if the values of a number differ by more than a Double holds exactly. */
  width: number;
  /** Bytes of each of its numbers. */
  readonly widths: Uint8Array;
  /** Its place among the patterns that are kept, or RAW_CODE. */
  code: number;
}

function isLess(high: number, low: number, otherHigh: number, otherLow: number): boolean {
  return high < otherHigh || (high === otherHigh && low < otherLow);
}

function rangeOf(found: Found, number: number): number {
  const high = (found.mostHigh[number] as number) - (found.leastHigh[number] as number);
  return high * LOW_POWER + (found.mostLow[number] as number) - (found.leastLow[number] as number);
}

function measure(found: Found): void {
  found.width = 0;
  for (let number = 0; number < found.widths.length; number++) {
    const range = rangeOf(found, number);
    const bytes = bytesFor(Math.min(range, MOST_RANGE));
    found.widths[number] = bytes;
    found.width += range < MOST_RANGE ? bytes : Number.NaN;
  }
}

/** Finds the patterns of a block's values, and keeps the numbers of each value. */
class Patterns {
  readonly list: Found[] = [];
  /** By value: its pattern, or NO_PATTERN. */
  readonly ofValue: Int32Array;
  /** By value: its first number; one more entry for the end. */
  readonly numberFrom: Uint32Array;
  high = new Float64Array(1024);
  low = new Float64Array(1024);
  private numbers = 0;
  private readonly slots = new Int32Array(SLOTS).fill(NO_PATTERN);
  private readonly reader = new PatternReader();
  private readonly keyWords = wordBytes(this.reader.key);

  constructor(count: number) {
    this.ofValue = new Int32Array(count).fill(NO_PATTERN);
    this.numberFrom = new Uint32Array(count + 1);
  }

  /**
   * Reads all values; false if their patterns do not repeat.
   * @yields after some values
   */
  *read(valueAt: ValueAt): Steps<boolean> {
    const { ofValue, reader, numberFrom } = this;
    for (let index = 0; index < ofValue.length; index++) {
      if (index % STEP_VALUES === STEP_VALUES - 1) yield undefined;
      numberFrom[index] = this.numbers;
      const value = valueAt(index);
      if (reader.read(value.bytes, value.from, value.to)) {
        const pattern = this.patternOf(headerOf(value), index);
        if (pattern !== NO_PATTERN) this.count(pattern, index, value.to - value.from);
      }
      if (index === TRIAL && this.list.length * 2 > TRIAL) return false;
    }
    numberFrom[ofValue.length] = this.numbers;
    return true;
  }

  /** Counts a value, and widens the ranges of its pattern's numbers. */
  private count(pattern: number, index: number, length: number): void {
    const { reader } = this;
    const found = this.list[pattern] as Found;
    this.ofValue[index] = pattern;
    found.values += 1;
    found.bytes += length;
    if (this.numbers + reader.count > this.high.length) this.grow();
    for (let number = 0; number < reader.count; number++) {
      const high = reader.high[number] as number;
      const low = reader.low[number] as number;
      this.high[this.numbers] = high;
      this.low[this.numbers++] = low;
      const { leastHigh, leastLow, mostHigh, mostLow } = found;
      if (isLess(high, low, leastHigh[number] as number, leastLow[number] as number)) {
        leastHigh[number] = high;
        leastLow[number] = low;
      }
      if (isLess(mostHigh[number] as number, mostLow[number] as number, high, low)) {
        mostHigh[number] = high;
        mostLow[number] = low;
      }
    }
  }

  private patternOf(header: number, index: number): number {
    const { reader, list, slots } = this;
    const { key, length } = reader;
    let slot = hashWords(this.keyWords, 0, length, header) & (SLOTS - 1);
    for (let pattern = slots[slot] as number; pattern !== NO_PATTERN; pattern = slots[slot] as number) {
      const known = list[pattern] as Found;
      if (known.header === header && isSame(known.key, key, length)) return pattern;
      slot = (slot + 1) & (SLOTS - 1);
    }
    if (list.length === MOST_PATTERNS) return NO_PATTERN;
    const { count, high, low } = reader;
    slots[slot] = list.length;
    list.push({
      header,
      key: key.slice(0, length),
      first: index,
      leastHigh: high.slice(0, count),
      leastLow: low.slice(0, count),
      mostHigh: high.slice(0, count),
      mostLow: low.slice(0, count),
      values: 0,
      bytes: 0,
      width: 0,
      widths: new Uint8Array(count),
      code: RAW_CODE,
    });
    return list.length - 1;
  }

  private grow(): void {
    const [high, low] = [new Float64Array(2 * this.high.length), new Float64Array(2 * this.high.length)];
    high.set(this.high);
    low.set(this.low);
    this.high = high;
    this.low = low;
  }
}

function isSame(known: Uint8Array, key: Uint8Array, length: number): boolean {
  if (known.length !== length) return false;
  for (let at = 0; at < length; at++) if (known[at] !== key[at]) return false;
  return true;
}

/** Chooses which patterns to keep, and so the width of a record, for the block to take the least memory. */
function chosen(
  list: readonly Found[],
  count: number,
): { readonly kept: readonly Found[]; readonly width: number } {
  for (const found of list) measure(found);
  const usable = list
    .filter(({ values, width }) => values >= LEAST_VALUES && !Number.isNaN(width))
    .toSorted((a, b) => b.values - a.values)
    .slice(0, RAW_CODE)
    .toSorted((a, b) => a.width - b.width);
  let raw = usable.reduce((sum, { bytes, values }) => sum + bytes + RAW_EXTRA * values, 0);
  let best = { bytes: raw, width: 0, patterns: 0 };
  for (const [at, { width, bytes, values }] of usable.entries()) {
    raw -= bytes + RAW_EXTRA * values;
    const all = raw + count * width;
    if (all <= best.bytes) best = { bytes: all, width, patterns: at + 1 };
  }
  return { kept: usable.slice(0, best.patterns), width: best.width };
}

/** Number of leading digits that the smallest and the largest value share: all values between share them too. */
function sharedDigits(found: Found, number: number, digits: number): number {
  const [least, most] = [wordBytes(new Uint8Array(MOST_DIGITS)), wordBytes(new Uint8Array(MOST_DIGITS))];
  writeFixed(least, 0, digits, found.leastHigh[number] as number, found.leastLow[number] as number);
  writeFixed(most, 0, digits, found.mostHigh[number] as number, found.mostLow[number] as number);
  return least.bytes.findIndex((digit, at) => digit !== most.bytes[at]);
}

/** The number that stored differences are added to. A small one has only the digits that are written, so that all sums are integers. */
function baseOf(
  mark: number,
  digits: number,
  high: number,
  low: number,
  bytes: number,
): Omit<PatternNumber, 'fixedTo' | 'bytes'> {
  const isSmall = mark === NUMBER_PLAIN || (mark === NUMBER_FIXED && digits <= LOW_DIGITS);
  if (isSmall) {
    const small = mark === NUMBER_PLAIN ? low : low % 10 ** digits;
    return { mark, digits, small, mask: (2 ** (8 * bytes) - 1) | 0, high: 0, low: 0 };
  }
  return { mark, digits, small: -1, mask: 0, high, low };
}

/** A pattern in its final form: numbers, and leading digits of numbers, that are equal in all values are written out. */
function formOf(found: Found, rowOf: (index: number) => number): PatternForm {
  const { key, leastHigh, leastLow, widths } = found;
  // Two bytes of the key (a mark and a count) may become 19 digits.
  const target = wordBytes(new Uint8Array(20 * key.length + SPARE_BYTES));
  const { bytes: fixed } = target;
  const numbers: PatternNumber[] = [];
  let end = 0;
  let most = 0;
  let number = 0;
  for (let at = 0; at < key.length; at++) {
    const mark = key[at] as number;
    if (!isMark(mark)) {
      fixed[end++] = mark;
      continue;
    }
    const digits = mark === NUMBER_PLAIN ? 0 : (key[++at] as number);
    const [high, low] = [leastHigh[number] as number, leastLow[number] as number];
    const bytes = widths[number] as number;
    if (bytes > 0) {
      const shared = mark === NUMBER_FIXED ? sharedDigits(found, number, digits) : 0;
      // Of the number that is written, only the leading digits that all values share are kept.
      if (shared > 0) end = writeFixed(target, end, digits, high, low) - (digits - shared);
      numbers.push({ fixedTo: end, bytes, ...baseOf(mark, digits - shared, high, low, bytes) });
      most += Math.max(digits, PLAIN_DIGITS);
    } else if (mark === NUMBER_PLAIN) end = writePlain(target, end, low);
    else if (mark === NUMBER_FIXED) end = writeFixed(target, end, digits, high, low);
    else end = writeHex(fixed, end, digits, low, mark === NUMBER_HEX_UPPER);
    number += 1;
  }
  return {
    header: found.header,
    hasBackslash: fixed.subarray(0, end).includes(BACKSLASH),
    fixed: wordBytes(fixed.slice(0, end + SPARE_BYTES)),
    fixedEnd: end,
    numbers,
    most: end + most,
    firstRow: rowOf(found.first),
  };
}

/** Writes the numbers of one value. */
function writeRecord(patterns: Patterns, found: Found, index: number, records: Uint8Array, at: number): void {
  const from = patterns.numberFrom[index] as number;
  let place = at;
  for (let number = 0; number < found.widths.length; number++) {
    const bytes = found.widths[number] as number;
    if (bytes === 0) continue;
    const high = (patterns.high[from + number] as number) - (found.leastHigh[number] as number);
    const low = (patterns.low[from + number] as number) - (found.leastLow[number] as number);
    writeBytes(records, place, bytes, high * LOW_POWER + low);
    place += bytes;
  }
}

/**
 * Packs the values of one column of a block.
 * @param rowOf the row of each value in the block
 * @yields after STEP_VALUES values
 */
export function* packTexts(
  valueAt: ValueAt,
  count: number,
  rowOf: (index: number) => number,
): Steps<PatternTexts> {
  const patterns = new Patterns(count);
  const repeats = yield* patterns.read(valueAt);
  const { kept, width } = repeats ? chosen(patterns.list, count) : { kept: [], width: 0 };
  for (const [code, found] of kept.entries()) found.code = code;
  const codes = new Uint8Array(count).fill(RAW_CODE);
  const records = new Uint8Array(count * width + SPARE_BYTES);
  const raw = new RawTextsBuilder();
  const rawIndexes: number[] = [];
  for (let index = 0; index < count; index++) {
    if (index % STEP_VALUES === STEP_VALUES - 1) yield undefined;
    const found = repeats ? patterns.list[patterns.ofValue[index] as number] : undefined;
    const code = found?.code ?? RAW_CODE;
    codes[index] = code;
    if (found !== undefined && code !== RAW_CODE) writeRecord(patterns, found, index, records, index * width);
    else {
      raw.add(valueAt(index));
      rawIndexes.push(index);
    }
  }
  return new PatternTexts({
    forms: kept.map((found) => formOf(found, rowOf)),
    codes: kept.length === 1 && rawIndexes.length === 0 ? undefined : codes,
    records,
    width,
    raw: raw.done(),
    rawIndexes: Uint32Array.from(rawIndexes),
  });
}
