import { bytesOfDigits } from '../../base64.ts';
import { base64Of } from '../../base64Text.ts';
import { percentDecoded, percentEncoded } from '../../percentText.ts';

/** Encodes UTF-8 without TextEncoder, which core may not use; a lone surrogate becomes U+FFFD. */
export function utf8Bytes(text: string): readonly number[] {
  const units = percentEncoded(text).match(/%..|[^%]/g) ?? [];
  return units.map((unit) => (unit.length === 1 ? unit.charCodeAt(0) : Number.parseInt(unit.slice(1), 16)));
}

/** Decodes UTF-8; undefined if the bytes are not valid UTF-8. Most texts that only look like Base64 fail here. */
function textOfUtf8(bytes: Uint8Array): string | undefined {
  return percentDecoded(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Base64 of a text's UTF-8 bytes, padded. */
export function base64OfUtf8(text: string): string {
  return base64Of(utf8Bytes(text));
}

/** Decodes Base64 to the UTF-8 text in it; undefined if it is not Base64 or not UTF-8. */
export function afterBase64(encoded: string): string | undefined {
  return BASE64.test(encoded) ? textOfUtf8(bytesOfDigits(encoded.replace(/=+$/, ''))) : undefined;
}
