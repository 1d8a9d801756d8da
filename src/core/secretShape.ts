/** Kinds of the digits of Base64; 0: any other character. */
const UPPER = 1;
const LOWER = 2;
const NUMBER = 3;
const MARK = 4;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[A-Z]/u.test(char)) return UPPER;
  if (/[a-z]/u.test(char)) return LOWER;
  if (/\d/u.test(char)) return NUMBER;
  return /[+/_-]/u.test(char) ? MARK : 0;
});

function kindAt(text: string, at: number): number {
  return KINDS[text.charCodeAt(at)] ?? 0;
}

/**
 * The first dot of a JSON Web Token (RFC 7519), such as an access token of Microsoft Entra: it is between header and
 * claims, which begin with `{"` in Base64. From the dot on, so that a text of many beginnings takes no time squared.
 */
export const TOKEN_DOT = /\.(?=eyJ[\w-]{8})(?<=eyJ[\w-]{8,400}\.)/u;
/** The whole token, with its signature if it has one. */
export const WEB_TOKENS = /(?<![\w-])eyJ[\w-]{8,400}\.eyJ[\w-]{8,}(?:\.[\w-]*)?/gu;

/** 32 bytes in Base64 without padding; 64 bytes have 86 characters, and contain as many twice. */
const DIGITS = 43;
/** With one `=`: the last digit holds four bits of the 32 bytes. With two, after 64 bytes: two bits. */
const LAST_OF_32 = /[AEIMQUYcgkosw048]/u;
const LAST_OF_64 = /[AQgw]/u;
/** A SHA-512 in hex has this form too. */
const ACCOUNT_KEY_IN_HEX = /(?<![\w+/-])(?:0x)?[0-9a-f]{128}(?![\w+/=-])/iu;

/** Whether a text holds 32 or 64 bytes in Base64, or 64 in hex. `joined`: the same text without line breaks. */
export function hasSecretShape(text: string, joined: string): boolean {
  if (hasShapeIn(text, false)) return true;
  if (joined !== text && hasShapeIn(joined, true)) return true;
  // A form turns `+` into a blank, and a field may cut it off in front.
  return hasShapeIn(`++${joined.replaceAll(' ', '+')}`, true) || ACCOUNT_KEY_IN_HEX.test(text);
}

/** `isPieced`: the text was put together from pieces, so its runs say less. */
function hasShapeIn(text: string, isPieced: boolean): boolean {
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && kindAt(text, at) > 0) continue;
    if (at - from >= DIGITS && isShapedRun(text, from, at, isPieced)) return true;
    from = at + 1;
  }
  return false;
}

function isShapedRun(text: string, from: number, to: number, isPieced: boolean): boolean {
  if (isPadded(text, from, to, isPieced)) return true;
  const length = to - from;
  const isWhole = [43, 44, 86, 88].includes(length);
  if (isWhole && isRandom(text, from, isPieced ? PIECED : WHOLE)) return true;
  if (isPieced) return false;
  // One behind or before other digits: only where a separator, or the end of the run, ends it.
  for (let at = from; at + DIGITS <= to; at += 1) {
    const isStart = at === from || kindAt(text, at - 1) === MARK;
    const isEnd = at + DIGITS === to || kindAt(text, at + DIGITS) === MARK;
    if ((isStart || isEnd) && isRandom(text, at, PART)) return true;
  }
  return false;
}

function isPadded(text: string, from: number, to: number, isPieced: boolean): boolean {
  if (text.charAt(to) !== '=') return false;
  const isTwice = text.charAt(to + 1) === '=';
  if (isTwice && to - from < 86) return false;
  if (!(isTwice ? LAST_OF_64 : LAST_OF_32).test(text.charAt(to - 1))) return false;
  const isLast = kindAt(text, to + (isTwice ? 2 : 1)) === 0;
  return (isLast && !isPieced) || isRandom(text, to - DIGITS, WHOLE);
}

/**
 * Fewest words in 43 digits that are taken for random: with digits of numbers among them, and without. Random ones have
 * 20, with a deviation of 3; names have words of four letters and more.
 */
const WHOLE = [9, 12] as const;
const PART = [10, 12] as const;
const PIECED = [15, 16] as const;
/** Fewest capital and small letters. */
const FEWEST_LETTERS = 4;
/** GUIDs, digests in hex, times and escapes of XML names (`_x003D_`): fewer than one in a million random Base64 texts holds one. */
const NO_BASE64 =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){2,3}-[0-9a-f]{0,12}|[0-9A-F]{8}(?:-[0-9A-F]{4}){2,3}-[0-9A-F]{0,12}|[0-9a-f]{16,}|[0-9A-F]{16,}|\d{10,}|_x00[0-9A-F]{2}_/gu;
/** As far as one of them that overlaps the digits is looked for: the length of a GUID. */
const AROUND = 36;

function holdsOther(text: string, from: number, to: number): boolean {
  const start = Math.max(0, from - AROUND);
  for (const { 0: other, index } of text.slice(start, to + AROUND).matchAll(NO_BASE64)) {
    if (start + index < to && start + index + other.length > from) return true;
  }
  return false;
}

function isRandom(text: string, from: number, [withNumbers, without]: readonly [number, number]): boolean {
  const { words, counts } = wordsIn(text, from, from + DIGITS);
  const fewest = (counts[NUMBER] ?? 0) > 0 ? withNumbers : without;
  if ((words < fewest && !isMixed(words, counts)) || !hasLetters(counts, FEWEST_LETTERS)) return false;
  return !holdsOther(text, from, from + DIGITS);
}

/** Long runs of capital letters make few words; names have not so many of both kinds without separators. */
function isMixed(words: number, counts: Uint16Array): boolean {
  return words >= 7 && hasLetters(counts, 12) && (counts[MARK] ?? 0) <= 4;
}

function hasLetters(counts: Uint16Array, fewest: number): boolean {
  return (counts[UPPER] ?? 0) >= fewest && (counts[LOWER] ?? 0) >= fewest;
}

/** Words, as a name in capitals and small letters has them, and the characters of each kind. */
function wordsIn(
  text: string,
  from: number,
  to: number,
): { readonly words: number; readonly counts: Uint16Array } {
  const counts = new Uint16Array(5);
  let words = 0;
  let before = 0;
  for (let at = from; at < to; at += 1) {
    const kind = kindAt(text, at);
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (kind !== before && kind !== MARK && !(kind === LOWER && before === UPPER)) words += 1;
    before = kind;
  }
  return { words, counts };
}

/** Shortest value behind `sig=` that is taken for a signature, also for one that was cut off. */
const FEWEST_DIGITS = 20;
/** A word in random digits has two characters, in names four and more. */
const MOST_WORD_CHARS = 3.2;

/** Whether a value behind the name of a secret is one: digits of Base64 that are neither words nor a number. */
export function isSecretValue(value: string): boolean {
  const digits = value.replace(/=+$/u, '').replaceAll(' ', '+');
  if (digits.length < FEWEST_DIGITS) return false;
  if (digits.length >= DIGITS && value.endsWith('=') && !value.includes(' ')) return true;
  const short = digits.slice(0, DIGITS);
  const { words, counts } = wordsIn(short, 0, short.length);
  return (
    words * MOST_WORD_CHARS >= short.length && hasLetters(counts, 2) && !holdsOther(short, 0, short.length)
  );
}
