import { describe, expect, it } from 'vitest';
import { nextMatch } from './useRowSearch.ts';

describe('the next match', () => {
  const positions = Uint32Array.of(2, 5, 9);
  it('is the first one after the row, and the first of all after the last', () => {
    expect([-1, 0, 2, 4, 5, 9, 100].map((at) => nextMatch(positions, at, false))).toEqual([
      2, 2, 5, 5, 9, 2, 2,
    ]);
  });
  it('backwards is the last one before the row, and the last of all before the first', () => {
    expect([-1, 2, 3, 5, 9, 100].map((at) => nextMatch(positions, at, true))).toEqual([9, 9, 2, 2, 5, 9]);
  });
  it('is none if nothing was found', () => {
    expect(nextMatch(new Uint32Array(0), 3, false)).toBeUndefined();
  });
});
