import { describe, expect, it } from 'vitest';
import { COUNTED, FAILED, READING, emptyGrid } from '../../core/keyspace/map/cellGrid.ts';
import { heatScale, legendStops, levelOf } from '../../core/keyspace/map/heatScale.ts';
import { type HeatColors, colorTable, RAMPS } from './heatColors.ts';
import type { Rgb } from '../theme/themeColors.ts';
import { contrast } from '../theme/contrast.fixture.ts';
import { inkOfLevels, rampStops, swatchesOf } from './swatches.ts';

const MINUTE = 600_000_000n;

describe('legend of the map', () => {
  it('explains zero, one, and the states that occur', () => {
    const grid = emptyGrid({ rowCount: 1, columnCount: 3, from: 0n, bucketTicks: MINUTE }, COUNTED);
    const scale = heatScale({ basis: 'max', max: 9, bucketTicks: MINUTE });
    expect(swatchesOf(grid, scale).map(({ words }) => words)).toEqual(['0', '1']);
    const selected = { ...grid, all: new Uint32Array(3) };
    expect(swatchesOf(selected, scale).map(({ words }) => words)).toEqual(['0', '1', 'no selected row']);
    grid.states.set([READING, FAILED]);
    expect(swatchesOf(grid, scale).map(({ words }) => words)).toEqual(['0', '1', 'reading', 'failed']);
    const lone = heatScale({ basis: 'max', max: 1, bucketTicks: MINUTE });
    expect(swatchesOf(grid, lone).map(({ words }) => words)).toEqual(['0', '1', 'reading', 'failed']);
  });

  it('has no ramp if no cell needs it: a single entity has its own colour', () => {
    const lone = heatScale({ basis: 'max', max: 1, bucketTicks: MINUTE });
    expect(levelOf(1, lone)).toBe(1);
    expect(rampStops(legendStops(lone, 5), () => '1', 200)).toEqual([]);
    // One entity in a column of a microsecond is above the target, so it is on the ramp.
    const fast = heatScale({ basis: 'target', max: 1, bucketTicks: 10n });
    const grid = emptyGrid({ rowCount: 1, columnCount: 1, from: 0n, bucketTicks: 10n }, COUNTED);
    expect(swatchesOf(grid, fast).map(({ words }) => words)).toEqual(['0']);
    expect(rampStops(legendStops(fast, 5), () => '1', 200)).not.toEqual([]);
  });

  it('ramp stops do not touch, however long their labels, and exactly one is not on the ramp', () => {
    for (const max of [2, 9, 28, 144, 310, 1040, 250_000]) {
      for (const text of ['200', '1.25K', '< 0.1 %']) {
        const scale = heatScale({ basis: 'max', max, bucketTicks: MINUTE });
        const stops = rampStops(legendStops(scale, 5), () => text, 200);
        expect(stops.at(-1)?.count).toBe(max);
        expect(stops.some(({ count }) => count === 1)).toBe(false);
        const middles = stops.map(({ position }) => position * 200);
        for (const [at, middle] of middles.slice(1).entries())
          expect(middle - (middles[at] ?? 0)).toBeGreaterThan(text.length * 6.2 + 4);
      }
    }
  });

  it('the dots of an estimate stand out on every colour, in both themes', () => {
    for (const theme of ['light', 'dark'] as const) {
      const [surface, text]: readonly Rgb[] =
        theme === 'light'
          ? [
              [255, 255, 255],
              [36, 36, 36],
            ]
          : [
              [27, 26, 25],
              [243, 242, 241],
            ];
      if (surface === undefined || text === undefined) return;
      const table = colorTable(RAMPS[theme], surface, surface);
      const named = { surface, text } as HeatColors['named'];
      for (const [level, ink] of inkOfLevels({ table, named }).entries()) {
        const [red = 0, green = 0, blue = 0] = table.subarray(level * 4, level * 4 + 3);
        const dot = ink === 'light' ? surface : text;
        expect(contrast([red, green, blue], dot), `${theme} ${level}`).toBeGreaterThanOrEqual(3);
      }
    }
  });
});
