import { dumpedHex, listedBytes, listedKeys } from './secretDumps.ts';

/** Links are encoded more than once on their way; what is not plain after so many rounds was hidden on purpose. */
const MOST_ROUNDS = 8;
/** All forms of a text together hold at most so many times its characters, and a few for short ones; else it is not checked. */
const MOST_TIMES = 16;
const FEW_CHARS = 4096;

/** A text as one round of decoding leaves it. */
export interface PlainForm {
  readonly text: string;
  /** Without the line breaks, tabs and quote marks of a terminal or a mail, the joints of literals in code, and backslashes. */
  readonly joined: string;
  /** It was Base64 or hex: what precedes it may be other bytes. */
  readonly isInner: boolean;
}

/** `deep`: the text still changes after the last round. `long`: its forms hold more characters than are looked at. */
export type NoForm = 'deep' | 'long';

interface Task {
  readonly text: string;
  readonly round: number;
  readonly isInner: boolean;
  readonly escape: RegExp;
}

/**
 * The one decoder of what may hide a secret. The text in compatible characters (NFKC), without invisible ones; then what
 * each further round leaves: percent, HTML and XML entities, escapes of JSON and scripts, quoted-printable, Base64, Base32 and hex.
 * @yields each form once; the reason if some form is not looked at
 */
export function* plainForms(text: string): Generator<PlainForm | NoForm> {
  const most = MOST_TIMES * text.length + FEW_CHARS;
  const tasks: Task[] = [{ text: visible(text), round: 0, isInner: false, escape: SINGLE }];
  const seen = new Set<string>();
  let looked = 0;
  for (const task of tasks) {
    looked += task.text.length;
    if (looked > most) return yield 'long';
    const form = { text: task.text, joined: joined(task.text), isInner: task.isInner };
    yield form;
    for (const next of decodings(task, form)) {
      const key = `${next.escape === SINGLE}${next.text}`;
      if (seen.has(key)) continue;
      if (next.round > MOST_ROUNDS) return yield 'deep';
      seen.add(key);
      tasks.push(next);
    }
  }
}

function decodings(task: Task, { joined: whole }: PlainForm): readonly Task[] {
  const next: Task[] = [];
  const round = task.round + 1;
  // Apart from the other line breaks: the `=` at the end of a signature is its own.
  const unwrapped = task.text.replace(SOFT_LINE_END, '');
  if (unwrapped !== task.text) next.push({ ...task, text: unwrapped, round });
  // A name of a secret may be cut where two literals meet.
  const literal = task.round === 0 ? task.text.replace(LITERAL_JOINT, '') : task.text;
  if (literal !== task.text) next.push({ ...task, text: literal, round });
  const listed = task.text.replace(CHAR_LIST, charsOf);
  if (listed !== task.text) next.push({ ...task, text: visible(listed), round });
  // Marks that mean something else in most texts are a way of their own to read it. An `=` is behind every signature.
  if (/=3d|:003d|_x003d_/iu.test(task.text)) {
    const marked = task.text.replace(MARKED, (_, quoted, xml, key) => charOf(quoted ?? xml ?? key, 16, ''));
    next.push({ ...task, text: visible(marked), round });
  }
  const decoded = visible(decodeOnce(task.text, task.escape));
  if (decoded !== task.text) next.push({ ...task, text: decoded, round });
  // JSON within JSON doubles the backslash of an escape; else the first of two is a character of its own.
  if (task.escape === SINGLE && task.text.includes('\\\\')) {
    const other = visible(decodeOnce(task.text, DOUBLED));
    if (other !== task.text) next.push({ ...task, text: other, round, escape: DOUBLED });
  }
  const found = [...base64Texts(whole), ...base32Texts(whole), ...hexTexts(whole), ...dumpTexts(task.text)];
  // Joined by a mark that stays when lines are joined, so that two texts do not become one.
  const inner = [...new Set(found)].join(';');
  if (inner !== '') next.push({ text: visible(inner), round, isInner: true, escape: SINGLE });
  return next;
}

/** Characters that nobody sees, and controls other than white space. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|(?![\t\n\r])\p{Cc}/gu;
/** More combining marks on one letter than text has (UAX #15, Stream-Safe Text Format): sorting them takes time squared. */
const STACKED = /\p{M}{31,}/gu;
/** Capital I with a dot, small i without one: what changing the case of "sig" leaves in Turkish. */
const TURKISH_I = /[\u0130\u0131]\u0307?|[iI]\u0307/gu;

function visible(text: string): string {
  if (!/[^\t\n\r -~]/u.test(text)) return text;
  return text
    .replace(INVISIBLE, '')
    .replace(STACKED, '')
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(TURKISH_I, 'i');
}

/** Of quoted-printable text, as mails have it. */
const SOFT_LINE_END = /=\r?\n/gu;
/** ASCII in quoted-printable, in names of XML (`_x003D_`) and in keys of Azure metrics (`:003D`). */
const MARKED = /=([2-7][0-9a-f])|_x00([2-7][0-9a-f])_|:00([2-7][0-9a-f])/giu;
/** What joins two literals in code. */
const LITERAL_JOINT = /(["'\x60])\s{0,99}(?:[+&.]|\|\|)?[\s_]{0,99}\1/gu;
/** A list of single characters, as code writes it. */
const CHAR_LIST = /(?:(["'\x60])\\?.\1\s{0,9},\s{0,9}){19,}(["'\x60])\\?.\2/gu;
const LISTED_CHAR = /(["'\x60])\\?(.)\1/gu;
/** The line continuation of PowerShell (a backtick) or of cmd (`^`). */
const CONTINUED = /[\x60^](?=\r?\n)/gu;

function charsOf(list: string): string {
  return Array.from(list.matchAll(LISTED_CHAR), ([, , char]) => char).join('');
}

function joined(text: string): string {
  if (!/[\t\n\r\u2028\u2029\\"'\x60]/u.test(text)) return text;
  return text
    .replace(LITERAL_JOINT, '')
    .replace(CONTINUED, '')
    .replaceAll('\\', '')
    .replace(/[\s>]+/gu, (blank) => (/[\t\n\r\u2028\u2029]/u.test(blank) ? '' : blank));
}

/** One byte as ASCII, or a whole character of UTF-8: a malformed sequence hides nothing beside it. */
const PERCENT =
  /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/giu;
const DOUBLED =
  /\\\\?(?:u([0-9a-f]{4})|[ux]\{0{0,99}([0-9a-f]{1,6})\}|x([0-9a-f]{2})|(["'/]))|%u([0-9a-f]{4})/giu;
const SINGLE =
  /\\(?:u([0-9a-f]{4})|[ux]\{0{0,99}([0-9a-f]{1,6})\}|x([0-9a-f]{2})|(["'/]))|%u([0-9a-f]{4})/giu;
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
  if (!/[%&\\]/u.test(text)) return text;
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

/** Shortest run of Base64 or hex that is looked into: a `sig=` with what would follow it. */
const FEWEST_DIGITS = 20;
/** Shortest text found in bytes; in random ones so many readable characters follow each other once in 3000 places. */
const FEWEST_READABLE = 8;
const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** A form turns the digit `+` into a blank. */
const DIGITS: ReadonlyMap<number, number> = new Map(
  Array.from(`${BASE64_DIGITS}-_ `, (char, at) => [char.charCodeAt(0), [62, 63, 62][at - 64] ?? at]),
);
const SIX_BITS = Uint8Array.from({ length: 128 }, (_, code) => DIGITS.get(code) ?? 255);

/**
 * Texts in runs of Base64, read from each of their first four characters on: where one begins is not known. Bytes between
 * them are left out, and zeros too, as UTF-16 has them.
 */
export function base64Texts(plain: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < plain.length; at += 1) {
    const from = at;
    while ((SIX_BITS[plain.charCodeAt(at)] ?? 255) < 64) at += 1;
    if (at - from < FEWEST_DIGITS) continue;
    for (let first = from; first < from + 4; first += 1) readBase64(plain, first, at, found);
  }
  return found;
}

function readBase64(plain: string, from: number, to: number, found: string[]): void {
  const bytes = new Uint8Array(((to - from) * 3) >> 2);
  let bits = 0;
  let count = 0;
  for (let at = from, byte = 0; at < to; at += 1) {
    bits = ((bits << 6) | (SIX_BITS[plain.charCodeAt(at)] ?? 0)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[byte] = bits >> count;
    byte += 1;
  }
  readableIn(bytes, found);
}

const BASE32_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE32_RUN = /[A-Z2-7]{32,}/gu;

/** Texts in runs of Base32 (RFC 4648). */
function base32Texts(plain: string): readonly string[] {
  const found: string[] = [];
  for (const [run] of plain.matchAll(BASE32_RUN)) {
    const bits = Array.from(run, (digit) => BASE32_DIGITS.indexOf(digit).toString(2).padStart(5, '0')).join(
      '',
    );
    readableIn(
      Uint8Array.from(bits.match(/.{8}/gu) ?? [], (byte) => Number.parseInt(byte, 2)),
      found,
    );
  }
  return found;
}

/** Of 64 bytes. */
const KEY_HEX_DIGITS = 128;
const HEX_RUN = /[0-9a-f]+/giu;
/** Bytes as a hex dump writes them. */
const HEX_PAIRS = /(?<![0-9a-f])(?:[0-9a-f]{2}[ :.,;|_-]){19,}[0-9a-f]{2}(?![0-9a-f])/giu;

/** Texts in runs of hex digits. */
function hexTexts(plain: string): readonly string[] {
  const found: string[] = [];
  const packed = plain.replace(HEX_PAIRS, (pairs) => pairs.replace(/[ :.,;|_-]/gu, ''));
  for (const [run] of packed.matchAll(HEX_RUN)) {
    if (run.length >= 2 * FEWEST_DIGITS) readableIn(bytesOf(run), found);
  }
  return found;
}

/** Texts in a hex dump or a list of bytes, and the digits of a dump where they are as many as an account key has. */
function dumpTexts(plain: string): readonly string[] {
  const found: string[] = [];
  for (const digits of dumpedHex(plain)) {
    if (digits.length === KEY_HEX_DIGITS) found.push(digits);
    readableIn(bytesOf(digits), found);
  }
  for (const bytes of listedBytes(plain, FEWEST_DIGITS)) readableIn(bytes, found);
  found.push(...listedKeys(plain));
  return found;
}

function bytesOf(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length >> 1 }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  );
}

/** Adds the stretches of ASCII and UTF-8 that are long enough to be a text. */
function readableIn(bytes: Uint8Array, found: string[]): void {
  let text = '';
  let count = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    if (bytes[at] === 0) continue;
    const length = charLength(bytes, at);
    if (length > 0) {
      for (const byte of bytes.subarray(at, at + length)) {
        text += length === 1 ? String.fromCharCode(byte) : `%${byte.toString(16)}`;
      }
      count += 1;
      at += length - 1;
      continue;
    }
    if (count >= FEWEST_READABLE) found.push(text);
    text = '';
    count = 0;
  }
}

/** By the first four bits of the first byte. */
const UTF8_LENGTHS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 3, 4];

function isAsciiText(byte: number): boolean {
  return (byte >= 32 && byte < 127) || (byte >= 9 && byte <= 13);
}

/** Bytes of the character that begins here; 0 for none that a text has. */
function charLength(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte < 128) return isAsciiText(byte) ? 1 : 0;
  const length = UTF8_LENGTHS[byte >> 4] ?? 0;
  for (let more = 1; more < length; more += 1) if (((bytes[at + more] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}
