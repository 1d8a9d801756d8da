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
