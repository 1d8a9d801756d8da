import { describe, expect, it } from 'vitest';
import { heatScale, legendStops, levelOf, levelsOf, levelTable, logCodes } from './heatScale.ts';

const MINUTE = 600_000_000n;

describe('heatScale', () => {
  it('tells zero, one and the top apart; one row is nothing hot where no cell has two', () => {
    const one = heatScale({ basis: 'max', max: 1, bucketTicks: MINUTE });
    expect([0, 1, 9].map((count) => levelOf(count, one))).toEqual([0, 1, 255]);
    const brighter = heatScale({ basis: 'max', max: 1, bucketTicks: MINUTE, brightness: 6 });
    expect(levelOf(1, brighter)).toBe(1);
    expect(levelTable(one)[logCodes(Uint32Array.of(1))[0] ?? 0]).toBe(1);
    const overTarget = heatScale({ basis: 'target', max: 1, bucketTicks: MINUTE, targetPerSecond: 0.001 });
    expect(levelOf(1, overTarget)).toBe(255);
    const many = heatScale({ basis: 'max', max: 1000, bucketTicks: MINUTE });
    expect([0, 1, 1000, 5000].map((count) => levelOf(count, many))).toEqual([0, 1, 255, 255]);
    const nothing = heatScale({ basis: 'max', max: 0, bucketTicks: MINUTE });
    expect(levelOf(0, nothing)).toBe(0);
  });

  it('is absolute in shares of the target, whatever is in view', () => {
    const scale = heatScale({ basis: 'target', max: 3, bucketTicks: MINUTE });
    expect([scale.targetCount, scale.cellSeconds, scale.top]).toEqual([120_000, 60, 120_000]);
    expect(levelOf(120_000, scale)).toBe(255);
    const brighter = heatScale({ basis: 'target', max: 3, bucketTicks: MINUTE, brightness: 2 });
    expect(brighter.top).toBe(30_000);
    const stops = legendStops(scale);
    expect(stops.at(-1)).toMatchObject({
      level: 255,
      count: 120_000,
      shareOfTarget: 1,
      perSecond: 2000,
      position: 1,
    });
    expect(stops[0]?.shareOfTarget).toBeCloseTo(0.01);
  });

  it('levels rise with counts, and the table agrees with levelOf to one level', () => {
    for (const brightness of [-6, -1.5, 0, 3, 6]) {
      const scale = heatScale({ basis: 'max', max: 70_000, bucketTicks: MINUTE, brightness });
      const counts = Uint32Array.from({ length: 600 }, (_, at) => (at < 300 ? at : at ** 2));
      const levels = levelsOf(logCodes(counts), levelTable(scale));
      let last = 0;
      for (const [at, count] of counts.entries()) {
        const level = levels[at] ?? 0;
        expect(Math.abs(level - levelOf(count, scale))).toBeLessThanOrEqual(1);
        expect(level).toBeGreaterThanOrEqual(last);
        expect(level === 0).toBe(count === 0);
        last = level;
      }
    }
  });

  it('codes do not depend on how many cells there are', () => {
    const few = Uint32Array.of(0, 1, 99, 16_383, 16_384, 4_294_967_295);
    const many = new Uint32Array(20_000);
    many.set(few);
    expect([...logCodes(many).subarray(0, few.length)]).toEqual([...logCodes(few)]);
    expect(new Set(logCodes(Uint32Array.from({ length: 100 }, (_, at) => at))).size).toBe(100);
  });

  it('legend stops ascend, stay few, and end at the top', () => {
    for (const max of [1, 2, 7, 100, 12_345, 9_000_000]) {
      const scale = heatScale({ basis: 'max', max, bucketTicks: MINUTE });
      const stops = legendStops(scale, 5);
      expect(stops.length).toBeLessThanOrEqual(5);
      expect(stops.at(-1)?.count).toBe(max);
      const positions = stops.map(({ position }) => position);
      expect(positions).toEqual(positions.toSorted((a, b) => a - b));
      expect(new Set(stops.map(({ count }) => count)).size).toBe(stops.length);
    }
  });
});
