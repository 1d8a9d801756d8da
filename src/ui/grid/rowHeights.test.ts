import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowHeights } from './rowHeights.ts';

const USUAL = 24;
const MOST = 200;
const count = 60;
const measured = fc.array(
  fc.tuple(fc.integer({ min: 0, max: count - 1 }), fc.constantFrom(USUAL, 25, 42, 42.5, 96, 600)),
  { maxLength: 30 },
);

describe('rows of several heights', () => {
  it('are where adding up all rows above them puts them, in whatever order they were measured', () => {
    fc.assert(
      fc.property(
        fc.array(measured, { maxLength: 4 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (steps, share) => {
          const naive = Array.from({ length: count }, () => USUAL);
          let heights = new RowHeights(USUAL);
          for (const step of steps) {
            for (const [row, height] of step) naive[row] = height;
            heights = heights.with(new Map(step), 0, MOST);
          }
          const tops = naive.map((_, row) => naive.slice(0, row).reduce((sum, height) => sum + height, 0));
          expect(naive.map((_, row) => heights.topOf(row))).toEqual(tops);
          expect(naive.map((_, row) => heights.heightOf(row))).toEqual(naive);
          const total = (tops.at(-1) ?? 0) + (naive.at(-1) ?? 0);
          const places = [share * (total - 1), ...tops, ...tops.map((top) => Math.max(0, top - 0.5))];
          for (const place of places)
            expect(heights.rowAt(place)).toBe(tops.findLastIndex((top) => top <= place));
        },
      ),
    );
  });

  it('go on below with the usual height, for ten million rows', () => {
    const heights = new RowHeights(USUAL).with(new Map([[5, 100]]), 5, MOST);
    expect(heights.topOf(9_999_999)).toBe(9_999_999 * USUAL + 76);
    expect(heights.rowAt(heights.topOf(9_999_999) + 1)).toBe(9_999_999);
    expect(heights.rowAt(-5)).toBe(0);
  });

  it('stay one object if nothing changed, and forget those far away if they become too many', () => {
    let heights = new RowHeights(USUAL).with(new Map([[1, 50]]), 1, MOST);
    expect(
      heights.with(
        new Map([
          [1, 50],
          [2, USUAL],
        ]),
        1,
        MOST,
      ),
    ).toBe(heights);
    expect(heights.with(new Map([[1, USUAL]]), 1, MOST).size).toBe(0);
    for (let row = 0; row < 3 * MOST; row++) {
      heights = heights.with(new Map([[row, 50]]), row, MOST);
      expect(heights.size).toBeLessThanOrEqual(MOST);
      expect(heights.heightOf(row)).toBe(50);
    }
    expect(heights.heightOf(3 * MOST - 20)).toBe(50);
  });
});
