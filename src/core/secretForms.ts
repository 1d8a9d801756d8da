import { bytesOfDigits } from './base64.ts';
import { decodedOrSame, PERCENT_ESCAPE } from './percentText.ts';

/** How many layers of encoding are removed: on their way, links and logs are encoded more than once. */
const MOST_ROUNDS = 3;
/**
 * Matches the places where a long text was broken into lines by a terminal, or by a mail that quotes it with `>`. It only matches whole
 * runs, so that no part of a run is searched again.
 */
const WRAPPED = /(?<![\w+/%=&.-])([\w+/%=&.-]{8,})\s*[\r\n][\s>]*(?=[\w+/%=.-])/g;
/** Matches runs of Base64 long enough to contain `sig=` and a value. */
const BASE64_RUN = /[\w+/-]{20,}/g;

/**
 * A text, together with what it contains once its encodings are undone: percent encoding (up to three times), the escapes of JSON, `&amp;`,
 * line breaks, and Base64 once. A search for secrets must look in all of these forms. This guards against accidents, not against people who
 * hide their own secret on purpose.
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

/** Removes one layer of percent encoding, JSON escapes and HTML entities. */
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

/** The ASCII text in runs of Base64. It is not known where in a run a text begins, so each run is read from four starting points. */
export function base64Texts(text: string): readonly string[] {
  return [...text.matchAll(BASE64_RUN)].flatMap(([run]) =>
    [0, 1, 2, 3].flatMap((from) => asciiTexts(bytesOfDigits(run.slice(from)))),
  );
}

/** The texts of ASCII in some bytes. In UTF-16, which PowerShell encodes, a zero byte follows each character. */
function asciiTexts(bytes: Uint8Array): readonly string[] {
  let text = '';
  for (const byte of bytes) if (byte > 0) text += String.fromCharCode(byte);
  return text.match(/[ -~]{8,}/g) ?? [];
}
