import { describe, expect, it } from 'vitest';
import { luminance } from '../theme/contrast.fixture.ts';
import type { Rgb } from '../theme/themeColors.ts';
import { LEVELS } from '../../core/keyspace/map/heatScale.ts';
import { colorTable, RAMPS, rampColor } from './heatColors.ts';

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
