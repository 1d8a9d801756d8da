import type { ByteWriter } from '../byteWriter.ts';

/*
 * Tables of the four-byte words that an ISO text consists of, little endian: yyyy | -MM- | ddTH | H:mm | :ss. | ffff | fffZ. They are small
 * enough for the cache of a processor core: 40 kB for years, 146 kB for days, 12 kB for minutes.
 */

const ZERO = 48;

function digit(value: number, place: number): number {
  return ZERO + (Math.floor(value / place) % 10);
}

function word(a: number, b: number, c: number, d: number): number {
  return a | (b << 8) | (c << 16) | (d << 24);
}

/** How many four-byte words an ISO text with seven fraction digits has (28 bytes). */
export const ISO_WORDS = 7;

/**
 * Makes the writer of ISO texts (`yyyy-MM-ddTHH:mm:ss.fffffffZ`, ISO_WORDS words) from whole seconds since 0001-01-01T00:00:00Z and the
 * ticks within the second. The bytes of `into` are then text, on little-endian machines, which is all of today's. The tables are local
 * variables because engines inline constants of a function, but not those of a module that a bundler turned into variables.
 */
export function createIsoWriter(): (seconds: number, fraction: number, into: Int32Array, at: number) => void {
  /** The text of each number of four digits, as in `yyyy`. */
  const four = Int32Array.from({ length: 10_000 }, (_, value) =>
    word(digit(value, 1000), digit(value, 100), digit(value, 10), digit(value, 1)),
  );
  /** Two words for each minute of the day: the tens of the hour, in their place within `ddTH`, and `H:mm`. */
  const minutes = Int32Array.from({ length: 2880 }, (_, index) => {
    const minute = index >> 1;
    const hour = Math.floor(minute / 60);
    if ((index & 1) === 0) return word(0, 0, 0, digit(hour, 10));
    return word(digit(hour, 1), 58, digit(minute % 60, 10), digit(minute % 60, 1));
  });
  /** `:ss.` for each second. */
  const ofSeconds = Int32Array.from({ length: 60 }, (_, second) =>
    word(58, digit(second, 10), digit(second, 1), 46),
  );
  const days = centuryDays();
  return (seconds, fraction, into, at) => {
    const day = Math.floor(seconds / 86_400);
    const second = seconds - day * 86_400;
    // Counts quarter days from a March 1 that begins a century, since a century has 36524.25 days. March 1 was 306 days (1224 quarters)
    // before 0001-01-01; the other 3 quarters put a leap day at the end of the right centuries.
    const quarters = day * 4 + 1227;
    const century = (quarters / 146_097) | 0;
    const date = days[(quarters - century * 146_097) >> 2] as number;
    const minute = (second / 60) | 0;
    const high = (fraction / 1000) | 0;
    into[at] = four[century * 100 + (date >>> 16)] as number;
    into[at + 1] = 0x2d30302d | ((date & 0xf000) >>> 4) | ((date & 0xf00) << 8);
    into[at + 2] = 0x00543030 | ((date & 0xf0) >>> 4) | ((date & 0xf) << 8) | (minutes[2 * minute] as number);
    into[at + 3] = minutes[2 * minute + 1] as number;
    into[at + 4] = ofSeconds[second - minute * 60] as number;
    into[at + 5] = four[high] as number;
    into[at + 6] = ((four[fraction - high * 1000] as number) >>> 8) | 0x5a000000;
  };
}

const Z = 0x5a;

/**
 * Makes a function that writes instants to a buffer as the service does, with up to seven digits of the fraction. `seconds` are whole ones
 * since 0001-01-01T00:00:00Z, `fraction` are the ticks within the second.
 */
export function instantWriter(
  out: ByteWriter,
): (instant: { readonly seconds: number; readonly fraction: number; readonly digits: number }) => void {
  const writeIso = createIsoWriter();
  const words = new Int32Array(ISO_WORDS);
  return ({ seconds, fraction, digits }) => {
    writeIso(seconds, fraction, words, 0);
    out.room(4 * ISO_WORDS);
    const { bytes, view, length } = out;
    for (let at = 0; at < ISO_WORDS; at++) view.setInt32(length + 4 * at, words[at] as number, true);
    // Behind `yyyy-MM-ddTHH:mm:ss`, or behind the point and some digits.
    const end = length + (digits === 0 ? 19 : 20 + digits);
    bytes[end] = Z;
    out.length = end + 1;
  };
}

/** Days of a century that begins on March 1 and ends with a leap day; other centuries are a day shorter. */
const DAYS_PER_CENTURY = 36_525;
const MONTH_DAYS: readonly number[] = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * The dates of all days of a century that begins on March 1 of a year ending in 00. Each holds the years since then (0 .. 100) << 16, then
 * the two digits of the month and of the day, four bits each. Only every fourth century has the last entry.
 */
function centuryDays(): Int32Array {
  const days = new Int32Array(DAYS_PER_CENTURY);
  let [year, month, day] = [0, 3, 1];
  for (let index = 0; index < DAYS_PER_CENTURY; index++) {
    const monthDigits = (Math.floor(month / 10) << 4) | (month % 10);
    days[index] = (year << 16) | (monthDigits << 8) | (Math.floor(day / 10) << 4) | (day % 10);
    const isLeapDay = month === 2 && day === 28 && year % 4 === 0;
    const isLast = day >= (MONTH_DAYS[month] ?? 0) && !isLeapDay;
    day = isLast ? 1 : day + 1;
    if (isLast) month++;
    if (month === 13) [year, month] = [year + 1, 1];
  }
  return days;
}
