import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceText, durationText } from './durationText.ts';
import { formatInstant, formatParts } from './formatInstant.ts';
import { isoToTicks, MAX_TICKS, MIN_TICKS, ticksToIso } from './ticks.ts';
import { zoneClock } from './zoneClock.ts';

describe('formatInstant', () => {
  it.each([
    ['2024-03-05T10:17:42.1234567Z', 'Europe/Paris', '2024-03-05T11:17:42.1234567+01:00'],
    ['2024-07-05T10:17:42.1234567Z', 'Europe/Paris', '2024-07-05T12:17:42.1234567+02:00'],
    ['2024-03-10T09:59:59.9999999Z', 'America/Los_Angeles', '2024-03-10T01:59:59.9999999-08:00'],
    ['2024-03-10T10:00:00.0000000Z', 'America/Los_Angeles', '2024-03-10T03:00:00.0000000-07:00'],
    ['2024-01-01T00:00:00.0000000Z', 'Asia/Kathmandu', '2024-01-01T05:45:00.0000000+05:45'],
    ['1972-01-07T00:44:29.0000000Z', 'Africa/Monrovia', '1972-01-06T23:59:59.0000000-00:44:30'],
    ['1900-01-01T00:00:00.0000000Z', 'Europe/Paris', '1900-01-01T00:09:21.0000000+00:09:21'],
    ['0001-01-01T00:00:00.0000000Z', 'Asia/Tokyo', '0001-01-01T09:18:59.0000000+09:18:59'],
    ['0001-01-01T00:00:00.0000000Z', 'America/New_York', '0001-01-01T00:00:00.0000000Z'],
    ['9999-12-31T23:59:59.9999999Z', 'Asia/Tokyo', '9999-12-31T23:59:59.9999999Z'],
    ['0865-05-15T04:35:00.0000000Z', 'UTC', '0865-05-15T04:35:00.0000000Z'],
  ])('%s in %s', (iso, zone, shown) => {
    expect(formatInstant(isoToTicks(iso), zone).text).toBe(shown);
  });

  it('is ISO text in UTC, also in pieces', () => {
    const ticks = isoToTicks('2024-03-05T10:17:42.1234567Z');
    expect(formatInstant(ticks)).toEqual({
      date: '2024-03-05',
      timeOfDay: '10:17:42.1234567',
      zone: 'Z',
      text: ticksToIso(ticks),
    });
  });

  it('states the same instant in every zone', () => {
    const zones = [
      'Europe/Paris',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Africa/Monrovia',
    ];
    const clocks = zones.map((zone) => zoneClock(zone));
    const modern = fc.bigInt({
      min: isoToTicks('1973-01-01T00:00:00Z'),
      max: isoToTicks('2100-01-01T00:00:00Z'),
    });
    fc.assert(
      fc.property(modern, fc.nat(zones.length - 1), (ticks, index) => {
        const clock = clocks[index];
        const seconds = Number(ticks / 10_000_000n);
        const shown = formatParts(seconds, Number(ticks % 10_000_000n), clock).text;
        expect(isoToTicks(shown)).toBe(ticks);
        const wall = new Intl.DateTimeFormat('en-GB', {
          timeZone: zones[index] ?? 'UTC',
          hourCycle: 'h23',
          hour: '2-digit',
          minute: '2-digit',
          second: '2-digit',
        }).format(Number(ticks / 10_000n - 62_135_596_800_000n));
        expect(shown.slice(11, 19)).toBe(wall);
      }),
      { numRuns: 300 },
    );
  });

  it('refuses an unknown zone and an impossible instant', () => {
    expect(() => formatInstant(0n, 'Nowhere/Land')).toThrow(RangeError);
    expect(() => formatInstant(MAX_TICKS + 1n)).toThrow(RangeError);
  });
});

describe('words', () => {
  it.each([
    [0n, '0 s'],
    [1n, '1 tick'],
    [9_999n, '9999 ticks'],
    [15_000n, '1.5 ms'],
    [10_000_000n, '1 s'],
    [10_000_000_000n, '16 min 40 s'],
    [1_000_000_000_000n, '1 d 3 h 46 min 40 s'],
    [36_000_000_001n, '1 h 0.0000001 s'],
    [-600_000_000n, '-1 min'],
  ])('duration of %s ticks', (ticks, words) => {
    expect(durationText(ticks)).toBe(words);
  });

  const now = isoToTicks('2026-11-20T12:00:00Z');
  it.each([
    ['2026-11-20T12:00:00Z', 'now'],
    ['2026-11-20T10:36:00Z', '1 h 24 min ago'],
    ['2026-11-20T12:03:00Z', 'in 3 min'],
    ['2026-11-20T11:59:59.9999999Z', '1 tick ago'],
    ['2026-11-18T11:00:00Z', '2 d 1 h ago'],
    ['2013-01-01T00:00:00Z', '13 y 10 mo ago'],
    ['2026-09-10T12:00:00Z', '2 mo 10 d ago'],
    ['0001-01-01T00:00:00Z', '2025 y 10 mo ago'],
    ['9999-12-31T23:59:59.9999999Z', 'in 7973 y 1 mo'],
  ])('%s', (iso, words) => {
    expect(distanceText(isoToTicks(iso), now)).toBe(words);
  });

  it('exist for every pair of instants', () => {
    const any = fc.bigInt({ min: MIN_TICKS, max: MAX_TICKS });
    fc.assert(
      fc.property(any, any, (first, second) => {
        expect(distanceText(first, second)).toMatch(/^(now|in .+|.+ ago)$/);
        expect(durationText(first - second)).not.toBe('');
      }),
    );
  });
});
