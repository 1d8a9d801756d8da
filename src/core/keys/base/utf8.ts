import { percentDecoded, percentEncoded } from '../../percentText.ts';

/** Encodes UTF-8 without TextEncoder, which core may not use; a lone surrogate becomes U+FFFD. */
export function utf8Bytes(text: string): readonly number[] {
  const units = percentEncoded(text).match(/%..|[^%]/g) ?? [];
  return units.map((unit) => (unit.length === 1 ? unit.charCodeAt(0) : Number.parseInt(unit.slice(1), 16)));
}

/** Decodes UTF-8; undefined if the bytes are not valid UTF-8. Most texts that only look like Base64 fail here. */
export function textOfUtf8(bytes: readonly number[]): string | undefined {
  return percentDecoded(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
}
