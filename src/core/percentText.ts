/**
 * Percent escapes of UTF-8, as in addresses. Unlike the language's own functions, which no other file uses, these never throw: UTF-8 has
 * no half of a surrogate pair, so it becomes U+FFFD. What must not be sent so is refused before (`findLoneSurrogate`).
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

/** The same, or the text itself. */
export function decodedOrSame(text: string): string {
  return percentDecoded(text) ?? text;
}

/** One character of ASCII, or of the rest of UTF-8 in 2 to 4 escapes. */
export const PERCENT_ESCAPE =
  /%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-4](?:%[89ab][\da-f]){3})/gi;
