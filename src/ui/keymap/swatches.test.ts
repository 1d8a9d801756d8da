import { describe, expect, it } from 'vitest';
import { COUNTED, emptyGrid, FAILED, IN_FLIGHT } from '../../core/keyspace/map/cellGrid.ts';
import { heatScale, legendStops } from '../../core/keyspace/map/scale.ts';
import { rampStops, swatchesOf } from './swatches.ts';

const MINUTE = 600_000_000n;

describe('legend of the map', () => {
  it('names none, one, and the states that occur', () => {
    const grid = emptyGrid({ rowCount: 1, columnCount: 3, from: 0n, bucketTicks: MINUTE }, COUNTED);
    const scale = heatScale({ basis: 'max', max: 9, bucketTicks: MINUTE });
    expect(swatchesOf(grid, scale).map(({ words }) => words)).toEqual(['0', '1']);
    grid.states.set([IN_FLIGHT, FAILED]);
    expect(swatchesOf(grid, scale).map(({ words }) => words)).toEqual(['0', '1', 'reading', 'failed']);
    const lone = heatScale({ basis: 'max', max: 1, bucketTicks: MINUTE });
    expect(swatchesOf(grid, lone).map(({ words }) => words)).toEqual(['0', 'reading', 'failed']);
  });

  it('stops do not touch, and exactly one is not on the ramp', () => {
    for (const max of [2, 9, 28, 144, 1040, 250_000]) {
      const stops = rampStops(legendStops(heatScale({ basis: 'max', max, bucketTicks: MINUTE }), 5));
      expect(stops.at(-1)?.count).toBe(max);
      expect(stops.some(({ count }) => count === 1)).toBe(false);
      for (const { position } of stops.slice(0, -1)) expect(position).toBeLessThanOrEqual(0.88);
    }
  });
});
