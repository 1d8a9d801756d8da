import { describe, expect, it } from 'vitest';
import { cellId, clampWidth, MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH, startWidth } from './gridTypes.ts';

describe('clampWidth', () => {
  it('is whole px between the least and the most', () => {
    expect([-5, 39.9, 40, 120.5, 2000, 1e9].map(clampWidth)).toEqual([
      MIN_COLUMN_WIDTH,
      MIN_COLUMN_WIDTH,
      40,
      121,
      MAX_COLUMN_WIDTH,
      MAX_COLUMN_WIDTH,
    ]);
  });
});

describe('startWidth', () => {
  const column = { id: 'time', title: 'Time', width: 210 };

  it('holds every character that must be whole, in a narrow face and in a wide one', () => {
    for (const charPx of [6.2, 7.2, 8, 10.4]) {
      const width = startWidth({ ...column, wholeChars: 28 }, charPx);
      // Not for text are 16 and 10 px of padding, and a line of 1 px.
      expect(width - 27).toBeGreaterThanOrEqual(28 * charPx);
    }
    expect(startWidth({ ...column, width: 500, wholeChars: 28 }, 7.2)).toBe(500);
  });

  it('is as given where text may be cut', () => {
    expect(startWidth(column, 7.2)).toBe(210);
  });
});

describe('cellId', () => {
  it('differs for cells whose numbers run together, and for grids', () => {
    const ids = [cellId('a', 1, 11), cellId('a', 11, 1), cellId('a', -1, 11), cellId('b', 1, 11)];
    expect(new Set(ids).size).toBe(4);
  });
});
