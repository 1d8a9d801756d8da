import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketMeets, steadyTicks, timesSelected, windows } from '../keyRanges.fixture.ts';
import { keyRanges } from '../keyRanges.ts';
import { isInRange } from '../rangeTruth.fixture.ts';
import { exactKey } from '../base/keySpan.ts';
import { schemeById } from '../schemeRegistry.ts';
import { knowTemplates, templateSchemeId } from '../templates/templateScheme.ts';
import { coveringWriters, exactWriters } from './writers.fixture.ts';

describe('ranges select exactly the rows whose bucket meets the window, each once', () => {
  it.each(exactWriters)('%s %s', (schemeId, _name, writer) => {
    fc.assert(
      fc.property(windows(steadyTicks), fc.nat(500), (window, seed) => {
        const ranges = keyRanges(schemeId, window, writer.options);
        expect(ranges.filter((range) => range.reason !== undefined)).toEqual([]);
        const wrong = window.instants
          .map((ticks, index) => ({ ticks, row: writer.write(ticks, seed + index) }))
          .filter(
            ({ ticks, row }) =>
              timesSelected(row, ranges) !== (bucketMeets(writer.bucket(ticks), window) ? 1 : 0),
          );
        expect(wrong).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

describe('ranges of a log of iisnode', () => {
  /** 2001-09-09T01:46:40Z. From then on, until 2286-11-20T17:46:40Z, Unix milliseconds have 13 digits. */
  const first = 631_355_968_000_000_000n;
  const end = 721_355_968_000_000_000n;

  it.each([
    ['from the first', first, first + 1n, true],
    ['to the last', end - 1n, end, true],
    ['from before the first', first - 1n, first + 1n, false],
    ['to behind the last', end - 1n, end + 1n, false],
  ])('narrow by the milliseconds where they have 13 digits: %s', (_name, from, to, isNarrow) => {
    const [range] = keyRanges('iisnode-azure', { from, to }, {});
    expect(range?.row?.from !== undefined).toBe(isNarrow);
    expect((range?.reason ?? '').startsWith('These numbers have the same number of digits')).toBe(!isNarrow);
  });
});

describe('ranges that cannot be exact cover, and say why', () => {
  it.each(coveringWriters)('%s %s', (schemeId, _name, writer) => {
    fc.assert(
      fc.property(windows(steadyTicks), fc.nat(500), (window, seed) => {
        const ranges = keyRanges(schemeId, window, writer.options);
        expect(ranges.every((range) => !range.exact && range.reason !== undefined)).toBe(true);
        window.instants.forEach((ticks, index) => {
          const row = writer.write(ticks, seed + index);
          const isAsked = bucketMeets(writer.bucket(ticks), window);
          expect(isAsked && timesSelected(row, ranges) !== 1 ? row : undefined).toBeUndefined();
        });
      }),
      { numRuns: 40 },
    );
  });

  it('unpadded numbers outside their steady years', () => {
    const year1990 = { from: 627667488000000000n, to: 627667488600000000n };
    expect(keyRanges('unix-s', year1990)).toMatchObject([{ partition: {}, exact: false }]);
    expect(keyRanges('ulid', { from: 0n, to: 1000n })).toEqual([]);
    expect(keyRanges('uuidv1', year1990)).toMatchObject([{ partition: {}, exact: false }]);
  });

  it('an open end of unpadded numbers is where their steady years end: the window still narrows', () => {
    const from = 639_308_160_000_000_000n;
    const to = from + 36_000_000_000n;
    const [since] = keyRanges('unix-s', { from, to: 3155378976000000000n });
    expect(since).toMatchObject({ partition: { from: '1795219200' }, exact: false });
    expect(since?.reason).toContain('the same number of digits only from 2001-09-09');
    expect(isInRange('9999999999', '', since ?? { partition: {}, exact: true })).toBe(true);
    const [until] = keyRanges('unix-s', { from: 0n, to });
    expect(until).toMatchObject({ partition: { from: '1000000000', to: '1795222800' }, exact: false });
  });

  it('an open start of numbers after zeros holds no later keys of another width', () => {
    const now = 638_452_306_620_000_000n;
    const rows = [1_709_633_000, 1_709_634_000].flatMap((second) =>
      [11, 13, 19, 20].map((width) => ({ partitionKey: String(second).padStart(width, '0'), rowKey: '' })),
    );
    const ranges = keyRanges('unix-s-padded', { from: 0n, to: now });
    expect(rows.map((row) => timesSelected(row, ranges))).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
    expect(keyRanges('unix-s-padded', { from: 0n, to: 627_667_488_000_000_000n })).toMatchObject([
      { partition: {}, exact: false },
    ]);
  });

  it('nanoseconds finer than a tick are read up to the last of one width', () => {
    const last = 721_355_967_999_999_999n;
    const [range] = keyRanges('unix-ns', { from: last, to: last + 1n });
    expect(isInRange('9999999999999999907', '', range ?? { partition: { to: '' }, exact: true })).toBe(true);
  });

  it('an open window that begins where the steady years end reads everything', () => {
    // 10^10 seconds since 1970, from which on they have 11 digits.
    const open = { from: 721_355_968_000_000_000n, to: 3155378976000000000n };
    for (const from of [open.from, open.from + 1n]) {
      const [range, ...more] = keyRanges('unix-s', { ...open, from });
      expect([
        more,
        range?.exact,
        isInRange('10000000000', '', range ?? { partition: { from: '', to: '' }, exact: true }),
      ]).toEqual([[], false, true]);
    }
  });

  it('an open end of padded ticks stays open: they have one width in all years', () => {
    const open = { from: 0n, to: 3155378976000000000n };
    const ranges = keyRanges('text-ticks19', open, { textBefore: 'device-' });
    expect(ranges).toMatchObject([{ exact: true }]);
    // These are 0001-01-01, the year 159, the year 4000 and the last instant.
    const ticks = [
      '0000000000000000000',
      '0050000000000000000',
      '1262000000000000000',
      '3155378975999999999',
    ];
    for (const each of ticks)
      expect(isInRange(`device-${each}`, '', ranges[0] ?? { partition: {}, exact: true })).toBe(true);
  });

  it('a PartitionKey is that of one day, or what all days have before it', () => {
    const days = { from: 638_451_936_000_000_000n, to: 638_477_856_000_000_000n };
    const partitions = (partitionKey: string, id = 'functions-diagnostic') =>
      keyRanges(id, days, { partitionKey }).map(({ partition, exact, reason }) => [partition, exact, reason]);
    const march = { from: 'my-host-20240305', to: 'my-host-20240401' };
    const april = ['01', '02', '03'].map((day) => exactKey(`my-host-202404${day}`));
    expect(partitions('my-host')).toEqual([march, ...april].map((span) => [span, true, undefined]));
    const day = { from: 'my-host-20240306', to: 'my-host-20240306\u0000' };
    expect(partitions('my-host-20240306')).toEqual([[day, true, undefined]]);
    knowTemplates();
    const own = templateSchemeId('{Site}_{yyyyMMdd}', '{Id}');
    const site = { from: 'lon_20240305', to: 'lon_20240404' };
    expect([partitions('lon', own), partitions('lon_', own)]).toEqual(
      Array.from({ length: 2 }, () => [[site, true, undefined]]),
    );
    // Without a window, the text is taken for a whole PartitionKey.
    expect(schemeById(own)?.homes({ partitionKey: 'lon' })).toMatchObject([{ partition: exactKey('lon') }]);
  });

  it('an open window names no table that cannot exist', () => {
    const open = { from: 0n, to: 3155378976000000000n };
    expect(keyRanges('wadmetrics', open).length).toBeLessThan(16_000);
    expect(keyRanges('functions-diagnostic', open, { partitionKey: 'h' }).length).toBe(2400);
  });
});
