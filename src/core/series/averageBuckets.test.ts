import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interval } from '../time/ticks.ts';
import { averageBuckets } from './averageBuckets.ts';

describe('averages per bucket', () => {
  it('equal a naive sum for each bucket, and are not zero for a bucket without points', () => {
    const point = fc.record({
      ticks: fc.bigInt(-5n, 105n),
      text: fc.constantFrom('1', '2.5', '-3', 'NaN', 'Infinity', '', ' ', 'x'),
    });
    fc.assert(
      fc.property(fc.array(point), fc.constantFrom(1, 4, 7, 100), (points, count) => {
        const window = { from: 0n, to: 100n } as Interval;
        const expected = Array.from({ length: count }, (_, bucket) => {
          const inside = points
            .filter(({ ticks }) => ticks >= 0n && ticks < 100n)
            .filter(({ ticks }) => Math.floor((Number(ticks) * count) / 100) === bucket)
            .flatMap(({ text }) => (['1', '2.5', '-3'].includes(text) ? [Number(text)] : []));
          return inside.length === 0
            ? Number.NaN
            : inside.reduce((sum, value) => sum + value, 0) / inside.length;
        });
        const found = [...averageBuckets(points, window, count)];
        expect(found.map((value) => value.toFixed(9))).toEqual(expected.map((value) => value.toFixed(9)));
      }),
    );
  });
});
