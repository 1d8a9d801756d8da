import { describe, expect, it } from 'vitest';
import { isColouredInPart, nearPieces } from './nearPieces.ts';

const piecesOf = (length: number) =>
  Array.from({ length: length / 10 }, (_, at) => ({ from: at * 10, to: at * 10 + 8 }));

describe('the coloured pieces of a text', () => {
  it('are all pieces of a short text', () => {
    const pieces = piecesOf(4000);
    expect(nearPieces(pieces, 4000, 0)).toEqual(pieces);
    expect(isColouredInPart(4000)).toBe(false);
  });

  it('are those around the caret in a long text, as many however long it is', () => {
    for (const length of [5000, 30_000, 300_000])
      for (const caret of [0, length / 2, length]) {
        const near = nearPieces(piecesOf(length), length, caret);
        expect(near.length).toBeGreaterThanOrEqual(150);
        expect(near.length).toBeLessThanOrEqual(302);
        expect(
          near.every(({ from, to }) => Math.min(Math.abs(from - caret), Math.abs(to - caret)) <= 1500),
        ).toBe(true);
      }
    expect(isColouredInPart(4001)).toBe(true);
  });
});
