import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsInSight, widthOf } from './useVirtualColumns.ts';

describe('the columns that are drawn', () => {
  it('are all of a few', () => {
    expect(columnsInSight([100, 100, 100], 1, 5000, 300, false)).toEqual({ from: 1, to: 3 });
  });

  it('are all of not very many, if texts wrap', () => {
    const widths = Array.from({ length: 40 }, () => 200);
    expect(columnsInSight(widths, 1, 5000, 1000, true)).toEqual({ from: 1, to: 40 });
    const { from, to } = columnsInSight(widths, 1, 5000, 1000, false);
    expect([from > 1, to < 40]).toEqual([true, true]);
  });

  it('are those in sight, and not many more', () => {
    const widths = fc.array(fc.integer({ min: 40, max: 400 }), { minLength: 9, maxLength: 300 });
    fc.assert(
      fc.property(
        widths,
        fc.integer({ min: 0, max: 3 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (all, pinned, share) => {
          const width = 1400;
          const left = share * Math.max(0, widthOf(all, 0, all.length) - width);
          const { from, to } = columnsInSight(all, pinned, left, width, false);
          expect(from).toBeGreaterThanOrEqual(pinned);
          expect(to).toBeLessThanOrEqual(all.length);
          for (let at = pinned; at < all.length; at++) {
            const start = widthOf(all, 0, at);
            const isInSight = start + (all[at] ?? 0) > left && start < left + width;
            expect(!isInSight || (at >= from && at < to)).toBe(true);
          }
          expect(to - from).toBeLessThanOrEqual((width + 600) / 40 + 10);
        },
      ),
    );
  });
});
