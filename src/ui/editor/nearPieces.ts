/** Up to this many characters, all of a text is coloured. */
const SHORT = 4000;
/** In a longer one, what is this far from the caret: every colour is an element, and the browser lays out all of them at each key. */
const NEAR = 1500;

/** The pieces of a text that are coloured. */
export function nearPieces<T extends { readonly from: number; readonly to: number }>(
  pieces: readonly T[],
  length: number,
  caret: number,
): readonly T[] {
  if (length <= SHORT) return pieces;
  return pieces.filter(({ from, to }) => to >= caret - NEAR && from <= caret + NEAR);
}

/** Whether the colours follow the caret. */
export function isColouredInPart(length: number): boolean {
  return length > SHORT;
}
