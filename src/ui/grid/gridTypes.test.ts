import { describe, expect, it } from 'vitest';
import { cellId, clampWidth, MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH } from './gridTypes.ts';

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

describe('cellId', () => {
  it('differs for cells whose numbers run together, and for grids', () => {
    const ids = [cellId('a', 1, 11), cellId('a', 11, 1), cellId('a', -1, 11), cellId('b', 1, 11)];
    expect(new Set(ids).size).toBe(4);
  });
});
