import { describe, expect, it } from 'vitest';
import { KEY_SCHEMES, schemeById } from '../keys/schemeRegistry.ts';
import { isoToTicks } from '../time/ticks.ts';
import { unreadTime } from './completenessReport.ts';
import { planOf, windowOf } from './planRequest.fixture.ts';
import { timeOfRange } from './unreadTime.ts';

const HOUR = windowOf('2024-03-05T23:00:00Z', '2024-03-06T00:00:00Z');

describe('what a plan says', () => {
  it('warns of a rounding finer than the keys, whichever key holds the time', () => {
    const finer = (schemeId: string): readonly string[] =>
      planOf({ schemeId, window: HOUR, roundingTicks: 10n }).notes.filter((note) =>
        note.includes('is finer'),
      );
    for (const schemeId of ['unix-s', 'unix-s-row', 'date-yyyyMMdd', 'date-yyyyMMdd-row'])
      expect([schemeId, finer(schemeId).length]).toEqual([schemeId, 1]);
    for (const schemeId of ['ticks19', 'ticks19-row']) expect(finer(schemeId)).toEqual([]);
  });
});

describe('the time of what was not read', () => {
  it('is clipped to the window if the keys hold whole minutes around it', () => {
    const window = windowOf('2024-03-05T23:10:20Z', '2024-03-05T23:20:40Z');
    const plan = planOf({ schemeId: 'mds-prefixed', window });
    const [query] = plan.queries;
    if (query === undefined) throw new Error('No query.');
    const scheme = schemeById('mds-prefixed');
    expect(scheme && timeOfRange(scheme, query.range)).toEqual({
      from: isoToTicks('2024-03-05T23:10:00Z'),
      to: isoToTicks('2024-03-05T23:21:00Z'),
    });
    const range = {
      query: query.label,
      tableName: query.tableName,
      partition: query.range.partition,
      why: 'failed',
      resumable: true,
    } as const;
    expect(unreadTime(range, plan)).toEqual(window);
  });

  it('is read from either key if the scheme has a time in both', () => {
    const both = KEY_SCHEMES.filter(({ timeSource }) => timeSource === 'both');
    expect(both.length).toBeGreaterThan(4);
    const told = both.filter((scheme) =>
      planOf({ schemeId: scheme.id, window: HOUR }).queries.every(({ range }) => {
        const time = timeOfRange(scheme, range);
        if (time === undefined) return false;
        expect(time.from <= HOUR.from && time.to >= HOUR.to).toBe(true);
        return true;
      }),
    );
    expect(told.map(({ id }) => id).sort()).toEqual(
      'functions-diagnostic iisnode-azure serilog-v8 serilog-v9 serilog-v9.4 slab slab-ascending'.split(' '),
    );
  });
});
