import { expect, it } from 'vitest';
import { afterBase64, base64OfUtf8 } from './base64.ts';
import { textOfUtf8 } from './utf8.ts';

/** The first and last character that UTF-8 writes with 1, 2, 3 and 4 bytes, and the last before and the first after the surrogates. */
const EDGES = [
  0, 0x7f, 0x80, 0xbf, 0xc0, 0x7ff, 0x800, 0xfff, 0x1000, 0xd7ff, 0xe000, 0xffff, 0x1_0000, 0x3_ffff,
  0x4_0000, 0x10_ffff,
].map((code) => String.fromCodePoint(code));

it('writes and reads the Base64 of every length of text and of character', () => {
  for (const edge of EDGES) {
    for (const text of [edge, `a${edge}`, `ab${edge}`, edge.repeat(2), `${edge}~~`]) {
      const encoded = Buffer.from(text, 'utf8').toString('base64');
      expect([base64OfUtf8(text), afterBase64(encoded)]).toEqual([encoded, text]);
    }
  }
});

it('decodes what is UTF-8, and nothing else', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const expected = (bytes: readonly number[]): string | undefined => {
    try {
      return decoder.decode(Uint8Array.from(bytes));
    } catch {
      return undefined;
    }
  };
  const seconds = [0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0];
  for (let first = 0; first < 256; first++) {
    for (const second of seconds) {
      for (const rest of [[], [0x80], [0xbf, 0xbf], [0x80, 0x80, 0x41], [0xc0, 0x80]]) {
        const bytes = [first, second, ...rest];
        expect([bytes, textOfUtf8(bytes)]).toEqual([bytes, expected(bytes)]);
      }
    }
  }
});
