import { describe, expect, it } from 'vitest';
import { mapLayout } from './layout.ts';
import { roomyLayout } from './mapGeometry.ts';

describe('roomyLayout', () => {
  const layoutOf = (rows: number) => mapLayout({ width: 900, height: 600, rows, labelChars: 4 });

  it('gives the histogram the space that few rows leave free, and stays within the plot', () => {
    const plain = layoutOf(1);
    const roomy = roomyLayout(plain, 600);
    expect(roomy.histogram.height).toBeGreaterThan(200);
    expect(roomy.map.height).toBe(plain.map.height);
    for (const part of ['map', 'totals', 'labels'] as const)
      expect(roomy[part].top).toBe(roomy.axis.top + roomy.axis.height + 3);
    expect(roomy.axis.top).toBe(roomy.histogram.top + roomy.histogram.height);
    expect(roomy.map.top + roomy.map.height).toBeLessThanOrEqual(600);
  });

  it('leaves a map that fills the space unchanged', () => {
    expect(roomyLayout(layoutOf(100), 600)).toEqual(layoutOf(100));
  });
});
