/** The one place in core that names TextDecoder and TextEncoder: both stand in browsers, workers and Node. */
interface Decoder {
  decode(input: Uint8Array): string;
}
interface Encoder {
  encode(input: string): Uint8Array<ArrayBuffer>;
}
declare const TextDecoder: new (
  label: 'utf-8',
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => Decoder;
declare const TextEncoder: new () => Encoder;

// ignoreBOM: a U+FEFF that a key begins with is part of it.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Bytes as text. Throws TypeError where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  return strict.decode(bytes);
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Text as UTF-8. Lossy for lone surrogates (they become U+FFFD): escape them before. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}
