/**
 * UTF-8 without TextEncoder, which core does not have; a lone surrogate becomes U+FFFD.
 * @yields one byte
 */
export function* utf8Bytes(text: string): Generator<number> {
  for (const character of text) {
    const raw = character.codePointAt(0) as number;
    const code = raw >= 0xd800 && raw <= 0xdfff ? 0xfffd : raw;
    if (code < 0x80) yield code;
    else if (code < 0x800) {
      yield 0xc0 | (code >> 6);
      yield 0x80 | (code & 0x3f);
    } else if (code < 0x1_0000) {
      yield 0xe0 | (code >> 12);
      yield 0x80 | ((code >> 6) & 0x3f);
      yield 0x80 | (code & 0x3f);
    } else {
      yield 0xf0 | (code >> 18);
      yield 0x80 | ((code >> 12) & 0x3f);
      yield 0x80 | ((code >> 6) & 0x3f);
      yield 0x80 | (code & 0x3f);
    }
  }
}

/** The lowest code point allowed in a sequence of this many bytes. Lower ones must use a shorter sequence. */
const LEAST_OF_LENGTH = [0, 0, 0x80, 0x800, 0x1_0000] as const;

function sequenceLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte < 0xe0) return 2;
  if (byte >= 0xe0 && byte < 0xf0) return 3;
  return byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
}

/** Decodes UTF-8; undefined if the bytes are not UTF-8. Never throws, because most Base64 in keys is something else. */
export function textOfUtf8(bytes: readonly number[]): string | undefined {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] as number;
    const length = sequenceLength(first);
    if (length === 0 || at + length > bytes.length) return undefined;
    let code = length === 1 ? first : first & (0xff >> (length + 1));
    for (let index = 1; index < length; index++) {
      const byte = bytes[at + index] as number;
      if ((byte & 0xc0) !== 0x80) return undefined;
      code = code * 64 + (byte & 0x3f);
    }
    const least = LEAST_OF_LENGTH[length] as number;
    if (code < least || code > 0x10_ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
    text += String.fromCodePoint(code);
    at += length;
  }
  return text;
}
