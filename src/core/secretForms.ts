import { decodedOrSame, PERCENT_ESCAPE } from './percentText.ts';

/** Links and logs encode a text more than once on its way. */
const MOST_ROUNDS = 3;
/** Where a terminal or a mail, which quotes it with `>`, broke a long text into lines. Only whole runs: a part would be looked at anew. */
const WRAPPED = /(?<![\w+/%=.-])([\w+/%=.-]{8,})\s*[\r\n][\s>]*(?=[\w+/%=.-])/g;
/** Shortest run of Base64 that is decoded: a `sig=` with what would follow it. */
const BASE64_RUN = /[\w+/-]{20,}/g;

/**
 * A text, and what it says without its encodings: percent encoding (up to three times), the escapes of JSON, `&amp;`, line breaks, and
 * Base64 once. Whoever looks for a secret looks in each of these. It guards against accidents, not against somebody who hides a secret on
 * purpose in a text that is already theirs.
 */
export function plainForms(text: string): readonly string[] {
  const forms = new Set([text]);
  let form = text;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    form = decodeOnce(form);
    forms.add(form);
  }
  for (const each of forms) forms.add(each.replace(WRAPPED, '$1'));
  for (const each of Array.from(forms)) {
    const inner = base64Texts(each).join('\n');
    if (inner !== '') forms.add(inner).add(decodeOnce(inner));
  }
  return [...forms];
}

/** Takes one layer of percent encoding, JSON escapes and HTML entities off. */
function decodeOnce(text: string): string {
  return text
    .replace(PERCENT_ESCAPE, decodedOrSame)
    .replace(/\\u([0-9a-f]{4})/gi, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)))
    .replace(/\\(["'/])/g, '$1')
    .replace(/&#(?:x([0-9a-f]{1,4})|(\d{1,5}));/gi, (_, hex?: string, decimal?: string) =>
      String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/&amp;/gi, '&');
}

/** The ASCII in runs of Base64. Where a text begins in a run is not known, so each is read from four characters on. */
export function base64Texts(text: string): readonly string[] {
  return [...text.matchAll(BASE64_RUN)].flatMap(([run]) =>
    [0, 1, 2, 3].flatMap((from) => {
      // UTF-16, as PowerShell encodes it, has a zero after each character.
      const text = bytesOf(run.slice(from)).replaceAll('\0', '');
      return text.match(/[ -~]{8,}/g) ?? [];
    }),
  );
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of a run of Base64, each as one character. */
function bytesOf(run: string): string {
  let bytes = '';
  let bits = 0;
  for (let at = 0; at < run.length; at += 1) {
    const digit = DIGITS.indexOf(run.charAt(at).replace('-', '+').replace('_', '/'));
    bits = ((bits << 6) | digit) & 0xff_ff_ff;
    const left = (6 * (at + 1)) % 8;
    if (left !== 6) bytes += String.fromCharCode((bits >> left) & 0xff);
  }
  return bytes;
}
