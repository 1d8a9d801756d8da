/** Bytes as a dump writes them: single ones, with one blank between them, or two in the middle of a line (`hexdump -C`). */
const BYTES = /(?<![0-9a-f])[0-9a-f]{2}(?:[ \t:-][0-9a-f]{2})*(?![0-9a-f])/giu;
const SPACED_BYTES = /(?<![0-9a-f])[0-9a-f]{2}(?:[ \t]{1,2}[0-9a-f]{2})*(?![0-9a-f])/giu;
/** Words of two to eight bytes (`xxd`, `od -x`). The last may be shorter. */
const WORDS =
  /(?<![0-9a-f])(?:(?:[0-9a-f]{2}){2,8}(?:[ \t](?:[0-9a-f]{2}){2,8})*(?:[ \t][0-9a-f]{2})?|[0-9a-f]{2})(?![0-9a-f])/giu;
/** What a line of a dump begins with. A number behind others is none. */
const OFFSET = /(?<![0-9a-f][ \t]{1,3}[0-9a-f]{0,16})[0-9a-f]{6,16}:?[ \t]{1,3}$/iu;
const OFFSET_CHARS = 40;
const BLANK = /[ \t]/u;
/** An offset right behind the last bytes or word of the line before. */
const GLUED =
  /(?<=[ \t](?:(?:[0-9a-f]{2}){1,2}|[0-9a-f]{8}|[0-9a-f]{16}))(?:0{3}[0-7]{4}|0{3}[0-9a-f]{3}|0{4}[0-9a-f]{4})(?=:?[ \t]|$)/giu;
const FEWEST_OFFSET_DIGITS = 6;
/** Fewer numbers in a row, without an offset before them, are no dump. */
const FEWEST_BYTES = 4;
const FEWEST_WORDS = 3;

/**
 * The bytes of a hex dump in the text, as hex digits in one run, once for each way to read it: the text beside the bytes may look
 * like more of them, and words may have their bytes swapped. Line breaks may be missing, since a field drops them.
 */
export function dumpedHex(text: string): readonly string[] {
  const lines = text.replace(GLUED, '\n$&');
  const words = dumped(lines, WORDS, FEWEST_WORDS);
  const found = [
    dumped(lines, BYTES, FEWEST_BYTES),
    dumped(lines, SPACED_BYTES, FEWEST_BYTES),
    words,
    words.replace(/(..)(..)/gu, '$2$1'),
  ];
  return [...new Set(found)].filter((digits) => digits !== '');
}

function dumped(text: string, runs: RegExp, fewest: number): string {
  let digits = '';
  for (const { 0: run, index } of text.matchAll(runs)) {
    const before = text.slice(Math.max(0, index - OFFSET_CHARS), index);
    const isBehindOffset = BLANK.test(text.charAt(index - 1)) && OFFSET.test(before);
    const groups = run.split(/[ \t:-]+/u);
    const [first = '', second = first] = groups;
    // An offset with one blank behind it.
    if (!isBehindOffset && first.length >= FEWEST_OFFSET_DIGITS && first.length > second.length)
      groups.shift();
    if (!isBehindOffset && groups.length < fewest) continue;
    digits += (OD_OFFSET.test(before) ? groups.map(lowFirst) : groups).join('');
  }
  return digits;
}

/** What a line of `od` begins with: its words of four and eight bytes have the low byte first. */
const OD_OFFSET = /(?<![0-9a-f])0[0-7]{6}[ \t]{1,3}$/iu;

function lowFirst(word: string): string {
  return word.length < 8 ? word : (word.match(/../gu) ?? []).toReversed().join('');
}

/** Values of bytes as code and tools write them, with any mark between them; `0b`, `0o`, `0x`, `&H` and suffixes of types included. */
const VALUES: readonly (readonly [radix: number, values: RegExp])[] = [
  [16, /(?:\\x|(?<![0-9a-z])(?:0x|&h|u\+00|_x00)?0?)([0-9a-f]{2})[h_]?(?![0-9a-z])/giu],
  [16, /(?<!\w)0x([0-9a-f]{1,2})(?!\w)/giu],
  [10, /(?<![0-9a-z])(\d{1,3})(?:u8|uy|l)?(?![0-9a-z])/giu],
  [10, /(?<![\w.-])(-?\d{1,3})(?![\w.])/gu],
  // A typed array as JSON has an index before each value.
  [10, /"\d{1,5}"\s{0,3}:\s{0,3}(\d{1,3})(?![\w.])/gu],
  [8, /(?<!\w)(?:0o?)?([0-3]?[0-7]{2})(?!\w)/giu],
  [2, /(?<!\w)(?:0b)?([01]{6,8})(?![\w:])/giu],
];
/** The same without anything between them. */
const GLUED_VALUES: readonly (readonly [radix: number, width: number, run: RegExp])[] = [
  [10, 3, /(?<!\d)(?:[01]\d\d|2[0-4]\d|25[0-5]){20,}(?!\d)/gu],
  [2, 8, /(?<!\d)(?:[01]{8}){20,}(?!\d)/gu],
];
/** An offset of `od` right behind the last value, or character, of the line before. */
const GLUED_OFFSET = /(?<=[ \t][0-7]{3}| {3}\S)0[0-7]{6}(?=[ \t]|$)/gu;
/** Characters as `od -c` has them. */
const CHARS = /(?<= {3})\S(?!\S)/gu;
/** No text: a list with such a number is another one there. */
const NO_CHAR = 1;

/** The bytes of lists of their values in the text, in each way to read it; from the fewest values on that may hold a secret. */
export function listedBytes(text: string, fewest: number): readonly Uint8Array[] {
  const lines = text.replace(GLUED_OFFSET, '\n$&');
  const lists = VALUES.map(([radix, values]) =>
    Array.from(lines.matchAll(values), ([, digits = '']) => byteOf(digits, radix)),
  );
  const glued = GLUED_VALUES.flatMap(([radix, width, run]) =>
    Array.from(lines.matchAll(run), ([digits]) =>
      Array.from({ length: digits.length / width }, (_, at) =>
        Number.parseInt(digits.slice(width * at, width * (at + 1)), radix),
      ),
    ),
  );
  const chars = Array.from(lines.matchAll(CHARS), ([char]) => char.charCodeAt(0));
  return [...lists, ...glued, ...wordLists(lines), chars]
    .filter(({ length }) => length >= fewest)
    .map((list) => Uint8Array.from(list));
}

function isByte(digits: string, radix: number): boolean {
  const value = Number.parseInt(digits, radix);
  return value <= 255 && value >= -128;
}

/** A byte, which Java writes with a sign. */
function byteOf(digits: string, radix: number): number {
  return isByte(digits, radix) ? Number.parseInt(digits, radix) & 255 : NO_CHAR;
}

/** Words of four bytes as numbers (CryptoJS), and of two, four and eight in hex (debuggers). */
const NUMBERS = /(?<![\w.-])-?\d{6,10}(?![\w.])/gu;
const HEX_WORDS = /(?<!\w)0x((?:[0-9a-f]{4}){1,4})(?!\w)/giu;

function wordLists(text: string): readonly (readonly number[])[] {
  const numbers = Array.from(text.matchAll(NUMBERS), ([word]) => {
    const value = Number(word) >>> 0;
    return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  });
  const words = Array.from(text.matchAll(HEX_WORDS), ([, word = '']) =>
    (word.match(/../gu) ?? []).map((pair) => Number.parseInt(pair, 16)),
  );
  return [numbers.flat(), words.flat(), words.flatMap((word) => word.toReversed())];
}

/** Bytes of an account key. */
const KEY_BYTES = 64;

/** Account keys written as lists of 64 byte values with the same mark between all of them. Returned as hex digits. */
export function listedKeys(text: string): readonly string[] {
  return VALUES.flatMap(([radix, values]) =>
    evenRuns(text, radix, values)
      .filter(isLikeKey)
      .map((run) => run.map((byte) => byte.toString(16).padStart(2, '0')).join('')),
  );
}

/** Runs of values with the same mark between all. The last value of one run can be the first of the next: `byte[64] { 12, 34`. */
function evenRuns(text: string, radix: number, values: RegExp): readonly (readonly number[])[] {
  const runs: number[][] = [];
  let run: number[] = [];
  let end = 0;
  let mark: string | undefined;
  for (const { 0: whole, 1: digits = '', index } of text.matchAll(values)) {
    const between = text.slice(Math.max(end, index - MARK_CHARS), index).replace(/\s+/gu, '');
    if (mark !== undefined && between !== mark) {
      runs.push(run);
      run = run.slice(-1);
    }
    if (run.length > 0) mark = between;
    run.push(isByte(digits, radix) ? byteOf(digits, radix) : Number.NaN);
    end = index + whole.length;
  }
  runs.push(run);
  return runs;
}

/** Longest mark between two values, such as `, (byte) `. */
const MARK_CHARS = 12;

/** Whether bytes can be an account key: 64 of them, neither sorted nor all small, nor decimal numbers read as hex. */
function isLikeKey(bytes: readonly number[]): boolean {
  if (bytes.length !== KEY_BYTES || bytes.some(Number.isNaN)) return false;
  if (bytes.every((byte) => byte % 16 < 10 && byte < 160)) return false;
  const high = bytes.filter((byte) => byte > 127).length;
  const falls = bytes.filter((byte, at) => at > 0 && byte < (bytes[at - 1] ?? 0)).length;
  return new Set(bytes).size >= 44 && high >= 16 && high <= 48 && falls >= 18 && falls <= 45;
}
