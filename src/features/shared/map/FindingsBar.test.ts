import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fittingChips } from './FindingsBar.tsx';

describe('findings beside the tabs', () => {
  it('are all there where there is room, and the first ones elsewhere', () => {
    expect(fittingChips([20, 20, 20], 2000)).toBe(3);
    expect(fittingChips([20, 20, 20], 700)).toBe(2);
    expect(fittingChips([20, 20, 20], 0)).toBe(0);
    expect(fittingChips([], 0)).toBe(0);
  });

  it('never become fewer where there is more room', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(80), { maxLength: 9 }),
        fc.nat(3000),
        fc.nat(500),
        (lengths, width, more) => {
          const few = fittingChips(lengths, width);
          expect(few).toBeLessThanOrEqual(fittingChips(lengths, width + more));
        },
      ),
    );
  });
});
