/** Takes a secret out of a text. */
export type Scrub = (text: string) => string;

export const SECRET_MARK = '[redacted]';

/**
 * So many characters of a signature in a row are taken for it, however each is written: enough that no other text holds
 * them, few enough that neither a cut through it nor an escape of its `+`, `/` and `=` hides it.
 */
const TELLING_CHARS = 10;

/** Longest text that is looked through; what is beyond is cut off, with a mark. */
const MAX_REDACTED_CHARS = 16_384;

/**
 * What takes a signature out of texts that came from outside, without any name before it: bare, percent-encoded (once and
 * twice, as sent and not), in base64 at whatever place of the encoded whole, and with JSON or HTML escapes.
 * `sent`: the signature as it stands in the address. Holds the signature.
 */
export function createScrub(sent: string): Scrub {
  const pieces = piecesOf(sent);
  return (text) => {
    const bounded = boundText(text);
    const isSecret = new Uint8Array(bounded.length);
    for (const [length, known] of pieces) {
      for (let at = 0; at + length <= bounded.length; at += 1) {
        if (known.has(bounded.slice(at, at + length))) isSecret.fill(1, at, at + length);
      }
    }
    let clean = '';
    let at = 0;
    while (at < bounded.length) {
      const next = isSecret.indexOf(1, at);
      if (next < 0) break;
      clean += `${bounded.slice(at, next)}${SECRET_MARK}`;
      const end = isSecret.indexOf(0, next);
      at = end < 0 ? bounded.length : end;
    }
    return clean + bounded.slice(at);
  };
}

/** The parts that tell, by their length in characters. */
function piecesOf(sent: string): ReadonlyMap<number, ReadonlySet<string>> {
  const bare = decodeURIComponent(sent);
  const pieces = new Map<number, Set<string>>();
  for (const form of formsOf(sent, bare)) {
    const length = Math.ceil((TELLING_CHARS * form.length) / Math.max(1, bare.length));
    const known = pieces.get(length) ?? new Set();
    pieces.set(length, known);
    for (let at = 0; at + length <= form.length; at += 1) known.add(form.slice(at, at + length));
  }
  pieces.delete(0);
  return pieces;
}

export function boundText(text: string): string {
  return text.length > MAX_REDACTED_CHARS ? `${text.slice(0, MAX_REDACTED_CHARS)} [cut]` : text;
}

function formsOf(sent: string, bare: string): readonly string[] {
  const once = encodeURIComponent(bare);
  const plain = [bare, sent, once, encodeURIComponent(sent), encodeURIComponent(once)];
  const lower = [once, encodeURIComponent(once)].map((form) =>
    form.replace(/%[0-9A-F]{2}/gu, (escape) => escape.toLowerCase()),
  );
  return [...plain, ...lower, ...[bare, once].flatMap(base64Forms), ...escapedForms(bare)];
}

/** The signature in base64 of a longer text: its first byte is the first, second or third of a group. */
function base64Forms(text: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = btoa(' '.repeat(before) + text).replace(/=+$/u, '');
    // What shares a group with the neighbours depends on them.
    const form = whole.slice(before === 0 ? 0 : before + 1, -1);
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Marks, or all characters, as JSON and HTML may write them. */
function escapedForms(bare: string): readonly string[] {
  const hex = (unit: string): string => unit.charCodeAt(0).toString(16);
  const ways: readonly ((unit: string) => string)[] = [
    (unit) => (unit === '/' ? '\\/' : unit),
    (unit) => `\\u00${hex(unit)}`,
    (unit) => `\\u00${hex(unit).toUpperCase()}`,
    (unit) => `&#${unit.charCodeAt(0)};`,
    (unit) => `&#x${hex(unit)};`,
    (unit) => `&#x${hex(unit).toUpperCase()};`,
  ];
  return ways.flatMap((way) => [bare.replace(/[+/=]/gu, way), bare.replace(/./gsu, way)]);
}
