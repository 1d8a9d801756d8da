import { describe, expect, it } from 'vitest';
import type { ChartChoice } from './chartChoice.ts';
import { EMPTY_FORM, formToParams, isSameQuery, ofTable, paramsToForm, type QueryForm } from './queryForm.ts';

/** A form in which every field differs from the empty one. */
const FULL: QueryForm = {
  endpoint: 'https://a.example/',
  table: 'Logs',
  scheme: 'ticks',
  volume: 100,
  unprefixed: true,
  prefixes: '0-9',
  pk: 'p',
  pkMatch: 'begins',
  rk: 'r',
  rkMatch: 'begins',
  from: '2026-01-01T00:00:00Z',
  to: '2026-01-02T00:00:00Z',
  windowGiven: true,
  filter: 'A eq 1',
  select: 'A,B',
  rounding: '60',
  sql: 'SELECT 1',
  tab: 'map',
  chart: {
    kind: 'lines',
    value: { kind: 'duration', from: { kind: 'key' }, to: { kind: 'property', name: 'End' } },
    statistic: 'p95',
    bucketSeconds: 300,
    split: { by: 'partition' },
    measure: { name: 'Ms', statistic: 'maximum' },
    isLog: true,
    zoom: { from: '2026-01-01T00:00:00Z', to: '2026-01-01T01:00:00Z' },
    hidden: [],
  },
  groups: {
    by: [{ name: 'Role' }, { name: 'Hour', fact: 'hour' }],
    measure: { name: 'Ms', statistic: 'p95' },
  },
  view: [
    ['find', 'x'],
    ['columns', '{}'],
  ],
};

/** Its address, as in links made by earlier versions. */
const ADDRESS =
  'endpoint=https://a.example/&table=Logs&scheme=ticks&volume=large&unprefixed=1&prefixes=0-9&pk=p&pkmatch=begins&rk=r' +
  '&rkmatch=begins&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&filter=A eq 1&select=A,B&rounding=60&sql=SELECT 1&tab=map' +
  '&chart=lines&value=duration&start=key&end=property:End&stat=p95&bucket=300&split=partition&bars=maximum Ms&axis=log' +
  '&zoom=2026-01-01T00:00:00Z..2026-01-01T01:00:00Z&group=property:Role&then=hour&show=p95 Ms&find=x&columns={}';

const written = (form: QueryForm): string =>
  formToParams(form)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
const read = (address: string): QueryForm =>
  paramsToForm(
    new Map(
      address.split('&').map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at), pair.slice(at + 1)] as const;
      }),
    ),
  );
const withChart = (chart: Partial<ChartChoice>): QueryForm => ({
  ...EMPTY_FORM,
  chart: { ...EMPTY_FORM.chart, ...chart },
});

describe('a query in an address', () => {
  it('starts with the last hour of one small table, showing rows and a chart of all rows', () => {
    expect(written(EMPTY_FORM)).toBe('volume=small&tab=rows');
    expect(read('')).toEqual(EMPTY_FORM);
    const inWords = 'from=now-1h&to=now&volume=small&tab=rows&chart=areas&value=rows&stat=count&bucket=0';
    expect(read(inWords)).toEqual({ ...EMPTY_FORM, windowGiven: true });
    expect(EMPTY_FORM.chart.value).toEqual({ kind: 'rows' });
  });

  it('has a parameter for every field', () => {
    expect(written(FULL)).toBe(ADDRESS);
    expect(read(ADDRESS)).toEqual(FULL);
  });

  it.each<[string, QueryForm]>([
    ['volume=small&tab=rows', EMPTY_FORM],
    ['volume=medium&tab=chart', { ...EMPTY_FORM, volume: 10, tab: 'chart' }],
    ['volume=large&tab=requests', { ...EMPTY_FORM, volume: 100, tab: 'requests' }],
    ['volume=small&from=a&tab=rows', { ...EMPTY_FORM, windowGiven: true, from: 'a', to: '' }],
    ['volume=small&to=b&tab=rows', { ...EMPTY_FORM, windowGiven: true, from: '', to: 'b' }],
    ['volume=small&window=all&tab=rows', { ...EMPTY_FORM, windowGiven: true, from: '', to: '' }],
    ['volume=small&tab=rows&chart=bars&value=bytes', withChart({ kind: 'bars', value: { kind: 'bytes' } })],
    [
      'volume=small&tab=rows&chart=histogram&value=property:A&split=property:B',
      withChart({
        kind: 'histogram',
        value: { kind: 'property', name: 'A' },
        split: { by: 'property', name: 'B' },
      }),
    ],
    [
      'volume=small&tab=rows&chart=top&value=duration&start=event&end=arrival&split=prefix',
      withChart({
        kind: 'top',
        value: { kind: 'duration', from: { kind: 'event' }, to: { kind: 'arrival' } },
        split: { by: 'prefix' },
      }),
    ],
    ['volume=small&tab=rows&split=identity', withChart({ split: { by: 'identity' } })],
  ])('is %s', (address, form) => {
    expect([written(form), read(address)]).toEqual([address, form]);
  });

  it('has the default for every field that cannot be read', () => {
    const names =
      'volume=huge&unprefixed=true&pkmatch=ends&rkmatch=ends&window=none&tab=graph&chart=pie&value=rows&stat=mode&bucket=1e3' +
      '&split=colour&axis=linear&zoom=a..b';
    expect(read(names)).toEqual(EMPTY_FORM);
    for (const value of [
      'duration',
      'duration&start=key',
      'duration&end=key',
      'duration&start=x&end=key',
      'x&start=key&end=key',
    ])
      expect(read(`value=${value}`)).toEqual(EMPTY_FORM);
    const [from, to] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z'];
    for (const zoom of [`${from}..${from}`, `${to}..${from}`, `${from}..`, `..${to}`, from, `x..${to}`])
      expect(read(`zoom=${zoom}`)).toEqual(EMPTY_FORM);
    expect(read(`zoom=${from}..${to}`)).toEqual(withChart({ zoom: { from, to } }));
    expect(read('tab=keyspace').tab).toBe('map');
  });

  it('for another table keeps the account, time and view, but nothing about keys', () => {
    const { endpoint, from, to, windowGiven, tab } = FULL;
    expect({ ...FULL, ...ofTable('Other') }).toEqual({
      ...EMPTY_FORM,
      endpoint,
      from,
      to,
      windowGiven,
      tab,
      table: 'Other',
    });
  });

  it('is a different query if any field differs, but not if only the view differs', () => {
    // An empty endpoint is any account.
    const same: readonly (keyof QueryForm)[] = [
      'endpoint',
      'windowGiven',
      'sql',
      'tab',
      'chart',
      'groups',
      'view',
    ];
    for (const name of Object.keys(FULL) as (keyof QueryForm)[])
      expect([name, isSameQuery(EMPTY_FORM, { ...EMPTY_FORM, [name]: FULL[name] })]).toEqual([
        name,
        same.includes(name),
      ]);
    expect(isSameQuery(FULL, { ...FULL, endpoint: 'https://other.example' })).toBe(false);
  });
});
