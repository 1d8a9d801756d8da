import { describe, expect, it } from 'vitest';
import type { ChartSeries, GroupLabel } from '../../../../core/entities/chart/chartTypes.ts';
import { type Interval, isoToTicks, TICKS_PER_SECOND } from '../../../../core/time/ticks.ts';
import { EMPTY_CHART } from '../../../../state/run/chartChoice.ts';
import { chartRequest } from './useChart.ts';
import {
  partsOf,
  type SeriesAnswer,
  seriesModel,
  bucketLack,
  bucketValue,
  bucketWords,
  fitChart,
  shapeOf,
  heldPlaces,
} from './chartModel.ts';
import type { UnreadTime } from '../time/unreadSpans.ts';
import { labelWords, lineWords, leftOutWords, statisticMeaning, statisticText } from './chartWords.ts';

const FROM = isoToTicks('2026-11-20T21:00:00Z');
const at = (seconds: number): bigint => FROM + BigInt(seconds) * TICKS_PER_SECOND;
const BUCKET = 30n * TICKS_PER_SECOND;
const WINDOW = { from: FROM, to: at(3600) } as Interval;
const DURATION = { kind: 'property', name: 'DurationMs' } as const;

const REQUEST = {
  kind: 'series' as const,
  value: { kind: 'rows' as const },
  statistic: 'count' as const,
  buckets: { most: 300 },
  top: 7,
  split: { by: 'prefix' as const },
};

function seriesOf(label: ChartSeries['label'], ...values: readonly number[]): ChartSeries {
  const overall = values.reduce((sum, value) => sum + value, 0);
  return {
    label,
    rows: overall,
    values: Float64Array.from(values),
    counts: Uint32Array.from(values),
    overall,
    exact: new Map(),
  };
}

function answerOf(...series: readonly ChartSeries[]): SeriesAnswer {
  return {
    kind: 'series',
    from: FROM,
    bucketTicks: BUCKET,
    bucketCount: series[0]?.values.length ?? 0,
    isWidened: false,
    series,
    outside: { before: 0, after: 0, withoutTime: 0 },
    leftOut: [],
    rowCount: 3,
  };
}

describe('the question of a chart', () => {
  it('is rows over the time of the query at first', () => {
    expect(chartRequest(EMPTY_CHART, WINDOW)).toEqual({
      kind: 'series',
      value: { kind: 'rows' },
      statistic: 'count',
      buckets: { most: 300 },
      top: 7,
      window: WINDOW,
    });
  });

  it('is about the part that is zoomed to, as far as the query reaches', () => {
    const zoom = (from: string, to: string) => {
      const request = chartRequest({ ...EMPTY_CHART, zoom: { from, to } }, WINDOW);
      return request.kind === 'series' && request.window;
    };
    expect(zoom('2026-11-20T21:10:00Z', '2026-11-20T21:20:00Z')).toEqual({ from: at(600), to: at(1200) });
    expect(zoom('2026-11-20T20:10:00Z', '2026-11-20T21:20:00Z')).toEqual({ from: FROM, to: at(1200) });
    expect(zoom('2025-11-20T20:10:00Z', '2025-11-20T21:20:00Z')).toEqual(WINDOW);
  });

  it('replaces what does not go together', () => {
    expect(fitChart({ ...EMPTY_CHART, statistic: 'p95', kind: 'top' })).toEqual(EMPTY_CHART);
    expect(fitChart({ ...EMPTY_CHART, value: DURATION, statistic: 'p95', kind: 'histogram' })).toMatchObject({
      statistic: 'p95',
      kind: 'histogram',
    });
    const between = { kind: 'duration', from: { kind: 'key' }, to: { kind: 'arrival' } } as const;
    for (const statistic of ['count', 'rate', 'distinct'] as const) {
      const chosen = { ...EMPTY_CHART, value: between, statistic };
      expect(fitChart(chosen)).toEqual(chosen);
    }
    expect(fitChart({ ...EMPTY_CHART, value: { kind: 'bytes' }, statistic: 'count' }).statistic).toBe('sum');
  });
});

describe('how series are drawn', () => {
  it('stacks only what adds up', () => {
    const of = (statistic: 'sum' | 'p95', isLog: boolean, series: number) =>
      shapeOf({ kind: 'areas', statistic, isLog }, series);
    expect(of('sum', false, 3)).toEqual({ shape: 'areas', isStacked: true });
    expect(of('p95', false, 3)).toEqual({ shape: 'lines', isStacked: false });
    expect(of('sum', true, 3)).toEqual({ shape: 'lines', isStacked: false });
    expect(of('p95', true, 1)).toEqual({ shape: 'areas', isStacked: false });
  });

  it('names groups, and says how many share the last', () => {
    const answer = answerOf(
      seriesOf({ kind: 'value', text: '' }, 1),
      seriesOf({ kind: 'absent' }, 1),
      seriesOf({ kind: 'others', groups: 93 }, 1),
    );
    const request = { ...REQUEST, value: DURATION, statistic: 'p95' as const };
    const model = seriesModel(request, answer, EMPTY_CHART, []);
    expect(model.title).toBe('DurationMs, p95 per 30 s');
    expect(model.lines.map(({ label }) => label)).toEqual(['(no prefix)', '(no value)', '93 others']);
    expect(labelWords({ kind: 'value', text: '' }, undefined)).toBe('(empty)');
  });

  it('names a line by the property and its value: "4" alone says little', () => {
    const split = { by: 'property' as const, name: 'Level' };
    expect(lineWords({ kind: 'value', text: '4' }, split)).toBe('Level 4');
    expect(lineWords({ kind: 'value', text: '' }, split)).toBe('Level (empty)');
    expect(lineWords({ kind: 'absent' }, split)).toBe('Level (no value)');
    expect(lineWords({ kind: 'others', groups: 93 }, split)).toBe('93 others');
    expect(lineWords({ kind: 'value', text: '37' }, { by: 'prefix' })).toBe('prefix 37');
    expect(lineWords({ kind: 'all' }, undefined)).toBe('all rows');
  });

  it('hatches the part of unread time that is in sight', () => {
    const parts = (from: number, to: number) => partsOf([{ from: at(from), to: at(to) }], WINDOW);
    expect([...parts(-60, 900), ...parts(7200, 7300)]).toEqual([{ from: 0, to: 0.25 }]);
  });
});

describe('what is hidden in the legend', () => {
  const [big, small] = ['62', '7'].map((text) => ({ kind: 'value' as const, text }));
  const answer = answerOf(
    seriesOf(big as ChartSeries['label'], 900, 800),
    seriesOf(small as ChartSeries['label'], 3, 4),
    seriesOf({ kind: 'others', groups: 12 }, 2, 0),
  );
  const all = seriesOf({ kind: 'all' }, 5000, 5000);
  const modelOf = (kind: 'areas' | 'lines' | 'bars', ...hidden: readonly string[]) =>
    seriesModel(REQUEST, answer, { ...EMPTY_CHART, kind, hidden }, [], all);
  const [bigKey = '', , , outline = ''] = modelOf('areas').legend.map(({ key }) => key);

  it.each(['areas', 'lines', 'bars'] as const)('is neither drawn nor on the axis of %s', (kind) => {
    expect(modelOf(kind).axis.domain).toEqual([0, 5000]);
    expect(modelOf(kind, outline).axis.domain).toEqual([0, 1000]);
    const model = modelOf(kind, bigKey, outline);
    expect(model.lines.map(({ label }) => label)).toEqual(['prefix 7', '12 others']);
    expect(model.answer.series.map(({ overall }) => overall)).toEqual([7, 2]);
    expect(model.outline).toBeUndefined();
    expect(model.axis.domain).toEqual([0, kind === 'lines' ? 4 : 5]);
  });

  it('stays in the legend, and changes no colour', () => {
    const model = modelOf('areas', bigKey);
    expect(model.legend.map(({ line, isHidden }) => [line.label, isHidden])).toEqual([
      ['prefix 62', true],
      ['prefix 7', false],
      ['12 others', false],
      ['all rows', false],
    ]);
    expect(model.lines[0]?.color).toBe(modelOf('areas').lines[1]?.color);
  });

  it('is shown if it is all there is: nothing could show it again', () => {
    const alone = answerOf(seriesOf({ kind: 'all' }, 1));
    const [key = ''] = seriesModel(REQUEST, alone, EMPTY_CHART, []).legend.map((entry) => entry.key);
    expect(seriesModel(REQUEST, alone, { ...EMPTY_CHART, hidden: [key] }, []).lines).toHaveLength(1);
  });
});

describe('numbers in words', () => {
  it('have their unit, and all digits of an Int64', () => {
    const text = (statistic: 'sum' | 'rate' | 'p95', number: number, exact?: bigint) =>
      statisticText(DURATION, statistic, { number, exact });
    expect(text('sum', 2 ** 63, 2n ** 63n - 1n)).toBe('9,223,372,036,854,775,807');
    expect(text('rate', 0.5)).toBe('0.5/s');
    expect(text('p95', Number.NaN)).toBe('no value');
    expect(text('p95', 0)).toBe('0');
    // The sum of durations per second is a time. As ticks it would be ten million times too large.
    const between = { kind: 'duration', from: { kind: 'key' }, to: { kind: 'arrival' } } as const;
    expect(statisticText(between, 'rate', { number: 1_000_000 })).toBe('100 ms/s');
    expect(statisticMeaning('count', between)).toBe('Rows that have both times');
  });

  it('say which rows have none, and why', () => {
    expect(
      leftOutWords(DURATION, [
        { reason: { kind: 'absent' }, rows: 1204 },
        { reason: { kind: 'type', type: 'Edm.String' }, rows: 2 },
        { reason: { kind: 'special', text: 'NaN' }, rows: 1 },
      ]),
    ).toBe('1,204 rows without DurationMs, 2 rows with a value of Edm.String, 1 row with NaN');
    expect(leftOutWords(DURATION, [])).toBeUndefined();
  });
});

const groups = (texts: string): GroupLabel[] => texts.split('').map((text) => ({ kind: 'value', text }));

describe('the colours of groups', () => {
  it('stay when others appear, the order changes or a group is away for a while', () => {
    const holders: string[] = [];
    expect(heldPlaces(groups('ab'), holders)).toEqual([0, 1]);
    expect(heldPlaces(groups('cba'), holders)).toEqual([2, 1, 0]);
    expect(heldPlaces(groups('cb'), holders)).toEqual([2, 1]);
    expect(heldPlaces(groups('dab'), holders)).toEqual([3, 0, 1]);
  });

  it('go to a new group only from one that is not shown, and never to two', () => {
    const holders: string[] = [];
    heldPlaces(groups('abcdefg'), holders);
    expect(heldPlaces(groups('habcdef'), holders)).toEqual([6, 0, 1, 2, 3, 4, 5]);
    expect(heldPlaces(groups('gbcdefh'), holders)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

const COUNT = { ...REQUEST, split: undefined };
const P95 = { ...COUNT, value: DURATION, statistic: 'p95' as const };
/** In one of several queries, half of the second bucket was not read. */
const HALF: UnreadTime = [{ from: FROM + BUCKET + BUCKET / 2n, to: FROM + 2n * BUCKET }];

describe('the numbers of a bucket', () => {
  it('are those of what was read, and say so where some of its time was not', () => {
    const answer = answerOf(seriesOf({ kind: 'all' }, 1204, 8, 0));
    const said = (bucket: number, unread: UnreadTime) => [
      bucketLack(answer, bucket, unread),
      bucketValue(COUNT, answer, 0, bucket, unread),
    ];
    expect(said(0, HALF)).toEqual([undefined, '1,204']);
    expect(said(1, HALF)).toEqual(['not all of it was read', 'at least 8']);
    expect(said(2, HALF)).toEqual([undefined, '0']);
    expect(said(2, [{ from: FROM, to: FROM + 3n * BUCKET }])).toEqual([
      'not all of it was read',
      'none read',
    ]);
    expect(said(0, 'unknown')).toEqual(['rows may be missing', 'at least 1,204']);
    expect(said(2, 'unknown')).toEqual(['rows may be missing', 'none read']);
  });

  it('are no lower limits where more rows may make them smaller', () => {
    const answer = answerOf(seriesOf({ kind: 'all' }, 1204, 8, Number.NaN));
    expect(bucketValue(P95, answer, 0, 1, HALF)).toBe('8');
    expect(bucketValue(P95, answer, 0, 2, 'unknown')).toBe('no value');
  });

  it('are spoken with what they lack, and for one bucket only', () => {
    const answer = answerOf(seriesOf({ kind: 'all' }, 1204, 8, 0));
    const part = { request: COUNT, model: seriesModel(COUNT, answer, EMPTY_CHART, []) };
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
