const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of bytes, padded (RFC 4648). */
export function base64Of(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.slice(at, at + 3);
    const bits = group.reduce((all, byte, place) => all | (byte << (16 - 8 * place)), 0);
    for (let place = 0; place <= group.length; place++)
      text += DIGITS.charAt((bits >> (18 - 6 * place)) & 63);
    text += '='.repeat(3 - group.length);
  }
  return text;
}

/** The bytes that digits of Base64 stand for, without padding. Bits that are left over at the end are dropped. */
export function bytesOfDigits(digits: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let [bits, held, at] = [0, 0, 0];
  for (const digit of digits) {
    held = ((held << 6) | DIGITS.indexOf(digit)) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  return bytes;
}
