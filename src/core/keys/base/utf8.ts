import { percentDecoded, percentEncoded } from '../../percentText.ts';

/** Encodes UTF-8 without TextEncoder, which core may not use; a lone surrogate becomes U+FFFD. */
export function utf8Bytes(text: string): readonly number[] {
  const units = percentEncoded(text).match(/%..|[^%]/g) ?? [];
  return units.map((unit) => (unit.length === 1 ? unit.charCodeAt(0) : Number.parseInt(unit.slice(1), 16)));
}

/** Decodes UTF-8; undefined if the bytes are not valid UTF-8. Most texts that only look like Base64 fail here. */
function textOfUtf8(bytes: readonly number[]): string | undefined {
  return percentDecoded(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Base64 of a text's UTF-8 bytes, padded. */
export function base64OfUtf8(text: string): string {
  const bytes = [...utf8Bytes(text)];
  let encoded = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const group = bytes.slice(index, index + 3);
    const bits = group.reduce((all, byte, place) => all | (byte << (16 - 8 * place)), 0);
    for (let place = 0; place <= group.length; place++) {
      encoded += ALPHABET.charAt((bits >> (18 - 6 * place)) & 63);
    }
    encoded += '='.repeat(3 - group.length);
  }
  return encoded;
}

/** Decodes Base64 to the UTF-8 text in it; undefined if it is not Base64 or not UTF-8. */
export function afterBase64(encoded: string): string | undefined {
  if (!BASE64.test(encoded)) return undefined;
  const bytes: number[] = [];
  for (let index = 0; index < encoded.length; index += 4) {
    let bits = 0;
    for (let place = 0; place < 4; place++) {
      bits = bits * 64 + Math.max(0, ALPHABET.indexOf(encoded.charAt(index + place)));
    }
    const count = encoded.charAt(index + 2) === '=' ? 1 : encoded.charAt(index + 3) === '=' ? 2 : 3;
    for (let place = 0; place < count; place++) bytes.push((bits >> (16 - 8 * place)) & 255);
  }
  return textOfUtf8(bytes);
}
