import { describe, expect, it } from 'vitest';
import { type ChartChoice, chartToParams, EMPTY_CHART, paramsToChart } from './chartChoice.ts';
import { columnTitle, parametersOf } from '../../core/entities/columns/columnRef.ts';
import { keyParts } from '../../core/entities/columns/keyParts.ts';
import {
  EMPTY_GROUPS,
  type GroupChoice,
  groupsToParams,
  HOUR,
  paramsToGroups,
  selectedParameters,
  templateOf,
} from './groupChoice.ts';
import { PREFIX } from './rowListState.ts';

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

const TEMPLATE = 'Bind of <host> took <n>ms, <n> retries \u2026';
const [, took, retries] = parametersOf('M:"', TEMPLATE);

it.each<GroupChoice>([
  EMPTY_GROUPS,
  { by: [PREFIX, HOUR], measure: { name: 'A b', statistic: 'p95' } },
  { by: [templateOf('template:x'), { name: 'hour' }], measure: undefined },
  {
    by: keyParts('RowKey', 'a___b_c___d')
      .map(({ ref }) => ref)
      .slice(1),
    measure: undefined,
  },
  { by: took === undefined ? [] : [took], measure: retries && { ...retries, statistic: 'p50' } },
])('the groups of an address: %j', (groups) => {
  expect(paramsToGroups(new Map(groupsToParams(groups)))).toStrictEqual(groups);
});

it('an address that names no column has none', () => {
  for (const group of ['column:', 'column:["M"]', 'column:["M","parameter 9 of a <n>"]', 'column:{', 'x'])
    expect(paramsToGroups(new Map([['group', group]]))).toStrictEqual(EMPTY_GROUPS);
});

it('parameters of the selected template are named by the words beside them', () => {
  const filter = { ...templateOf('M'), kind: 'is', type: 'Edm.String', text: TEMPLATE } as const;
  expect(selectedParameters([filter, { name: 'M', kind: 'absent' }]).map(columnTitle)).toEqual([
    'M: of <host> took',
    'M: took <n>ms, <n>',
    'M: <n>ms, <n> retries',
  ]);
});
