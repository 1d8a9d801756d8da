import { describe, expect, it } from 'vitest';
import { stretchOf } from './useChartBrush.ts';

describe('stretchOf', () => {
  it('is in order, whichever way the drag went', () => {
    expect(stretchOf(3, 7)).toEqual({ from: 3, to: 7 });
    expect(stretchOf(7, 3)).toEqual({ from: 3, to: 7 });
  });

  it('is nothing for a press without a drag', () => {
    expect(stretchOf(5, 5)).toBeUndefined();
  });
});
