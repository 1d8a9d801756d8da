const BAD_MARKS = '/\\#?';

function isBad(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || BAD_MARKS.includes(String.fromCharCode(code));
}

/**
 * The offset of the first character that keys cannot hold, or -1: slashes, `#`, `?`, control characters (Understanding the Table service
 * data model) and halves of surrogate pairs, which no request can carry.
 */
export function findForbidden(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isBad(code)) return at;
    if (code >= 0xd800 && code <= 0xdfff) {
      const isPair = code < 0xdc00 && text.charCodeAt(at + 1) >= 0xdc00 && text.charCodeAt(at + 1) <= 0xdfff;
      if (!isPair) return at;
      at += 1;
    }
  }
  return -1;
}

/** How a message names a forbidden character: as itself, or by its code point if it cannot be printed. */
export function forbiddenName(text: string, at: number): string {
  const code = text.charCodeAt(at);
  return code > 0x20 && code < 0x7f
    ? text.charAt(at)
    : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
