import { centuryDays } from './centuryDays.ts';

/*
 * The hot path: one text in, one text out, no BigInt, no cache, no intermediate text. 1 s is 1e7 ticks, so the last seven
 * digits of ticks are the seven fraction digits of ISO, and the others are whole seconds, exact in a double; cut into
 * units of 400 s, all the rest is done in 32 bits.
 *
 * The functions are made by functions, and hold their tables as their own: engines build constants of a function into its
 * code, but not those of a module that a bundler has turned into variables. A character code xor 48 is a digit's value,
 * and only digits stay below 128 when 118 is added.
 */

type IsoWriter = (
  unit: number,
  rest: number,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
) => string;

/** Makes a writer of ISO text: units of 400 s since 0001-01-01, seconds below 400, and the fraction's character codes. */
function createIsoWriter(): IsoWriter {
  const dates = centuryDays();
  const textOf = String.fromCharCode;
  return (unit, rest, a, b, c, d, e, f, g) => {
    // A day has 216 units.
    const day = (unit / 216) | 0;
    const second = (Math.imul(unit - Math.imul(day, 216), 400) + rest) | 0;
    // Centuries from March 1 of 36524.25 days, in quarters: 306 days to 0001-01-01, and 3 for the leap day at the end.
    const quarters = (Math.imul(day, 4) + 1227) | 0;
    const century = (quarters / 146_097) | 0;
    const date = dates[(quarters - Math.imul(century, 146_097)) >> 2] as number;
    const year = (Math.imul(century, 100) + (date >>> 16)) | 0;
    const y1 = (year / 10) | 0;
    const y2 = (year / 100) | 0;
    const y3 = (year / 1000) | 0;
    const hour = (second / 3600) | 0;
    const ofHour = (second - Math.imul(hour, 3600)) | 0;
    const minute = (ofHour / 60) | 0;
    const ofMinute = (ofHour - Math.imul(minute, 60)) | 0;
    const h1 = (hour / 10) | 0;
    const m1 = (minute / 10) | 0;
    const s1 = (ofMinute / 10) | 0;
    return textOf(
      48 + y3,
      48 + y2 - y3 * 10,
      48 + y1 - y2 * 10,
      48 + year - y1 * 10,
      45,
      48 + ((date >> 12) & 15),
      48 + ((date >> 8) & 15),
      45,
      48 + ((date >> 4) & 15),
      48 + (date & 15),
      84,
      48 + h1,
      48 + hour - h1 * 10,
      58,
      48 + m1,
      48 + minute - m1 * 10,
      58,
      48 + s1,
      48 + ofMinute - s1 * 10,
      46,
      a,
      b,
      c,
      d,
      e,
      f,
      g,
      90,
    );
  };
}

const writeIso = createIsoWriter();

type Decode = (text: string, at?: number) => string | undefined;

/** Makes a decoder of 19 digits of ticks, or of MaxValue - ticks: that ends in nines, so the fraction is a complement. */
function createDecode(isInverted: boolean): Decode {
  const write = writeIso;
  return (text, at = 0) => {
    if (text.length < at + 19) return undefined;
    const a0 = text.charCodeAt(at) ^ 48;
    const a1 = text.charCodeAt(at + 1) ^ 48;
    const a2 = text.charCodeAt(at + 2) ^ 48;
    const a3 = text.charCodeAt(at + 3) ^ 48;
    const a4 = text.charCodeAt(at + 4) ^ 48;
    const a5 = text.charCodeAt(at + 5) ^ 48;
    const a6 = text.charCodeAt(at + 6) ^ 48;
    const a7 = text.charCodeAt(at + 7) ^ 48;
    const b0 = text.charCodeAt(at + 8) ^ 48;
    const b1 = text.charCodeAt(at + 9) ^ 48;
    const b2 = text.charCodeAt(at + 10) ^ 48;
    const b3 = text.charCodeAt(at + 11) ^ 48;
    const f0 = text.charCodeAt(at + 12) ^ 48;
    const f1 = text.charCodeAt(at + 13) ^ 48;
    const f2 = text.charCodeAt(at + 14) ^ 48;
    const f3 = text.charCodeAt(at + 15) ^ 48;
    const f4 = text.charCodeAt(at + 16) ^ 48;
    const f5 = text.charCodeAt(at + 17) ^ 48;
    const f6 = text.charCodeAt(at + 18) ^ 48;
    let over = (a0 + 118) | (a1 + 118) | (a2 + 118) | (a3 + 118) | (a4 + 118) | (a5 + 118) | (a6 + 118);
    over |= (a7 + 118) | (b0 + 118) | (b1 + 118) | (b2 + 118) | (b3 + 118) | (f0 + 118) | (f1 + 118);
    over |= (f2 + 118) | (f3 + 118) | (f4 + 118) | (f5 + 118) | (f6 + 118);
    const high = (a0 * 1e7 + a1 * 1e6 + a2 * 1e5 + a3 * 1e4 + a4 * 1000 + a5 * 100 + a6 * 10 + a7) | 0;
    const low = (b0 * 1000 + b1 * 100 + b2 * 10 + b3) | 0;
    // Seconds are 10000 high + low, and 10000 is 25 * 400.
    const low400 = (low / 400) | 0;
    const unit = (Math.imul(high, 25) + low400) | 0;
    if (over >= 128 || high > 31_553_789 || unit > 788_844_743) return undefined;
    const rest = (low - Math.imul(low400, 400)) | 0;
    if (!isInverted) return write(unit, rest, 48 + f0, 48 + f1, 48 + f2, 48 + f3, 48 + f4, 48 + f5, 48 + f6);
    // The last second of 9999 is 788,844,743 units and 399 s.
    return write(
      788_844_743 - unit,
      399 - rest,
      57 - f0,
      57 - f1,
      57 - f2,
      57 - f3,
      57 - f4,
      57 - f5,
      57 - f6,
    );
  };
}

/** ISO text of 19-digit ticks at `at` in a text; undefined where they are none. Agrees with ticksToIso(BigInt(...)). */
export const ticksTextToIso: Decode = createDecode(false);

/** As ticksTextToIso, of 19 digits of MaxValue - ticks. */
export const invertedTextToIso: Decode = createDecode(true);

/** Days of each month in a common year; index 0 is no month. */
const MONTH_DAYS: readonly number[] = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** By month of a common year, and 16 above it of a leap year: its days, and the days before it. 13 .. 15 have none. */
function monthTables(): { readonly days: Int32Array; readonly before: Int32Array } {
  const days = new Int32Array(32);
  const before = new Int32Array(32);
  for (const leap of [0, 1]) {
    let sum = 0;
    for (let month = 1; month <= 12; month++) {
      before[month + 16 * leap] = sum;
      days[month + 16 * leap] = (MONTH_DAYS[month] ?? 0) + (month === 2 ? leap : 0);
      sum += days[month + 16 * leap] ?? 0;
    }
  }
  return { days, before };
}

/** By number below 10000: the character codes of its four digits, the first in the lowest byte. */
function fourDigitCodes(): Int32Array {
  return Int32Array.from({ length: 10_000 }, (_, value) =>
    Array.from(String(value).padStart(4, '0')).reduce(
      (codes, digit, index) => codes | (digit.charCodeAt(0) << (8 * index)),
      0,
    ),
  );
}

/** Makes a writer of 19 digits of ticks: days since 0001-01-01, seconds of the day, and the fraction's character codes. */
function createTicksWriter(): IsoWriter {
  const codes = fourDigitCodes();
  const textOf = String.fromCharCode;
  return (day, second, d, e, f, g, h, i, j) => {
    // Backwards: units of 400 s, 25 of which are 10000 s.
    const second400 = (second / 400) | 0;
    const unit = (Math.imul(day, 216) + second400) | 0;
    const high = (unit / 25) | 0;
    const highest = (high / 10_000) | 0;
    const low = (Math.imul(unit - Math.imul(high, 25), 400) + second - Math.imul(second400, 400)) | 0;
    const a = codes[highest] as number;
    const b = codes[high - Math.imul(highest, 10_000)] as number;
    const c = codes[low] as number;
    return textOf(
      a & 255,
      (a >> 8) & 255,
      (a >> 16) & 255,
      a >> 24,
      b & 255,
      (b >> 8) & 255,
      (b >> 16) & 255,
      b >> 24,
      c & 255,
      (c >> 8) & 255,
      (c >> 16) & 255,
      c >> 24,
      d,
      e,
      f,
      g,
      h,
      i,
      j,
    );
  };
}

function createEncode(): (iso: string) => string | undefined {
  const write = createTicksWriter();
  const { days, before } = monthTables();
  return (iso) => {
    if (iso.length !== 28) return undefined;
    const y0 = iso.charCodeAt(0) ^ 48;
    const y1 = iso.charCodeAt(1) ^ 48;
    const y2 = iso.charCodeAt(2) ^ 48;
    const y3 = iso.charCodeAt(3) ^ 48;
    const m0 = iso.charCodeAt(5) ^ 48;
    const m1 = iso.charCodeAt(6) ^ 48;
    const d0 = iso.charCodeAt(8) ^ 48;
    const d1 = iso.charCodeAt(9) ^ 48;
    const h0 = iso.charCodeAt(11) ^ 48;
    const h1 = iso.charCodeAt(12) ^ 48;
    const n0 = iso.charCodeAt(14) ^ 48;
    const n1 = iso.charCodeAt(15) ^ 48;
    const s0 = iso.charCodeAt(17) ^ 48;
    const s1 = iso.charCodeAt(18) ^ 48;
    const f0 = iso.charCodeAt(20);
    const f1 = iso.charCodeAt(21);
    const f2 = iso.charCodeAt(22);
    const f3 = iso.charCodeAt(23);
    const f4 = iso.charCodeAt(24);
    const f5 = iso.charCodeAt(25);
    const f6 = iso.charCodeAt(26);
    // `-`, `-`, `T`, `:`, `:`, `.`, `Z`
    let marks = (iso.charCodeAt(4) ^ 45) | (iso.charCodeAt(7) ^ 45) | (iso.charCodeAt(10) ^ 84);
    marks |= (iso.charCodeAt(13) ^ 58) | (iso.charCodeAt(16) ^ 58);
    marks |= (iso.charCodeAt(19) ^ 46) | (iso.charCodeAt(27) ^ 90);
    let over = (y0 + 118) | (y1 + 118) | (y2 + 118) | (y3 + 118) | (m0 + 118) | (m1 + 118) | (d0 + 118);
    over |= (d1 + 118) | (h0 + 118) | (h1 + 118) | (n0 + 118) | (n1 + 118) | (s0 + 118) | (s1 + 118);
    over |= ((f0 ^ 48) + 118) | ((f1 ^ 48) + 118) | ((f2 ^ 48) + 118) | ((f3 ^ 48) + 118);
    over |= ((f4 ^ 48) + 118) | ((f5 ^ 48) + 118) | ((f6 ^ 48) + 118);
    const year = y0 * 1000 + y1 * 100 + y2 * 10 + y3;
    const month = m0 * 10 + m1;
    const hour = h0 * 10 + h1;
    const minute = n0 * 10 + n1;
    const second = s0 * 10 + s1;
    if (marks !== 0 || over >= 128 || year < 1 || month > 15 || hour > 23 || minute > 59 || second > 59)
      return undefined;
    const past = year - 1;
    const centuries = (past / 100) | 0;
    // The last year of a century is a leap year every fourth time.
    const isLeap = (year & 3) === 0 && (year !== centuries * 100 + 100 || (centuries & 3) === 3);
    const monthIndex = month | (isLeap ? 16 : 0);
    const day = d0 * 10 + d1;
    if (day < 1 || day > (days[monthIndex] as number)) return undefined;
    const date =
      past * 365 + (past >> 2) - centuries + (centuries >> 2) + (before[monthIndex] as number) + day - 1;
    const ofDay = (hour * 3600 + minute * 60 + second) | 0;
    return write(date, ofDay, f0, f1, f2, f3, f4, f5, f6);
  };
}

/**
 * 19 digits of ticks of an ISO text in the form "o" in UTC (`yyyy-MM-ddTHH:mm:ss.fffffffZ`, 28 characters); undefined for
 * every other text, which isoToTicks reads or refuses with a reason.
 */
export const isoToTicksText: (iso: string) => string | undefined = createEncode();
