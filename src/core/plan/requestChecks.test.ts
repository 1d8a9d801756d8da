import { describe, expect, it, afterEach, vi } from 'vitest';
import { MAX_TICKS } from '../time/ticks.ts';
import { planFaultOf, windowOf, planOf } from './planRequest.fixture.ts';
import type { PlanRequest } from './queryPlan.ts';
import {
  keyFault,
  prefixesFault,
  propertyFilter,
  roundingFault,
  selectedProperties,
  tableFault,
  windowFault,
  withFilterProperties,
  countQueries,
} from './requestChecks.ts';
import { keyRanges } from '../keys/keyRanges.ts';
import type { EventVolume } from '../keys/base/scheme.ts';
import { KEY_SCHEMES, schemeById } from '../keys/schemeRegistry.ts';
import { knownScheme } from '../keys/knownScheme.fixture.ts';

const request = (part: Partial<PlanRequest>): PlanRequest => {
  return { tableName: 'T', schemeId: 's', volume: 10, unprefixed: false, ...part };
};
const names = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `P${at}`);
const filterOf = (text: string) => {
  const filter = propertyFilter(text);
  if (!filter.ok || filter.value === undefined) throw new Error(text);
  return filter.value;
};

describe('what a plan refuses', () => {
  it('a text that is no name of a table', () => {
    expect(tableFault('$MetricsHourPrimaryTransactionsBlob')).toBeUndefined();
    expect(tableFault('a-b')).toMatchObject({ field: 'table', message: 'That is not a table name.' });
  });

  it('no table', () => {
    expect(tableFault('')).toMatchObject({ field: 'table', message: 'No table is chosen.' });
  });

  it('a window that ends where it begins, or before', () => {
    const [from, to] = ['2024-03-01T00:00:00Z', '2024-03-01T01:00:00Z'];
    expect(windowFault(request({ window: windowOf(from, to) }))).toBeUndefined();
    expect(windowFault(request({}))).toBeUndefined();
    for (const window of [windowOf(from, from), windowOf(to, from)])
      expect(windowFault(request({ window }))).toMatchObject({
        field: 'to',
        message: expect.stringMatching(/^The window is empty/),
      });
  });

  it('keys that none can hold, or that are too long', () => {
    const of = (text: string) => keyFault('rk', { kind: 'is', text });
    expect([of(''), of('a'.repeat(512)), keyFault('pk', undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(of('ab/c')).toMatchObject({
      field: 'rk',
      message: expect.stringMatching(/^No key can hold /),
    });
    expect(of('a'.repeat(513))).toMatchObject({
      field: 'rk',
      message: 'The key has 513 characters; a key has at most 512.',
    });
  });

  it('a rounding below a tick or above all of time', () => {
    const of = (roundingTicks: bigint) => roundingFault(request({ roundingTicks }));
    expect([roundingFault(request({})), of(1n), of(MAX_TICKS + 1n)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    for (const ticks of [0n, -1n])
      expect(of(ticks)).toMatchObject({
        field: 'scheme',
        message: expect.stringContaining('below one tick'),
      });
    expect(of(MAX_TICKS + 2n)).toMatchObject({
      field: 'scheme',
      message: expect.stringContaining('longer than all of time'),
    });
  });

  it('prefixes that the volume does not have, naming the first', () => {
    const of = (...prefixes: readonly number[]) => prefixesFault(request({ prefixes }));
    expect([prefixesFault(request({})), of(0, 9)]).toEqual([undefined, undefined]);
    expect(of()).toMatchObject({ field: 'prefixes', message: 'No prefix is chosen.' });
    expect(of(3, 10, 11)).toMatchObject({
      message: 'There is no prefix 10.',
      nextStep: 'An event volume of 10 has prefixes 0 to 9.',
    });
    for (const [bad, name] of [
      [-1, '-1'],
      [1.5, '1.5'],
    ] as const)
      expect(of(2, bad)?.message).toBe(`There is no prefix ${name}.`);
  });

  it('all of these when a plan is made', () => {
    expect(planFaultOf({ prefixes: [10] }).field).toBe('prefixes');
    expect(planFaultOf({ tableName: '' }).field).toBe('table');
  });
});

describe('the properties that are read', () => {
  it('are all if none is named', () => {
    for (const select of [undefined, [], ['', '  ']])
      expect(selectedProperties(select)).toEqual({ ok: true, value: undefined });
  });

  it('start with both keys and have each name once, keywords included', () => {
    expect(selectedProperties([' Level ', 'RowKey', 'Level', 'and', 'Timestamp'])).toEqual({
      ok: true,
      value: ['PartitionKey', 'RowKey', 'Level', 'and', 'Timestamp'],
    });
  });

  it('are at most as many as an entity can have', () => {
    expect(selectedProperties(names(253)).ok).toBe(true);
    expect(selectedProperties(names(254))).toMatchObject({
      ok: false,
      error: { field: 'select', message: '256 properties are chosen; an entity has at most 255.' },
    });
  });

  it('must be valid property names', () => {
    const long = `${'a'.repeat(70)} `.concat('b');
    expect(selectedProperties(['Level', long])).toMatchObject({
      ok: false,
      error: { field: 'select', message: expect.stringContaining(`"${'a'.repeat(60)}": `) },
    });
    expect(selectedProperties(['a b']).ok).toBe(false);
  });

  it('include those of the filter, so that rows can be checked, if there is room', () => {
    const filter = filterOf('A eq 1 and (B eq 2 or not (C eq 3)) and A ne 4');
    expect(withFilterProperties(undefined, filter)).toBeUndefined();
    expect(withFilterProperties(['Z', 'B'], filter)).toEqual(['Z', 'B', 'A', 'C']);
    expect(withFilterProperties(names(252), filter)).toHaveLength(255);
    expect(withFilterProperties(names(253), filter)).toEqual(names(253));
  });
});

describe('the property filter', () => {
  it('is undefined for a blank field, and a fault of that field if it cannot be parsed', () => {
    for (const text of [undefined, '', ' \n'])
      expect(propertyFilter(text)).toEqual({ ok: true, value: undefined });
    expect(propertyFilter('Level eq 1')).toMatchObject({ ok: true, value: { property: 'Level' } });
    expect(propertyFilter('Level eq')).toMatchObject({ ok: false, error: { field: 'filter' } });
  });
});

const TEN_DAYS = 'DemoEventsVer1v020240304';
const MONTH = windowOf('2024-03-01T00:00:00Z', '2024-04-01T00:00:00Z');

afterEach(() => vi.restoreAllMocks());

describe('how many queries a plan would have', () => {
  const several = KEY_SCHEMES.filter(
    ({ id }) =>
      new Set(keyRanges(id, MONTH, { tableName: TEN_DAYS }).map(({ tableName }) => tableName)).size > 1,
  ).map(({ id }) => id);

  it('is counted for the schemes with ten-day tables', () => {
    expect(several).toContain('mds-prefixed');
  });

  it.each(several)('is known without building them: %s', (id) => {
    const scheme = knownScheme(id);
    for (const volume of [1, 10, 100] as const satisfies readonly EventVolume[]) {
      for (const unprefixed of [false, true]) {
        const options = { volume, unprefixed, tableName: TEN_DAYS };
        const prefixes = scheme.prefixed ? volume : 1;
        expect(countQueries(scheme, MONTH, options, prefixes).queries).toBe(
          keyRanges(id, MONTH, options).length,
        );
      }
    }
  });

  it('is limited before any range is built; the fault names the window, the count and the remedy', () => {
    const scheme = schemeById('mds-prefixed');
    if (scheme === undefined) throw new Error('There is no such scheme.');
    const ranges = vi.spyOn(scheme, 'ranges');
    const fault = planFaultOf({
      tableName: TEN_DAYS,
      volume: 100,
      unprefixed: true,
      window: windowOf('2021-01-01T00:00:00Z', '2024-01-01T00:00:00Z'),
    });
    // Ten-day tables count from 1601-01-01. The one of 2020-12-30 contains the start of the window, and 110 in all cover its 1,095 days.
    expect(fault).toEqual({
      field: 'from',
      message: 'The window needs 11,110 queries over 110 tables; a plan has at most 4,000.',
      nextStep: 'Narrow the window, or choose fewer prefixes.',
    });
    expect(ranges.mock.calls.map(([, options]) => options.volume)).toEqual([1]);
  });

  it('has an exact limit: a plan of that many queries is built, one with one more table is not', () => {
    const from = '2021-01-01T00:00:00Z';
    const endOf = (days: number): string => new Date(Date.UTC(2021, 0, 1 + days)).toISOString();
    const asked = { tableName: TEN_DAYS, volume: 100 } as const;
    // The table of 2020-12-30 contains the first day of 2021 and the next eight days.
    const most = planOf({ ...asked, window: windowOf(from, endOf(8 + 39 * 10)) });
    expect(most.queries).toHaveLength(4000);
    const fault = planFaultOf({ ...asked, window: windowOf(from, endOf(9 + 39 * 10)) });
    expect(fault.message).toContain('4,100 queries over 41 tables');
  });

  it('counts only the chosen prefixes', () => {
    const window = windowOf('2021-01-01T00:00:00Z', '2024-01-01T00:00:00Z');
    expect(planOf({ tableName: TEN_DAYS, volume: 100, window, prefixes: [3, 99] }).queries).toHaveLength(220);
    expect(
      planFaultOf({
        tableName: TEN_DAYS,
        volume: 1,
        window: windowOf('0001-01-01T00:00:00Z', '9999-01-01T00:00:00Z'),
      }).nextStep,
    ).toBe('Narrow the window.');
  });

  it('is not limited if only one table is read', () => {
    const window = windowOf('0001-01-01T00:00:00Z', '2024-01-01T00:00:00Z');
    expect(planOf({ volume: 100, window, unprefixed: true }).queries.length).toBeLessThan(110);
  });
});
