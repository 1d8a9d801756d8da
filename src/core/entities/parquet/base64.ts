const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const EQUALS = 0x3d;
/** By byte: its six bits; 255: not of the alphabet. */
const BITS = new Uint8Array(256).fill(255);
for (let at = 0; at < ALPHABET.length; at++) BITS[ALPHABET.charCodeAt(at)] = at;

/**
 * The bytes that Base64 text in [from, to) stands for; undefined if other text stands for the same bytes (RFC 4648:
 * padded, no line breaks, unused bits zero), because then the bytes would not give the text back.
 */
export function bytesOfBase64(text: Uint8Array, from: number, to: number): Uint8Array | undefined {
  const length = to - from;
  if (length % 4 !== 0) return undefined;
  const padding = length === 0 || text[to - 1] !== EQUALS ? 0 : text[to - 2] === EQUALS ? 2 : 1;
  const digits = length - padding;
  const bytes = new Uint8Array((length / 4) * 3 - padding);
  let bits = 0;
  let held = 0;
  let end = 0;
  for (let at = from; at < from + digits; at++) {
    const six = BITS[text[at] as number] as number;
    if (six === 255) return undefined;
    bits = ((bits << 6) | six) & 0xfff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[end++] = (bits >>> held) & 0xff;
  }
  return (bits & ((1 << held) - 1)) === 0 ? bytes : undefined;
}
