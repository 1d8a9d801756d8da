import { afterEach, describe, expect, it, vi } from 'vitest';
import { keyRanges } from '../keys/keyRanges.ts';
import type { EventVolume } from '../keys/base/scheme.ts';
import { KEY_SCHEMES, schemeById } from '../keys/schemeRegistry.ts';
import { planFaultOf, planOf, windowOf } from './planRequest.fixture.ts';
import { countQueries } from './requestChecks.ts';

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
    const scheme = schemeById(id);
    if (scheme === undefined) throw new Error(id);
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
