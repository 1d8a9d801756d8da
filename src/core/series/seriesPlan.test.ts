import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemeById } from '../keys/schemeRegistry.ts';
import { isoToTicks, type Interval } from '../time/ticks.ts';
import { seriesPlan, averageBuckets } from './seriesPlan.ts';
import { rowKeysOf, type SeriesLayout } from './seriesLayout.ts';
import { SERIES_TIME_FORMS } from './timeKey.ts';

const WINDOW: Interval = { from: isoToTicks('2024-03-04T14:00:00Z'), to: isoToTicks('2024-03-04T15:00:00Z') };
const SECOND = 10_000_000n;

describe('the plan of a series', () => {
  it.each(SERIES_TIME_FORMS)('reads the RowKeys of %s as times, in both layouts', (time) => {
    const layouts: readonly SeriesLayout[] = [
      { kind: 'basic', source: 'boiler-1', time, stepTicks: SECOND },
      {
        kind: 'advanced',
        before: '',
        time,
        stepTicks: SECOND,
        rowTicks: 240n * SECOND,
        partitionTicks: 3600n * SECOND,
        namePrefix: 'S',
      },
    ];
    for (const layout of layouts) {
      const plan = seriesPlan('Points', layout, { window: WINDOW });
      if (!plan.ok) throw new Error(plan.error);
      const scheme = schemeById(plan.value.request.schemeId);
      const reading = scheme?.read(rowKeysOf(layout, WINDOW.from).rowKey, 'row', {});
      expect([scheme?.timeSource, reading?.ticks]).toEqual(['row', WINDOW.from]);
      expect(plan.value.queries.map(({ queryClass }) => queryClass)).toEqual(['row range']);
    }
  });

  it('gives each query the key range that it reads, without overlap', () => {
    const plan = seriesPlan(
      'Points',
      {
        kind: 'advanced',
        before: 'b_',
        time: 'inverted-seconds',
        stepTicks: SECOND,
        rowTicks: SECOND,
        partitionTicks: SECOND,
        namePrefix: 'S',
      },
      {
        window: { from: WINDOW.from, to: isoToTicks('2024-04-04T14:00:00Z') },
        everyTicks: 86_400n * SECOND,
      },
    );
    if (!plan.ok) throw new Error(plan.error);
    const { queries } = plan.value;
    expect(queries.length).toBeGreaterThan(2);
    for (const { filter = '', range } of queries) {
      for (const [, key = ''] of filter.matchAll(/PartitionKey eq '([^']*)'/g)) {
        expect(key >= (range.partition.from ?? '') && key < (range.partition.to ?? '')).toBe(true);
        const others = queries.filter((query) => query.range !== range);
        expect(
          others.every(
            ({ range: { partition } }) => key < (partition.from ?? '') || key >= (partition.to ?? ''),
          ),
        ).toBe(true);
      }
    }
  });
});

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
