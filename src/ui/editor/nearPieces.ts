/** Texts of up to this many characters are coloured completely. */
const SHORT = 4000;
/**
 * Longer texts are coloured only this far around the caret: every coloured piece is an element, and the browser lays
 * out all of them on every key press.
 */
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

/** Whether only the text near the caret is coloured. */
export function isColouredInPart(length: number): boolean {
  return length > SHORT;
}
