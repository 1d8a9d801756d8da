import { describe, expect, it } from 'vitest';
import { futureFacts, lagFacts, partitionFacts, twinFacts } from './facts.ts';

const SECOND = 10_000_000n;
/** 2026-01-01T00:00:00Z in seconds. */
const NEW_YEAR_S = 63_902_822_400;

describe('lagFacts', () => {
  it('measures storing after the time in the key, and when late rows were', () => {
    const keys = Float64Array.from({ length: 101 }, (_, at) => NEW_YEAR_S + at);
    const arrivals = keys.map((seconds, at) => seconds + (at >= 99 ? 7200 : 60));
    keys[0] = Number.NaN;
    expect(lagFacts(keys, arrivals)).toEqual({
      rows: 100,
      medianSeconds: 60,
      p99Seconds: 7200,
      maxSeconds: 7200,
      lateRows: 2,
      lateFrom: BigInt(NEW_YEAR_S + 99) * SECOND,
      lateTo: BigInt(NEW_YEAR_S + 101) * SECOND,
    });
    expect(lagFacts(keys.subarray(0, 1), arrivals)).toBeUndefined();
  });
});

describe('futureFacts', () => {
  it('counts keys more than five minutes ahead, by group', () => {
    const baseTicks = BigInt(NEW_YEAR_S) * SECOND;
    const at = (seconds: number) => seconds * Number(SECOND);
    const points = {
      count: 5,
      baseTicks,
      offsets: Float64Array.of(at(0), at(299), at(301), at(900), Number.NaN),
      groups: [0, 7, 7, 7, 7],
    };
    expect(futureFacts(points, baseTicks)).toEqual([
      { row: 7, rows: 2, latestTicks: baseTicks + 900n * SECOND },
    ]);
  });
});

describe('partitions, twins', () => {
  it('are summed up', () => {
    expect(partitionFacts(['a', 'b', 'c'], [3, 9, 0])).toEqual({
      count: 2,
      rows: 12,
      largestRows: 9,
      largest: 'b',
    });
    expect(partitionFacts(['a', 'b'], [9, 3])).toMatchObject({ count: 2, largestRows: 9, largest: 'a' });
    expect(partitionFacts(['a'], [0])).toBeUndefined();
  });

  it('a twin is the same metric, time and instance in the other order', () => {
    const time = '2516300000000000000';
    const keys = [
      `${time}__cpu`,
      `cpu__${time}`,
      `${time}__mem__1`,
      `mem__${time}__1`,
      `mem__${time}__2`,
      `disk__${time}`,
      `disk__${time}`,
      'cpu__mem',
      'plain',
    ];
    expect(twinFacts(keys.map((rowKey) => ({ partitionKey: 'p', rowKey })))).toEqual({
      pairs: 2,
      rows: 9,
    });
  });
});
