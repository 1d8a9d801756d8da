import { DIGITS } from './base64.ts';

/** Base64 of bytes, padded (RFC 4648). It is not needed on the first screen, as base64.ts is. */
export function base64Of(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.slice(at, at + 3);
    const bits = (first << 16) | (second << 8) | third;
    for (let place = 0; place < 4; place++)
      text += at + place > bytes.length ? '=' : DIGITS.charAt((bits >> (18 - 6 * place)) & 63);
  }
  return text;
}
