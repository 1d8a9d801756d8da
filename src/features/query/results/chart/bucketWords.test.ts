import { describe, expect, it } from 'vitest';
import { TICKS_PER_SECOND, toTicks } from '../../../../core/time/ticks.ts';
import { EMPTY_CHART } from '../../../../state/run/chartChoice.ts';
import { bucketLack, bucketValue, bucketWords } from './bucketWords.ts';
import type { UnreadTime } from '../time/unreadSpans.ts';
import { type SeriesAnswer, seriesModel } from './chartModel.ts';

const FROM = toTicks(638452296000000000n);
const MINUTE = 60n * TICKS_PER_SECOND;
const ROWS = {
  kind: 'series' as const,
  value: { kind: 'rows' as const },
  statistic: 'count' as const,
  buckets: { most: 300 },
  top: 7,
};
const P95 = { ...ROWS, value: { kind: 'property' as const, name: 'DurationMs' }, statistic: 'p95' as const };

function answerOf(...values: readonly number[]): SeriesAnswer {
  return {
    kind: 'series',
    from: FROM,
    bucketTicks: MINUTE,
    bucketCount: values.length,
    isWidened: false,
    series: [
      {
        label: { kind: 'all' },
        rows: 8,
        values: Float64Array.from(values),
        counts: Uint32Array.from(values, (value) => (Number.isNaN(value) ? 0 : 1)),
        overall: 8,
        exact: new Map(),
      },
    ],
    outside: { before: 0, after: 0, withoutTime: 0 },
    leftOut: [],
    rowCount: 8,
  };
}

/** In one of several queries, half of the second minute was not read. */
const HALF: UnreadTime = [{ from: FROM + MINUTE + MINUTE / 2n, to: FROM + 2n * MINUTE }];

describe('the numbers of a bucket', () => {
  it('are those of what was read, and say so where some of its time was not', () => {
    const answer = answerOf(1204, 8, 0);
    const said = (bucket: number, unread: UnreadTime) => [
      bucketLack(answer, bucket, unread),
      bucketValue(ROWS, answer, 0, bucket, unread),
    ];
    expect(said(0, HALF)).toEqual([undefined, '1,204']);
    expect(said(1, HALF)).toEqual(['not all of it was read', 'at least 8']);
    expect(said(2, HALF)).toEqual([undefined, '0']);
    expect(said(2, [{ from: FROM, to: FROM + 3n * MINUTE }])).toEqual([
      'not all of it was read',
      'none read',
    ]);
    expect(said(0, 'unknown')).toEqual(['rows may be missing', 'at least 1,204']);
    expect(said(2, 'unknown')).toEqual(['rows may be missing', 'none read']);
  });

  it('are no lower limits where more rows may make them smaller', () => {
    const answer = answerOf(1204, 8, Number.NaN);
    expect(bucketValue(P95, answer, 0, 1, HALF)).toBe('8');
    expect(bucketValue(P95, answer, 0, 2, 'unknown')).toBe('no value');
  });

  it('are spoken with what they lack, and for one bucket only', () => {
    const answer = answerOf(1204, 8, 0);
    const part = { request: ROWS, model: seriesModel(ROWS, answer, EMPTY_CHART, []) };
    const spoken = (anchor: number, end: number, unread: UnreadTime) =>
      bucketWords(part, { anchor, end }, unread);
    expect(spoken(0, 0, HALF)).toBe(': all rows 1,204');
    expect(spoken(1, 1, HALF)).toBe(': all rows at least 8; not all of it was read');
    expect(spoken(2, 2, 'unknown')).toBe(': all rows none read; rows may be missing');
    expect(spoken(0, 1, HALF)).toBe('; not all of it was read');
    expect(spoken(2, 2, [])).toBe(': all rows 0');
    expect(spoken(2, 0, [])).toBe('');
  });
});
