import { describe, expect, it } from 'vitest';
import type { TimeSeries } from '../../core/entities/views/timeSeries.ts';
import { seriesLines, seriesPoints, tipLines } from './seriesPoints.ts';

function series(groups: TimeSeries['groups']): TimeSeries {
  return {
    from: 0n,
    bucketTicks: 1n,
    bucketCount: 3,
    totals: Uint32Array.of(5, 0, 2),
    groups,
    outside: { before: 0, after: 0, withoutTime: 0 },
  };
}

describe('seriesLines', () => {
  it('is the total where no groups were asked for', () => {
    expect(seriesLines(series([]))).toMatchObject([{ label: 'all rows', total: 7 }]);
  });

  it('keeps the order of the groups, names an empty one, and greys all others', () => {
    const lines = seriesLines(
      series([
        { label: '37', counts: Uint32Array.of(4, 0, 1), total: 5, others: false },
        { label: '', counts: Uint32Array.of(1, 0, 0), total: 1, others: false },
        { label: '86 others', counts: Uint32Array.of(0, 0, 1), total: 1, others: true },
      ]),
    );
    expect(lines.map((line) => line.label)).toEqual(['37', '(no prefix)', '86 others']);
    expect(new Set(lines.map((line) => line.color)).size).toBe(3);
    expect(lines[2]?.color).toBe('var(--series-8)');
  });
});

describe('seriesPoints', () => {
  it('closes the last step, so that the last bucket is as wide as the others', () => {
    const points = seriesPoints(seriesLines(series([])), 3);
    expect(points.map((point) => [point.position, point.bucket, point.counts])).toEqual([
      [0, 0, [5]],
      [1, 1, [0]],
      [2, 2, [2]],
      [3, 2, [2]],
    ]);
  });

  it('has no points where there are no buckets', () => {
    expect(seriesPoints([], 0)).toEqual([]);
  });
});

describe('tipLines', () => {
  it('has all lines of a point, the most rows first', () => {
    const lines = seriesLines(
      series(
        ['a', 'b', 'c'].map((label) => ({ label, counts: new Uint32Array(3), total: 0, others: false })),
      ),
    );
    const shown = tipLines(lines, [0, 7, 0]).map(({ line, count }) => `${line.label} ${count}`);
    expect(shown).toEqual(['b 7', 'a 0', 'c 0']);
  });
});
