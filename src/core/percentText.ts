/**
 * Percent escapes of UTF-8, as in addresses. Unlike the language's own functions, which no other file uses, this never throws: half of a
 * surrogate pair, which UTF-8 cannot hold, becomes U+FFFD. Text that must not be sent like that is refused earlier (`findLoneSurrogate`).
 */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}

/** Decodes percent escapes of UTF-8. Undefined if an escape is broken or the bytes are not UTF-8. */
export function percentDecoded(escaped: string): string | undefined {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}

/** A text with its percent escapes decoded, or the text itself if it cannot be decoded. */
export function decodedOrSame(text: string): string {
  return percentDecoded(text) ?? text;
}

/** Matches the escapes of one character: one of ASCII, or 2 to 4 for the rest of UTF-8. */
export const PERCENT_ESCAPE =
  /%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-4](?:%[89ab][\da-f]){3})/gi;
