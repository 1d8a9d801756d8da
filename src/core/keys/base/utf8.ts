import { percentDecoded, percentEncoded } from '../../percentText.ts';

/** UTF-8 without TextEncoder, which core does not have; a lone surrogate becomes U+FFFD. */
export function utf8Bytes(text: string): readonly number[] {
  const units = percentEncoded(text).match(/%..|[^%]/g) ?? [];
  return units.map((unit) => (unit.length === 1 ? unit.charCodeAt(0) : Number.parseInt(unit.slice(1), 16)));
}

/** Decodes UTF-8; undefined if the bytes are not UTF-8, as most Base64 in keys is something else. */
export function textOfUtf8(bytes: readonly number[]): string | undefined {
  return percentDecoded(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
}
