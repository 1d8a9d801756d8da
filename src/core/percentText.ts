/** The text that percent escapes of UTF-8 stand for; undefined if they are no UTF-8, or broken. */
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
