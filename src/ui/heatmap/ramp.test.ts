import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { luminance } from '../theme/contrast.fixture.ts';
import type { Rgb } from '../theme/themeColors.ts';
import {
  colorTable,
  heatLevels,
  heatShare,
  LEVELS,
  ONE_LEVEL,
  RAMPS,
  rampColor,
  shrinkGrid,
  ZERO_LEVEL,
} from './ramp.ts';

const counts = fc.integer({ min: 0, max: 0xffff_ffff });

/** The level of one count, as heatLevels has it for many. */
function heatLevel(count: number, top: number): number {
  return heatLevels(Uint32Array.of(count), top)[0] ?? Number.NaN;
}

describe('heatLevels', () => {
  it('gives zero and one looks of their own', () => {
    expect(heatLevel(0, 1000)).toBe(ZERO_LEVEL);
    expect(heatLevel(1, 1000)).toBe(ONE_LEVEL);
    expect(heatLevel(2, 1000)).toBeGreaterThan(ONE_LEVEL);
  });

  it('is full at the top and above it, also where the top is nothing; one alone is never', () => {
    expect(heatLevel(1000, 1000)).toBe(LEVELS - 1);
    expect(heatLevel(5000, 1000)).toBe(LEVELS - 1);
    expect(heatLevel(1, 1)).toBe(1);
    expect(heatLevel(2, 1)).toBe(LEVELS - 1);
    expect(heatLevel(3, 0)).toBe(LEVELS - 1);
    expect(heatLevel(0, 0)).toBe(ZERO_LEVEL);
  });

  it('never falls as the count rises', () => {
    fc.assert(
      fc.property(counts, counts, counts, (a, b, top) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(heatLevel(low, top)).toBeLessThanOrEqual(heatLevel(high, top));
      }),
    );
  });

  it('never shows something as nothing', () => {
    fc.assert(
      fc.property(counts, counts, (count, top) => {
        expect(heatLevel(count, top) === ZERO_LEVEL).toBe(count === 0);
        expect(heatShare(count, top)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('stays full just above the top, where a byte would overflow', () => {
    for (let top = 0; top < 50; top += 1)
      expect([...heatLevels(Uint32Array.of(top + 1, top + 2), top)]).toEqual([LEVELS - 1, LEVELS - 1]);
  });

  it('follows log1p between two and the top', () => {
    fc.assert(
      fc.property(fc.array(counts), fc.integer({ min: 1, max: 0xffff_ffff }), (list, top) => {
        const share = (count: number) => Math.min(1, Math.log1p(count) / Math.log1p(top));
        const expected = list.map((count) => (count < 2 ? count : 2 + Math.round(share(count) * 253)));
        expect([...heatLevels(Uint32Array.from(list), top)]).toEqual(expected);
      }),
    );
  });
});

describe('RAMPS', () => {
  it('run steadily from dim to bright on dark, and from pale to dark on light', () => {
    const along = (stops: readonly Rgb[]) =>
      Array.from({ length: 64 }, (_, i) => luminance(rampColor(stops, i / 63)));
    const dark = along(RAMPS.dark);
    const light = along(RAMPS.light);
    for (let i = 1; i < 64; i += 1) {
      expect(dark[i] ?? 0).toBeGreaterThan(dark[i - 1] ?? 0);
      expect(light[i] ?? 0).toBeLessThan(light[i - 1] ?? 0);
    }
  });

  it('fill a table of 256 opaque colours, ends included', () => {
    const table = colorTable(RAMPS.dark, [1, 2, 3], [4, 5, 6]);
    expect(table.length).toBe(LEVELS * 4);
    expect([...table.subarray(0, 8)]).toEqual([1, 2, 3, 255, 4, 5, 6, 255]);
    expect([...table.subarray(8, 12)]).toEqual([71, 44, 122, 255]);
    expect([...table.subarray(-4)]).toEqual([253, 231, 37, 255]);
  });
});

describe('shrinkGrid', () => {
  it('leaves a grid that fits as it is', () => {
    const grid = { rows: 2, columns: 2, levels: Uint8Array.of(1, 2, 3, 4) };
    expect(shrinkGrid(grid, 10, 2)).toBe(grid);
  });

  it('keeps the highest level of the cells that fall together', () => {
    const grid = { rows: 2, columns: 4, levels: Uint8Array.of(0, 9, 1, 0, 3, 0, 0, 7) };
    expect(shrinkGrid(grid, 1, 2)).toEqual({ rows: 1, columns: 2, levels: Uint8Array.of(9, 7) });
  });

  it('never loses the hottest cell', () => {
    const sizes = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(
        sizes,
        sizes,
        sizes,
        sizes,
        fc.infiniteStream(fc.nat(255)),
        (rows, columns, most, wide, stream) => {
          const levels = Uint8Array.from({ length: rows * columns }, () => Number(stream.next().value));
          const shrunk = shrinkGrid({ rows, columns, levels }, most, wide);
          expect(shrunk.rows).toBeLessThanOrEqual(most);
          expect(shrunk.columns).toBeLessThanOrEqual(wide);
          expect(Math.max(...shrunk.levels)).toBe(Math.max(...levels));
        },
      ),
    );
  });
});
