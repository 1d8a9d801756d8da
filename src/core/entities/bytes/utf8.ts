/** Only this file in core names TextDecoder and TextEncoder. Browsers, workers and Node have both. */
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

// ignoreBOM: a leading U+FEFF may be part of a key.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Bytes as text. Throws TypeError if they are not UTF-8. */
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

/** Whether a byte may follow a lead byte; some leads allow fewer than 0x80 to 0xbf (Unicode, table 3-7). */
function isSecond(lead: number, byte: number): boolean {
  if (lead === 0xe0) return byte >= 0xa0 && byte <= 0xbf;
  if (lead === 0xed) return byte >= 0x80 && byte <= 0x9f;
  if (lead === 0xf0) return byte >= 0x90 && byte <= 0xbf;
  if (lead === 0xf4) return byte >= 0x80 && byte <= 0x8f;
  return byte >= 0x80 && byte <= 0xbf;
}

/** Like isUtf8 for bytes [from, to); cheaper than a decoder call for a short string. */
export function isUtf8Range(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to) {
    const lead = bytes[at++] as number;
    if (lead < 0x80) continue;
    if (lead < 0xc2 || lead > 0xf4) return false;
    const end = at + (lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3);
    if (end > to || !isSecond(lead, bytes[at++] as number)) return false;
    while (at < end) {
      if (((bytes[at++] as number) & 0xc0) !== 0x80) return false;
    }
  }
  return true;
}

/** Text as UTF-8. Lossy for lone surrogates (they become U+FFFD): escape them first. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}
