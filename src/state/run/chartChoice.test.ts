import { describe, expect, it } from 'vitest';
import { type ChartChoice, chartToParams, EMPTY_CHART, paramsToChart } from './chartChoice.ts';

const backOf = (chart: ChartChoice): ChartChoice => paramsToChart(new Map(chartToParams(chart)));
const bucketOf = (text: string): number => paramsToChart(new Map([['bucket', text]])).bucketSeconds;

describe('a chart in an address', () => {
  it.each<Partial<ChartChoice>>([
    {},
    { value: { kind: 'property', name: 'property:A' }, statistic: 'sum', isLog: true },
    { value: { kind: 'property', name: 'M', fact: 'parameter 1 of a <n> b <n>' }, statistic: 'p95' },
    { value: { kind: 'bytes' }, split: { by: 'property', name: 'B' } },
    { value: { kind: 'duration', from: { kind: 'key' }, to: { kind: 'property', name: 'End' } } },
    { split: { by: 'prefix' }, bucketSeconds: 86_400, hidden: ['outline', '{"kind":"value","text":"4"}'] },
    { zoom: { from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:00.0000001Z' } },
  ])('round-trips: %j', (chart) => {
    expect(backOf({ ...EMPTY_CHART, ...chart })).toStrictEqual({ ...EMPTY_CHART, ...chart });
  });

  it('has buckets of at most a day; longer ones become automatic', () => {
    expect(['1', '300', '86400', '86401', '99999', '100000', '-5', '1.5', ''].map(bucketOf)).toStrictEqual([
      1, 300, 86_400, 0, 0, 0, 0, 0, 0,
    ]);
  });

  it('without a valid chart is that of rows over time', () => {
    const params = new Map([
      ['chart', 'pie'],
      ['value', 'duration'],
      ['start', 'key'],
      ['stat', 'mode'],
      ['split', 'colour'],
      ['hide', '[1]'],
      ['zoom', '2026-01-02T00:00:00Z..2026-01-01T00:00:00Z'],
    ]);
    expect(paramsToChart(params)).toStrictEqual(EMPTY_CHART);
    expect(paramsToChart(new Map([['hide', '{"a":']]))).toStrictEqual(EMPTY_CHART);
    expect(EMPTY_CHART).toMatchObject({ kind: 'areas', value: { kind: 'rows' }, statistic: 'count' });
  });
});
