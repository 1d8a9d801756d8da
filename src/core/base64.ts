/** The digits of Base64, in the order of their values (RFC 4648). */
export const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The value of each digit by its character code, also of `-` and `_`, which addresses have for `+` and `/`. */
const VALUES = new Uint8Array(128);
for (let at = 0; at < 66; at++) VALUES[`${DIGITS}-_`.charCodeAt(at)] = at < 64 ? at : at - 2;

/** The bytes that digits of Base64 stand for, without padding. Bits that are left over at the end are dropped. */
export function bytesOfDigits(digits: string): Uint8Array {
  const valueOf = (at: number): number => VALUES[digits.charCodeAt(at)] as number;
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  for (let at = 0; at < bytes.length; at++) {
    // A byte is in two digits of six bits each.
    const first = Math.floor((at * 4) / 3);
    bytes[at] = ((valueOf(first) << 6) | valueOf(first + 1)) >> (4 - at * 8 + first * 6);
  }
  return bytes;
}
