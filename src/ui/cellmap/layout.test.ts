import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapLayout } from './layout.ts';

const plain = mapLayout({ width: 1000, height: 300, rows: 100, labelChars: 5 });

const inputs = fc.record({
  width: fc.integer({ min: 50, max: 3000 }),
  height: fc.integer({ min: 120, max: 2000 }),
  rows: fc.integer({ min: 1, max: 2000 }),
  labelChars: fc.integer({ min: 0, max: 1024 }),
});

describe('mapLayout', () => {
  it('aligns totals and axis with the map', () => {
    expect(plain.histogram.left).toBe(plain.map.left);
    expect(plain.histogram.width).toBe(plain.map.width);
    expect(plain.axis).toMatchObject({ left: plain.map.left, top: plain.histogram.height });
    expect(plain.axis.top + plain.axis.height).toBeLessThan(plain.map.top);
    expect(plain.totals).toMatchObject({ top: plain.map.top, height: plain.map.height });
  });

  it('stays within the plot, whatever its size and labels', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const layout = mapLayout(input);
        const right = Math.max(layout.map.left + layout.map.width, layout.totals.left + layout.totals.width);
        expect(right).toBeLessThanOrEqual(input.width + 8);
        expect(layout.map.width).toBeGreaterThan(0);
        expect(layout.map.height).toBeGreaterThan(0);
        expect(layout.map.top + layout.map.height).toBeLessThanOrEqual(input.height);
      }),
    );
  });
});
