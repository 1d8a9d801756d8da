import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampTicks, isoToTicks, ticksToIso } from '../../time/ticks.ts';
import { isInRange } from '../base/keySpan.ts';
import { keyRanges } from '../keyRanges.ts';
import { readKey } from '../readKey.ts';
import { schemeById } from '../schemeRegistry.ts';

/** 2001 .. 2049 */
const instants = fc.bigInt({ min: 631_139_040_000_000_000n, max: 646_602_048_000_000_000n - 1n });
const SORTED = ['yyyy-Www', 'yyyyWww', 'yyyy-DDD', 'yyyyDDD', 'yyyy-Qq', 'yyyyQq'].map(
  (layout) => `date-${layout}`,
);

function firstOf(text: string) {
  const [reading] = readKey(text);
  return { id: reading?.schemeId, confidence: reading?.confidence ?? 0, from: reading?.ticks };
}

describe('weeks, quarters and days of the year', () => {
  it.each(SORTED)('%s is written and read again, and sorts as its instants do', (id) => {
    const textOf = (ticks: bigint): string =>
      schemeById(id)?.encode?.(clampTicks(ticks), {})?.partitionKey ?? '';
    fc.assert(
      fc.property(instants, instants, (a, b) => {
        const window = schemeById(id)?.read(textOf(a), 'partition', {})?.window;
        expect(window !== undefined && a >= window.from && a < window.to).toBe(true);
        expect(textOf(a) <= textOf(b) || a > b).toBe(true);
        const [range] = keyRanges(id, { from: a, to: a + 1n });
        expect(range !== undefined && isInRange(textOf(a), '', range)).toBe(true);
      }),
    );
  });

  it.each([
    ['2024-W53', 'a year of 52 weeks'],
    ['2025-W00', 'no week'],
    ['2025-W1', 'one digit'],
    ['2025-366', 'a day of no leap year'],
    ['2025-000', 'no day'],
    ['2025-Q5', 'no quarter'],
    ['2025-Q0', 'no quarter'],
    ['2025Q', 'no number'],
    ['31022025', 'no day of February'],
    ['u_ex251301.log', 'no month'],
    ['u_ex25030.log', 'a digit is missing'],
  ])('%s is none: %s', (text) => {
    expect(firstOf(text).id).not.toMatch(/^(?:date-(?:yyyy-?(?:Www|DDD|Qq)|ddMMyyyy)|iis-log)$/);
  });

  it.each([
    ['2020-W53', '2020-12-28'],
    ['2021-W01', '2021-01-04'],
    ['2024-366', '2024-12-31'],
    ['Mar-2024', '2024-03-01'],
    ['2024-Mar-05', '2024-03-05'],
    ['05Mar2024', '2024-03-05'],
    ['March2024', '2024-03-01'],
  ])('%s begins on %s', (text, day) => {
    expect(ticksToIso(clampTicks(firstOf(text).from ?? 0n))).toBe(`${day}T00:00:00.0000000Z`);
  });

  it('reads the name of a month alone as the whole month', () => {
    const window = readKey('Feb 2024')[0]?.window;
    expect(window).toEqual({
      from: isoToTicks('2024-02-01T00:00:00Z'),
      to: isoToTicks('2024-03-01T00:00:00Z'),
    });
  });
});

describe('sequential GUIDs', () => {
  const guids = Array.from({ length: 8 }, (_, at) => `3a11204b-5${at}eb-4a5e-9f1${at}-2b3c4d5e6f7${at}`);
  it('are times if their neighbours are, and otherwise most likely random', () => {
    const [first = ''] = guids;
    expect(readKey(first, { sample: guids })[0]).toMatchObject({ schemeId: 'guid-sequential' });
    const ofGuid = readKey(first).find(({ schemeId }) => schemeId === 'guid-sequential');
    expect(ofGuid?.confidence).toBeLessThan(0.3);
    const random = Array.from({ length: 8 }, (_, at) => `${at}c9e6679-7425-40de-944b-e07fc1f90ae7`);
    const among = readKey(first, { sample: random }).find(({ schemeId }) => schemeId === 'guid-sequential');
    expect(among?.confidence).toBeLessThan(0.1);
  });
});

describe('a ULID after the name of a tenant', () => {
  const key = 'contoso~01HR7B9P3BXKQMZ5V3J2T8W9YE';
  it('is read, and a window of a typed tenant selects it', () => {
    const [reading] = readKey(key);
    expect(reading).toMatchObject({ schemeId: 'tenant-ulid', ticks: isoToTicks('2024-03-05T13:01:56.715Z') });
    const from = isoToTicks('2024-03-05T13:01:00Z');
    const options = { partitionKey: 'p', textBefore: 'contoso~' };
    const ranges = keyRanges('tenant-ulid', { from, to: from + 600_000_000n }, options);
    expect(ranges.every(({ exact }) => exact)).toBe(true);
    expect(ranges.some((range) => isInRange('p', key, range))).toBe(true);
    expect(ranges.some((range) => isInRange('p', key.replace('01HR7B9P', '01HR7A9P'), range))).toBe(false);
  });

  it.each([
    'contoso~01HR7B9P3BXKQMZ5V3J2T8W9YU',
    'contoso01HR7B9P3BXKQMZ5V3J2T8W9YE',
    '~01HR7B9P3BXKQMZ5V3J2T8W9Y',
  ])('%s is none', (text) => {
    expect(firstOf(text).id).not.toBe('tenant-ulid');
  });
});

describe('a number of 13 digits with the check digit of an article', () => {
  const [article, time] = ['1709633862120', '1709633862123'];
  it('is less likely a time, unless its neighbours are none of articles', () => {
    expect(firstOf(time).confidence).toBeCloseTo(0.85);
    expect(firstOf(article).confidence).toBeLessThan(0.8);
    expect(readKey(article, { sample: [article, time] })[0]?.confidence).toBeCloseTo(0.85);
  });
});
