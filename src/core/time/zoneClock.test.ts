import { describe, expect, it } from 'vitest';
import { formatInstant } from './formatInstant.ts';
import { isRepeatedTime, meetsClockChange, zoneClock } from './zoneClock.ts';
import { isoToTicks, TICKS_PER_SECOND } from './ticks.ts';

const at = (iso: string): number => Number(isoToTicks(iso) / TICKS_PER_SECOND);

/** The oracle: it compares what the clock shows at every minute of three days. */
function repeated(zone: string, from: string): { readonly minute: number; readonly isTwice: boolean }[] {
  const shown = new Map<string, number>();
  const minutes = Array.from({ length: 3 * 1440 }, (_, minute) => {
    const { date, timeOfDay } = formatInstant(
      isoToTicks(from) + BigInt(minute * 60) * TICKS_PER_SECOND,
      zone,
    );
    const text = `${date} ${timeOfDay}`;
    shown.set(text, (shown.get(text) ?? 0) + 1);
    return text;
  });
  return minutes.map((text, minute) => ({ minute, isTwice: (shown.get(text) ?? 0) > 1 }));
}

describe('a time that the clock shows twice', () => {
  it.each([
    ['America/New_York', '2026-10-31T00:00:00Z', 120],
    ['America/New_York', '2026-03-07T00:00:00Z', 0],
    ['Europe/Paris', '2026-10-24T00:00:00Z', 120],
    // Here the clock is put back by only half an hour.
    ['Australia/Lord_Howe', '2026-04-03T00:00:00Z', 60],
    ['Asia/Kolkata', '2026-10-24T00:00:00Z', 0],
  ])('%s from %s', (zone, from, twice) => {
    const clock = zoneClock(zone);
    const oracle = repeated(zone, from);
    expect(oracle.filter(({ isTwice }) => isTwice)).toHaveLength(twice);
    const said = oracle.map(({ minute }) => ({
      minute,
      isTwice: isRepeatedTime(at(from) + minute * 60, clock),
    }));
    expect(said).toEqual(oracle);
  });

  it('is never in UTC', () => {
    expect(isRepeatedTime(at('2026-11-01T06:30:00Z'), undefined)).toBe(false);
    expect(isRepeatedTime(at('2026-11-01T06:30:00Z'), zoneClock('UTC'))).toBe(false);
  });

  it('may be in a window', () => {
    const clock = zoneClock('America/New_York');
    const meets = (from: string, to: string): boolean => meetsClockChange(at(from), at(to), clock);
    expect(meets('2026-11-01T04:00:00Z', '2026-11-01T05:00:00Z')).toBe(true);
    expect(meets('2026-11-01T06:10:00Z', '2026-11-01T06:20:00Z')).toBe(true);
    expect(meets('2026-10-31T00:00:00Z', '2026-11-02T00:00:00Z')).toBe(true);
    expect(meets('2026-11-01T02:00:00Z', '2026-11-01T04:59:00Z')).toBe(false);
    // The clock is put forward and back again within the window.
    expect(meets('2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z')).toBe(true);
    expect(meets('2026-07-01T00:00:00Z', '2027-07-01T00:00:00Z')).toBe(true);
    expect(meets('0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z')).toBe(true);
    expect(meets('2026-12-01T00:00:00Z', '2027-02-28T00:00:00Z')).toBe(false);
    // The change for Ramadan, which lasts about a month.
    expect(
      meetsClockChange(
        at('2025-02-10T00:00:00Z'),
        at('2025-05-10T00:00:00Z'),
        zoneClock('Africa/Casablanca'),
      ),
    ).toBe(true);
    expect(meetsClockChange(0, 1, undefined)).toBe(false);
  });
});

describe('a clock', () => {
  it('is made once for each zone, not for each text', () => {
    const first = zoneClock('Asia/Kathmandu');
    expect(zoneClock('Asia/Kathmandu')).toBe(first);
    expect(zoneClock('America/Halifax').offsetSeconds(at('2026-07-01T00:00:00Z'))).toBe(-3 * 3600);
    expect(first.offsetSeconds(at('2026-07-01T00:00:00Z'))).toBe(20_700);
  });

  it('is kept for the last few zones only', () => {
    const zones = Intl.supportedValuesOf('timeZone').slice(0, 30);
    const made = zones.map((zone) => zoneClock(zone));
    expect(zones.filter((zone, index) => zoneClock(zone) === made[index]).length).toBeLessThan(10);
    expect(() => zoneClock('Nowhere/Land')).toThrow(RangeError);
  });
});
