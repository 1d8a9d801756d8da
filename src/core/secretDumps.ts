/** Bytes as a dump writes them: single ones, with one blank between them, or two in the middle of a line (`hexdump -C`). */
const BYTES = /(?<![0-9a-f])[0-9a-f]{2}(?:[ \t:-][0-9a-f]{2})*(?![0-9a-f])/giu;
const SPACED_BYTES = /(?<![0-9a-f])[0-9a-f]{2}(?:[ \t]{1,2}[0-9a-f]{2})*(?![0-9a-f])/giu;
/** Words of two to eight bytes (`xxd`, `od -x`). The last may be shorter. */
const WORDS =
  /(?<![0-9a-f])(?:(?:[0-9a-f]{2}){2,8}(?:[ \t](?:[0-9a-f]{2}){2,8})*(?:[ \t][0-9a-f]{2})?|[0-9a-f]{2})(?![0-9a-f])/giu;
/** What a line of a dump begins with. A number behind others is none. */
const OFFSET = /(?<![0-9a-f][ \t]{1,3}[0-9a-f]{0,16})[0-9a-f]{6,16}:?[ \t]{1,3}$/iu;
const OFFSET_CHARS = 40;
/** An offset right behind the last bytes of the line before. */
const GLUED = /(?<=[ \t](?:[0-9a-f]{2}){1,2})(?:0{3}[0-7]{4}|0{3}[0-9a-f]{3}|0{4}[0-9a-f]{4})(?=:?[ \t])/giu;
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
    const isBehindOffset = OFFSET.test(text.slice(Math.max(0, index - OFFSET_CHARS), index));
    const groups = run.split(/[ \t:-]+/u);
    const [first = '', second = first] = groups;
    // An offset with one blank behind it.
    if (!isBehindOffset && first.length >= FEWEST_OFFSET_DIGITS && first.length > second.length)
      groups.shift();
    if (isBehindOffset || groups.length >= fewest) digits += groups.join('');
  }
  return digits;
}
