import { describe, expect, it } from 'vitest';
import { runSteps } from '../../steps.ts';
import {
  AFTER_WINDOW,
  BEFORE_WINDOW,
  BucketFinder,
  bucketsOfWidth,
  isBefore,
  spanSteps,
  timeBuckets,
} from './timeBuckets.ts';
import { timedRows } from '../store/timedRows.fixture.ts';
import { DAY, HOUR, MINUTE, MS, SECOND } from '../../time/units.fixture.ts';

const of = (unit: bigint, ...counts: readonly bigint[]): readonly bigint[] =>
  counts.map((count) => count * unit);

/** Ticks in powers of ten; 1, 2 and 5 of a decimal unit; what divides 60, a day, and weeks of a year. */
const WIDTHS = [
  ...of(1n, 1n, 10n, 100n, 1000n),
  ...of(MS, 1n, 2n, 5n, 10n, 20n, 50n, 100n, 200n, 500n),
  ...of(SECOND, 1n, 2n, 5n, 10n, 15n, 30n),
  ...of(MINUTE, 1n, 2n, 5n, 10n, 15n, 30n),
  ...of(HOUR, 1n, 2n, 3n, 6n, 12n),
  ...of(DAY, 1n, 2n, 7n, 14n, 28n, 91n, 182n, 364n, 728n, 1456n),
];

describe('buckets of time', () => {
  it('have the smallest usual width that gives no more buckets than wanted', () => {
    for (const [at, width] of WIDTHS.entries()) {
      const wide = { bucketTicks: width, from: 0n, bucketCount: 10 };
      expect(timeBuckets({ from: 0n, to: 10n * width }, 10)).toEqual(wide);
      expect(timeBuckets({ from: 0n, to: 9n * width + 1n }, 10.9)).toEqual(wide);
      // One tick more takes the next width.
      expect([at, timeBuckets({ from: 0n, to: 10n * width + 1n }, 10).bucketTicks]).toEqual([
        at,
        WIDTHS[at + 1] ?? 2n * width,
      ]);
    }
  });

  it('begin at a multiple of their width, and are at least one', () => {
    expect(timeBuckets({ from: 6n * HOUR - 1n, to: 6n * HOUR + 1n }, 0)).toEqual({
      from: 0n,
      bucketTicks: 12n * HOUR,
      bucketCount: 1,
    });
    expect(timeBuckets({ from: 5n, to: 5n }, 3)).toEqual({ from: 5n, bucketTicks: 1n, bucketCount: 0 });
    expect(timeBuckets({ from: 5n, to: 4n }, 3).bucketCount).toBe(0);
    expect(timeBuckets({ from: 5n, to: 6n }, 3)).toEqual({ from: 5n, bucketTicks: 1n, bucketCount: 1 });
  });

  it('of a width that was chosen have it, unless they would be too many', () => {
    const window = { from: 7n * MINUTE, to: 28n * MINUTE };
    expect(bucketsOfWidth(window, 7n * MINUTE, 3)).toEqual({
      from: 7n * MINUTE,
      bucketTicks: 7n * MINUTE,
      bucketCount: 3,
    });
    expect(bucketsOfWidth(window, 7n * MINUTE, 2)).toEqual(timeBuckets(window, 2));
    expect(bucketsOfWidth({ from: 5n, to: 5n }, 7n, 2).bucketCount).toBe(0);
  });
});

describe('the bucket of a time', () => {
  it('is exact to the tick at each edge, in a window that begins and ends within buckets', () => {
    const start = 639_028_224_000_000_000n;
    const window = { from: start + 3n, to: start + 25n * HOUR + 7n };
    for (const buckets of [
      timeBuckets(window, 30),
      timeBuckets(window, 2),
      bucketsOfWidth(window, 7_777_777n * 1000n, 600),
    ]) {
      const finder = new BucketFinder(window, buckets);
      const edges = Array.from(
        { length: buckets.bucketCount + 1 },
        (_, at) => buckets.from + BigInt(at) * buckets.bucketTicks,
      );
      for (const edge of [...edges, window.from, window.to])
        for (const ticks of [edge - 1n, edge, edge + 1n]) {
          const found = finder.find(Number(ticks / SECOND), Number(ticks % SECOND));
          const bucket = Number((ticks - buckets.from) / buckets.bucketTicks);
          expect([ticks, found]).toEqual([
            ticks,
            ticks < window.from ? BEFORE_WINDOW : ticks >= window.to ? AFTER_WINDOW : bucket,
          ]);
        }
    }
  });

  it('is none in an empty window', () => {
    const finder = new BucketFinder({ from: 5n, to: 5n }, timeBuckets({ from: 5n, to: 5n }, 9));
    expect([finder.find(0, 4), finder.find(0, 5)]).toEqual([BEFORE_WINDOW, AFTER_WINDOW]);
  });
});

it('times are compared by seconds, then by what is left', () => {
  expect([
    isBefore(1, 9, 2, 0),
    isBefore(2, 0, 1, 9),
    isBefore(1, 2, 1, 3),
    isBefore(1, 3, 1, 3),
    isBefore(1, 4, 1, 3),
  ]).toEqual([true, false, true, false, false]);
  expect([isBefore(Number.NaN, 0, 1, 0), isBefore(1, 0, Number.NaN, 0)]).toEqual([false, false]);
});

it('the span of rows ends one tick after the last, in whatever order they are', () => {
  const span = (...ticks: readonly (bigint | undefined)[]) => {
    const rows = timedRows(ticks.map((each) => ({ ticks: each })));
    return runSteps(spanSteps(rows.times('event'), rows.rowCount));
  };
  expect(span(undefined, 7n * SECOND + 5n, 7n * SECOND + 4n, undefined, 9n * SECOND, 8n * SECOND)).toEqual({
    from: 7n * SECOND + 4n,
    to: 9n * SECOND + 1n,
  });
  expect(span(3n)).toEqual({ from: 3n, to: 4n });
  expect(span(undefined)).toBeUndefined();
  expect(span()).toBeUndefined();
});
