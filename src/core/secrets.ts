/**
 * What a text looks like. `named`: a credential by its name, such as `sig=` or `AccountKey`, or a signature that is known.
 * `shape`: only by its form, as a bare signature or account key is; every SHA-256 in Base64 has that form too.
 */
export type SecretLook = 'named' | 'shape';

/** Links are encoded more than once on their way; what is not plain after so many rounds was hidden on purpose. */
const MOST_ROUNDS = 8;

/**
 * Whether a text is, or may hold, a credential, however it is written: the one rule for addresses, links, storage and
 * names of files. `isKnown` recognises a signature that is in use; it is asked about every decoded form of the text.
 */
export function secretLook(text: string, isKnown?: (plain: string) => boolean): SecretLook | undefined {
  let look: SecretLook | undefined;
  for (const plain of plainForms(text)) {
    if (plain === undefined) {
      look ??= 'shape';
      continue;
    }
    if (NAMED.test(plain.replace(BETWEEN, '')) || isKnown?.(plain) === true) return 'named';
    for (const hidden of base64Texts(plain)) {
      if (/sig[=%]/iu.test(hidden) || isKnown?.(hidden) === true) return 'named';
    }
    look ??= hasSecretShape(plain) || hasSecretShape(unbroken(plain)) ? 'shape' : undefined;
  }
  return look;
}

/**
 * The text in compatible characters (NFKC), without invisible ones, and then as each further round of decoding leaves it.
 * @yields one text a round; undefined for a text that still changes after the last round
 */
export function* plainForms(text: string): Generator<string | undefined> {
  const first = visible(text);
  let isDoubled = first.includes('\\\\');
  yield first;
  for (const plain of decodings(first, SINGLE)) {
    isDoubled ||= plain?.includes('\\\\') === true;
    yield plain;
  }
  // JSON within JSON doubles the backslash of an escape; else the first of two is a character of its own.
  if (isDoubled) yield* decodings(first, DOUBLED);
}

function* decodings(first: string, escape: RegExp): Generator<string | undefined> {
  let current = first;
  for (let round = 0; round <= MOST_ROUNDS; round += 1) {
    const decoded = visible(decodeOnce(current, escape));
    if (decoded === current) return;
    yield round < MOST_ROUNDS ? decoded : undefined;
    current = decoded;
  }
}

/** Names of values that are secret, in a text without `BETWEEN`. */
const NAMED = /sig[:=>]|sharedaccess(?:signature|key)|accountkey/iu;
/** What JSON, XML, a form or a broken line may put between a name and its value, or into a name. */
const BETWEEN = /[\s"'`\\+]+/gu;
/** Characters that nobody sees, and controls other than white space. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|(?![\t\n\r])\p{Cc}/gu;

/** More combining marks on one letter than text has (UAX #15, Stream-Safe Text Format): sorting them takes time squared. */
const STACKED = /\p{M}{31,}/gu;

function visible(text: string): string {
  return text.replace(INVISIBLE, '').replace(STACKED, '').normalize('NFKC').replace(INVISIBLE, '');
}

/** 32 or 64 bytes in Base64, padded; also right behind other characters of Base64. */
const PADDED = /(?<=[\w+/-]{43})=/u;
/** The same without padding (the last character holds fewer bits), or as many characters as with it. */
const UNPADDED =
  /(?<![\w+/-])(?:[\w+/-]{42}[AEIMQUYcgkosw048]|[\w+/-]{85}[AQgw]|[A-Za-z0-9+/]{44}|[A-Za-z0-9+/]{88})(?![\w+/=-])/gu;
const GUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/iu;

function hasSecretShape(plain: string): boolean {
  if (PADDED.test(plain)) return true;
  for (const [run] of plain.matchAll(UNPADDED)) if (isRandom(run) && !GUID.test(run)) return true;
  return false;
}

/** Without the line breaks of a terminal and their blanks, and without the backslash that a doubled escape leaves. */
function unbroken(plain: string): string {
  return plain
    .replaceAll('\\', '')
    .split(/[\r\n]+/u)
    .map((line) => line.trim())
    .join('');
}

/** Random Base64 has all three kinds and changes between them some 27 times in 43 characters; names do not. */
const FEWEST_CHANGES = 12;

function isRandom(run: string): boolean {
  const classes = run.replace(/[A-Z]/gu, 'A').replace(/[a-z]/gu, 'a').replace(/[0-9]/gu, '0');
  let changes = 0;
  for (let at = 1; at < classes.length; at += 1) if (classes[at] !== classes[at - 1]) changes += 1;
  return changes >= FEWEST_CHANGES && ['A', 'a', '0'].every((kind) => classes.includes(kind));
}

/** One byte as ASCII, or a whole character of UTF-8: a malformed sequence hides nothing beside it. */
const PERCENT =
  /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/giu;
const DOUBLED = /\\\\?(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|(["'/]))|%u([0-9a-f]{4})/giu;
const SINGLE = /\\(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|(["'/]))|%u([0-9a-f]{4})/giu;
const ENTITY = /&#(?:x0{0,9}([0-9a-f]{1,6})|0{0,9}(\d{1,7}))(?:;|(?![\w&#%\\]))|&([a-z]{2,7});?/giu;
const ENTITY_NAMES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['equals', '='],
  ['colon', ':'],
  ['percnt', '%'],
  ['plus', '+'],
  ['sol', '/'],
  ['quot', '"'],
  ['apos', "'"],
  ['lt', '<'],
  ['gt', '>'],
  ['shy', ''],
  ['zwj', ''],
  ['zwnj', ''],
]);

/** Takes one layer of each encoding off: percent, JSON and scripts, HTML and XML. */
function decodeOnce(text: string, escape: RegExp): string {
  return text
    .replace(
      escape,
      (whole, unit, point, byte, mark, old) => mark ?? charOf(unit ?? point ?? byte ?? old, 16, whole),
    )
    .replace(PERCENT, decodePercent)
    .replace(ENTITY, (whole, hex, decimal, name) =>
      name === undefined
        ? charOf(hex ?? decimal, hex === undefined ? 10 : 16, whole)
        : (ENTITY_NAMES.get(name.toLowerCase()) ?? whole),
    );
}

function decodePercent(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped; // no UTF-8: an overlong form, half of a surrogate pair
  }
}

function charOf(digits: string, radix: number, otherwise: string): string {
  const point = Number.parseInt(digits, radix);
  return point <= 0x10ffff ? String.fromCodePoint(point) : otherwise;
}

/** Shortest run of Base64 that is looked into: a `sig=` with what would follow it. */
const BASE64_RUN = /[\w+/-]{20,}/gu;
const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * What runs of Base64 stand for, read from each of their first four characters on: where one begins is not known.
 * @yields bytes as Latin-1
 */
export function* base64Texts(plain: string): Generator<string> {
  for (const [run] of plain.matchAll(BASE64_RUN)) {
    for (let from = 0; from < 4; from += 1) yield readBase64(run, from);
  }
}

/** Bytes as Latin-1. A rest of fewer than four characters is left out. */
function readBase64(run: string, from: number): string {
  const bytes: string[] = [];
  for (let at = from; at + 4 <= run.length; at += 4) {
    let group = 0;
    for (let place = 0; place < 4; place += 1) group = group * 64 + digitOf(run.charAt(at + place));
    bytes.push(String.fromCharCode(group >> 16, (group >> 8) & 255, group & 255));
  }
  return bytes.join('');
}

function digitOf(char: string): number {
  if (char === '-') return 62;
  if (char === '_') return 63;
  return BASE64_DIGITS.indexOf(char);
}
