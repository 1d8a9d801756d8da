// Inputs for parsers: valid ones, and the same damaged in the ways in which pasting, networks and people damage them.
import type { Random } from '../../scripts/demo/random.mjs';

const SPECIAL: readonly string[] = [
  ...Array.from('%&=?#+;/\\\'"<>{}[]()!:,.@*~^`|_- \t\n\r\u0000\u00a0\u200b\u202e\ufeff\ud800\udfffé😀'),
  '%25',
  '%2B',
  '%u0041',
  '&amp;',
  '&lt;',
  '___',
  '9'.repeat(19),
  '0'.repeat(40),
  '-1',
  'NaN',
  '1e309',
  '__proto__',
  'constructor',
  '\r\n',
  'x'.repeat(300),
];

/** Damages a text up to five times. */
export function bend(text: string, others: readonly string[], random: Random): string {
  let bent = text;
  for (let left = random.below(6); left > 0; left -= 1) bent = bendOnce(bent, others, random);
  return bent.slice(0, 20_000);
}

function bendOnce(text: string, others: readonly string[], random: Random): string {
  const at = random.below(text.length + 1);
  const to = Math.min(text.length, at + random.below(8));
  switch (random.below(10)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(at);
    case 2:
      return text.slice(0, at) + random.pick(SPECIAL) + text.slice(at);
    case 3:
      return text.slice(0, at) + random.pick(SPECIAL) + text.slice(to);
    case 4:
      return text.slice(0, at) + text.slice(to);
    case 5:
      return text.slice(0, at) + random.pick(others).slice(random.below(40));
    case 6:
      return text.slice(0, to) + text.slice(at);
    case 7:
      return random.next() < 0.5 ? text.toUpperCase() : text.toLowerCase();
    case 8:
      return wellFormed(text) ? encodeURIComponent(text) : text;
    default:
      return text.slice(0, at) + String.fromCharCode(random.below(65_536)) + text.slice(at);
  }
}

function wellFormed(text: string): boolean {
  return !/[\ud800-\udfff]/.test(text);
}

/** The bytes of a text with some of them changed, so that they are no longer UTF-8. */
export function bytesOf(text: string, random: Random): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Buffer.from(text, 'utf8'));
  if (bytes.length > 0 && random.next() < 0.3) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}
