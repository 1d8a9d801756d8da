import { fourDigits, notDigits } from './digitWords.ts';
import { createIsoTables } from './isoTables.ts';

/*
 * The bulk path: reads lines of keys as bytes, four digits at a time, without BigInt, text or allocation. It agrees with readKey
 * and ticksToIso; the tests compare them on a million keys.
 * Functions create the loops, so that the loops have their tables and constants as local variables: engines inline a function's
 * constants, but not those of a module that a bundler turned into variables (measured: 1.7 times slower). Both loops repeat the
 * dozen statements that read a line: a function with several results would be slower, and so would a separate pass (measured: 1.1
 * and 1.5 times).
 */

/** The content of a line: 19 digits of ticks, of MaxValue - ticks, or `N(D19)___ticks(D19)` with N below 100. */
export type TicksForm = 'ticks' | 'inverted' | 'prefixed';

/** Consecutive lines of one form with one kind of line break. */
export interface TicksLines {
  readonly form: TicksForm;
  /** Offset of the first line's first byte. */
  readonly from: number;
  /** Maximum number of lines. */
  readonly lines: number;
  /** LF or CR LF; each line must have one. */
  readonly lineBreak: 1 | 2;
}

/** Times as numbers, one entry per key. */
export interface NumberColumns {
  /** Whole seconds since 0001-01-01T00:00:00Z; NaN: no time. */
  readonly seconds: Float64Array;
  /** Ticks within the second. */
  readonly fraction: Uint32Array;
  /** 0 .. 9999, or NO_PREFIX. */
  readonly prefix: Uint16Array;
}

/** Marks a key without prefix. */
export const NO_PREFIX = 0xffff;
/** Words of an ISO text with seven fraction digits: 28 bytes. */
export const ISO_WORDS = 7;

/** Bytes of a line of each form, without its line break. */
export const FORM_LENGTH: { readonly [form in TicksForm]: number } = {
  ticks: 19,
  inverted: 19,
  prefixed: 41,
};

/** Last second of 9999 (315,537,897,599 since year 1) in units of 400 s, and the remainder. */
const LAST_UNIT = 788_844_743;
const LAST_REST = 399;
const LAST_SECONDS = 315_537_897_599;
const LAST_FRACTION = 9_999_999;
const ZEROS = 0x30303030;
const NINES = 0x39393939;
/** Everything that depends on form and line break, computed once for the loops below. */
interface Layout {
  readonly view: DataView;
  readonly stride: number;
  /** Offset of the ticks in a line. */
  readonly ticksAt: number;
  readonly isPrefixed: boolean;
  /** `000` and the first byte of the line break. */
  readonly lastWord: number;
  readonly isCrLf: boolean;
  /**
   * MaxValue - value, without a branch: (value ^ flip) + top, where flip is -1 and top one more than the greatest value;
   * both are 0 if lines hold plain ticks. For units of 400 s, seconds below 400, and the values of four digits, which
   * become characters at once.
   */
  readonly flip: 0 | -1;
  readonly topUnit: number;
  readonly topRest: number;
  readonly topDigits: number;
  /** Number of whole lines in the bytes, limited to those wanted. */
  readonly lines: number;
}

function layoutOf(bytes: Uint8Array, { form, from, lines, lineBreak }: TicksLines): Layout {
  const isPrefixed = form === 'prefixed';
  const isInverted = form === 'inverted';
  const stride = FORM_LENGTH[form] + lineBreak;
  return {
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    stride,
    ticksAt: isPrefixed ? 22 : 0,
    isPrefixed,
    lastWord: lineBreak === 1 ? 0x0a303030 : 0x0d303030,
    isCrLf: lineBreak === 2,
    flip: isInverted ? -1 : 0,
    topUnit: isInverted ? LAST_UNIT + 1 : 0,
    topRest: isInverted ? LAST_REST + 1 : 0,
    topDigits: isInverted ? NINES + 1 : ZEROS,
    lines: Math.max(0, Math.min(lines, Math.floor((bytes.byteLength - from) / stride))),
  };
}

/**
 * Makes a check for `N(D19)___` with N below 100: `00000000` twice, `0nn_`, and two underscores. Eight bytes are compared as one
 * double, which is exact because these bytes are neither zero nor NaN.
 */
function createPrefixCheck(): (view: DataView, at: number) => boolean {
  const zeros = new DataView(new Uint8Array(8).fill(48).buffer).getFloat64(0);
  return (view, at) => {
    if (view.getFloat64(at) !== zeros || view.getFloat64(at + 8) !== zeros) return false;
    const digits = view.getInt32(at + 16, true) ^ 0x5f303030;
    const nines = (digits | (digits + 0x76767676)) & 0x80808080;
    return (nines | (digits & 0xff0000ff) | (view.getUint16(at + 20) ^ 0x5f5f)) === 0;
  };
}

/**
 * Makes the loop of ticksLinesToIso, for `count` lines from `from` on. It stops at the first line that does not have the form or
 * is no DateTime, and returns how many lines it wrote.
 */
function createIsoLines(): (layout: Layout, from: number, count: number, into: Int32Array) => number {
  const { years, centuryDays, minutes, seconds } = createIsoTables();
  const hasPrefix = createPrefixCheck();
  const faults = notDigits;
  const four = fourDigits;
  return (layout, from, count, into) => {
    const { view, stride, ticksAt, isPrefixed, lastWord, isCrLf } = layout;
    const { flip, topUnit, topRest, topDigits } = layout;
    let line = from;
    let out = 0;
    for (let index = 0; index < count; index++) {
      const at = line + ticksAt;
      const a = view.getInt32(at, true) ^ 0x30303030;
      const b = view.getInt32(at + 4, true) ^ 0x30303030;
      const c = view.getInt32(at + 8, true) ^ 0x30303030;
      const d = view.getInt32(at + 12, true) ^ 0x30303030;
      // The last three digits, and 0 if the line break begins.
      const e = view.getInt32(at + 16, true) ^ lastWord;
      const bad = ((faults(a) | faults(b) | faults(c) | faults(d) | faults(e)) & 0x80808080) | (e >>> 24);
      // Seconds are 10000 high + low, and 10000 is 25 * 400.
      const high = (Math.imul(four(a), 10_000) + four(b)) | 0;
      const low = four(c);
      const low400 = (low / 400) | 0;
      const rawUnit = (Math.imul(high, 25) + low400) | 0;
      // Units above 2^31 are negative here.
      if (bad !== 0 || rawUnit > 788_844_743 || rawUnit < 0) return index;
      if (isCrLf && view.getUint8(line + stride - 1) !== 0x0a) return index;
      if (isPrefixed && !hasPrefix(view, line)) return index;
      const unit = ((rawUnit ^ flip) + topUnit) | 0;
      const rest = (((low - Math.imul(low400, 400)) ^ flip) + topRest) | 0;
      // A day has 216 units.
      const day = (unit / 216) | 0;
      const second = (Math.imul(unit - Math.imul(day, 216), 400) + rest) | 0;
      // Centuries from March 1 of 36524.25 days, in quarters: 306 days to 0001-01-01, and 3 for the leap day at the end.
      const quarters = (Math.imul(day, 4) + 1227) | 0;
      const century = (quarters / 146_097) | 0;
      const date = centuryDays[(quarters - Math.imul(century, 146_097)) >> 2] as number;
      const minute = (second / 60) | 0;
      const hourTens = minutes[2 * minute] as number;
      into[out] = years[Math.imul(century, 100) + (date >>> 16)] as number;
      into[out + 1] = 0x2d30302d | ((date & 0xf000) >>> 4) | ((date & 0xf00) << 8);
      into[out + 2] = 0x00543030 | ((date & 0xf0) >>> 4) | ((date & 0xf) << 8) | hourTens;
      into[out + 3] = minutes[2 * minute + 1] as number;
      into[out + 4] = seconds[second - Math.imul(minute, 60)] as number;
      into[out + 5] = (d ^ flip) + topDigits;
      into[out + 6] = (((e ^ flip) + topDigits) & 0xffffff) | 0x5a000000;
      line += stride;
      out += 7;
    }
    return count;
  };
}

/** Makes the loop of ticksLinesToNumbers like createIsoLines. The first line is written to entry `to`. */
function createNumberLines(): (
  layout: Layout,
  from: number,
  count: number,
  into: NumberColumns,
  to: number,
) => number {
  const hasPrefix = createPrefixCheck();
  const faults = notDigits;
  const four = fourDigits;
  return (layout, from, count, { seconds, fraction, prefix }, to) => {
    const { view, stride, ticksAt, isPrefixed, lastWord, isCrLf } = layout;
    const [sign, topSeconds, topFraction] = layout.flip === 0 ? [1, 0, 0] : [-1, LAST_SECONDS, LAST_FRACTION];
    let line = from;
    for (let index = 0; index < count; index++) {
      const at = line + ticksAt;
      const a = view.getInt32(at, true) ^ 0x30303030;
      const b = view.getInt32(at + 4, true) ^ 0x30303030;
      const c = view.getInt32(at + 8, true) ^ 0x30303030;
      const d = view.getInt32(at + 12, true) ^ 0x30303030;
      const e = view.getInt32(at + 16, true) ^ lastWord;
      const bad = ((faults(a) | faults(b) | faults(c) | faults(d) | faults(e)) & 0x80808080) | (e >>> 24);
      const high = (Math.imul(four(a), 10_000) + four(b)) | 0;
      const low = four(c);
      if (bad !== 0 || high > 31_553_789 || (high === 31_553_789 && low > 7599)) return index;
      if (isCrLf && view.getUint8(line + stride - 1) !== 0x0a) return index;
      if (isPrefixed && !hasPrefix(view, line)) return index;
      const ofSecond = (Math.imul(four(d), 1000) + four(e << 8)) | 0;
      seconds[to + index] = topSeconds + sign * (high * 10_000 + low);
      fraction[to + index] = (topFraction + Math.imul(sign, ofSecond)) | 0;
      // `nn` of `0nn_`: 0, 0, n, n.
      prefix[to + index] = isPrefixed ? four((view.getInt32(line + 16, true) ^ 0x30303030) << 8) : 0xffff;
      line += stride;
    }
    return count;
  };
}

const isoLines = createIsoLines();
const numberLines = createNumberLines();

/**
 * Writes the time of each line as ISO text (`yyyy-MM-ddTHH:mm:ss.fffffffZ`, ISO_WORDS words each, without separators) into
 * `into`. On little-endian machines, which is all of today's, its bytes are then text. Returns how many were written: up to the
 * first line that does not have the form or is no DateTime, or until `into` is full.
 */
export function ticksLinesToIso(bytes: Uint8Array, lines: TicksLines, into: Int32Array): number {
  const layout = layoutOf(bytes, lines);
  return isoLines(layout, lines.from, Math.min(layout.lines, Math.floor(into.length / ISO_WORDS)), into);
}

/**
 * Writes the time and prefix of each line as numbers, from entry `at` of `into` on. Returns how many were written: up to the
 * first line that does not have the form or is no DateTime, or until `into` is full.
 */
export function ticksLinesToNumbers(
  bytes: Uint8Array,
  lines: TicksLines,
  into: NumberColumns,
  at = 0,
): number {
  const layout = layoutOf(bytes, lines);
  const count = Math.max(0, Math.min(layout.lines, into.seconds.length - at));
  return numberLines(layout, lines.from, count, into, at);
}
