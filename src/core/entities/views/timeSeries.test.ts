import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interval } from '../../time/ticks.ts';
import { timeBuckets, MOST_POINTS } from '../order/timeBuckets.ts';
import { timedRows } from '../store/timedRows.fixture.ts';
import { timeSeries } from './timeSeries.ts';
import { MAX, MINUTE } from '../../time/units.fixture.ts';

const ticks = fc.oneof(
  fc.bigInt({ min: 0n, max: MAX }),
  fc.bigInt({ min: 0n, max: 100_000_000n }).map((value) => 639_000_000_000_000_000n + value),
);
const window = fc
  .tuple(ticks, ticks)
  .map(([a, b]) => ({ from: a < b ? a : b, to: a < b ? b : a }) as Interval);

describe('timeBuckets', () => {
  it('covers any window with no more buckets than asked, each a multiple of the width', () => {
    fc.assert(
      fc.property(window, fc.integer({ min: 1, max: 700 }), (asked, most) => {
        const { from, bucketTicks, bucketCount } = timeBuckets(asked, most);
        expect(bucketCount).toBeLessThanOrEqual(most);
        expect(from % bucketTicks).toBe(0n);
        expect(from <= asked.from && asked.from < from + bucketTicks).toBe(true);
        const end = from + BigInt(bucketCount) * bucketTicks;
        expect(asked.to <= end && end - bucketTicks < asked.to).toBe(true);
      }),
    );
  });
});

describe('timeSeries', () => {
  it('puts every row in its bucket or outside, as bigints do', () => {
    const rows = fc.array(fc.record({ ticks: fc.option(ticks, { nil: undefined }) }), { maxLength: 30 });
    fc.assert(
      fc.property(rows, window, fc.integer({ min: 1, max: 700 }), (list, asked, buckets) => {
        const series = timeSeries(timedRows(list), { window: asked, buckets });
        const counts = Array.from({ length: series.bucketCount }, () => 0);
        const outside = { before: 0, after: 0, withoutTime: 0 };
        for (const row of list) {
          if (row.ticks === undefined) outside.withoutTime++;
          else if (row.ticks < asked.from) outside.before++;
          else if (row.ticks >= asked.to) outside.after++;
          else {
            const bucket = Number((row.ticks - series.from) / series.bucketTicks);
            counts[bucket] = (counts[bucket] ?? 0) + 1;
          }
        }
        expect([...series.totals]).toEqual(counts);
        expect(series.outside).toEqual(outside);
      }),
    );
  });

  it('without a window it spans all rows, and never more than 600 points', () => {
    const list = [{ ticks: 5n * MINUTE }, { ticks: 900n * MINUTE }, { ticks: undefined }];
    const series = timeSeries(timedRows(list), { buckets: 100_000 });
    expect(series.bucketCount).toBeLessThanOrEqual(MOST_POINTS);
    expect(series.totals[0]).toBe(1);
    expect(series.totals.at(-1)).toBe(1);
    expect(series.outside).toEqual({ before: 0, after: 0, withoutTime: 1 });
    expect(timeSeries(timedRows(), { buckets: 10 }).bucketCount).toBe(0);
  });

  it('counts by the time of the key, and the rows with a mark', () => {
    const list = [{ ticks: 120n * MINUTE }, { ticks: 120n * MINUTE }, { ticks: 120n * MINUTE }];
    const window = { from: 60n * MINUTE, to: 61n * MINUTE } as Interval;
    const series = timeSeries(timedRows(list), { window, buckets: 1, time: 'key' }, (row) => row !== 1);
    expect([...series.totals]).toEqual([3]);
    expect([...(series.marked ?? [])]).toEqual([2]);
    expect(timeSeries(timedRows(list), { window, buckets: 1, time: 'key' }).marked).toBeUndefined();
  });
});
