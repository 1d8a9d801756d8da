import type { KeySpan } from '../../keys/base/scheme.ts';

/** Ordinal order of ASCII bytes [from, to) against a text. Negative, 0 or positive. */
function compareToText(bytes: Uint8Array, from: number, to: number, text: string): number {
  const length = Math.min(to - from, text.length);
  for (let index = 0; index < length; index++) {
    const difference = (bytes[from + index] as number) - text.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return to - from - text.length;
}

/** Like isInSpan, for a key that is ASCII in bytes [from, to). */
export function isPlainInSpan(bytes: Uint8Array, from: number, to: number, span: KeySpan): boolean {
  return (
    (span.from === undefined || compareToText(bytes, from, to, span.from) >= 0) &&
    (span.to === undefined || compareToText(bytes, from, to, span.to) < 0)
  );
}
